package io.halite.coprocessor.owner;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.endpoint.RegionStub;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which images of a scan are vacant, with one RPC to each server in place of one to each
 * image.
 *
 * <p>Example: the gateway of {@code [41, 42)} has 256 images on 3 servers, and one row {@code 41 54
 * 4C}. It looks at the 86 images on its own server, requests the vacant ones of the others in 2
 * RPCs, and opens a scanner in the one image that is left.
 *
 * <p>It only leaves images out. Whatever fails or takes too long, the images in question may hold
 * rows, and the scan reads them as before. Thread-safe.
 */
public final class VacantImages {
  private static final Logger LOG = LoggerFactory.getLogger(VacantImages.class);

  /** Fewer images are not worth an RPC that the scan waits for. */
  static final int FEWEST = 8;

  private final ServedRegions served;
  private final Optional<Wire> wire;
  private final SaltingMetrics metrics;

  /** How other servers are reached; it never blocks. */
  interface Wire {
    /** Finds the region that covers a row. */
    CompletableFuture<HRegionLocation> locate(TableName table, byte[] row) throws IOException;

    /** Is called when the places or the answers did not come in time. */
    void tookTooLong(TableName table);

    /** Requests the positions of vacant images from the server of the first one. */
    CompletableFuture<BitSet> request(TableName table, long fingerprint, List<KeyRange> images)
        throws IOException;
  }

  VacantImages(ServedRegions served, Optional<Wire> wire, SaltingMetrics metrics) {
    this.served = served;
    this.wire = wire;
    this.metrics = metrics;
  }

  /**
   * Asks other servers by the asynchronous connection; asks none if {@code conf} sets a private
   * pool. The pool does not serve such a request: HBase's client sends it to the common handlers,
   * and beside a pool all of these may be waiting for an answer to one.
   */
  static VacantImages by(
      ServerAsyncConnection async,
      Configuration conf,
      ServedRegions served,
      SaltingMetrics metrics) {
    Optional<Wire> wire =
        HandlerPermits.hasPrivatePool(conf) ? Optional.empty() : Optional.of(by(async));
    return new VacantImages(served, wire, metrics);
  }

  private static Wire by(ServerAsyncConnection async) {
    return new Wire() {
      @Override
      public CompletableFuture<HRegionLocation> locate(TableName table, byte[] row)
          throws IOException {
        return async.open().getRegionLocator(table).getRegionLocation(KeyBytes.lookUp(row));
      }

      @Override
      public void tookTooLong(TableName table) {
        async.endLookUps(table);
      }

      @Override
      public CompletableFuture<BitSet> request(
          TableName table, long fingerprint, List<KeyRange> images) throws IOException {
        return RegionStub.vacant(
            ClientBounds.ofVacancies(async.open().getTableBuilder(table)).build(),
            images.get(0).start(),
            fingerprint,
            images);
      }
    };
  }

  /**
   * Returns the images in which rows may lie, in their order. The result never fails; this method
   * looks only at this server, and does not wait for others.
   *
   * @param refusable whether owners may refuse the scan for what it asks; then one image is left
   *     even if all are vacant, since the client is to see the refusal
   */
  public CompletableFuture<List<KeyRange>> occupied(
      SaltedTable table, List<KeyRange> images, boolean refusable) {
    if (images.size() < FEWEST) {
      return CompletableFuture.completedFuture(images);
    }
    ServedRegions.Look look = served.look(table.name(), table.spec().fingerprint(), images);
    if (look.ended() || wire.isEmpty()) {
      return CompletableFuture.completedFuture(without(look.vacant(), images, refusable));
    }
    List<Integer> elsewhere =
        IntStream.range(0, images.size()).filter(i -> !look.here().get(i)).boxed().toList();
    return vacantElsewhere(wire.get(), table, images, elsewhere)
        .orTimeout(ForwardRetry.VACANCY_MILLIS, TimeUnit.MILLISECONDS)
        .exceptionally(
            failure -> {
              if (failure instanceof TimeoutException) {
                wire.get().tookTooLong(table.name());
              }
              return unknown(failure);
            })
        .thenApply(
            others -> {
              BitSet vacant = (BitSet) look.vacant().clone();
              vacant.or(others);
              return without(vacant, images, refusable);
            });
  }

  private List<KeyRange> without(BitSet vacant, List<KeyRange> images, boolean refusable) {
    BitSet left = (BitSet) vacant.clone();
    left.flip(0, images.size());
    if (left.isEmpty() && refusable) {
      left.set(0);
    }
    metrics.vacant(images.size() - left.cardinality());
    return left.stream().mapToObj(images::get).toList();
  }

  private static BitSet unknown(Throwable failure) {
    // The scans of the images meet what keeps failing, and report it to the client.
    LOG.debug("which images are vacant is unknown", failure);
    return new BitSet();
  }

  private CompletableFuture<BitSet> vacantElsewhere(
      Wire to, SaltedTable table, List<KeyRange> images, List<Integer> positions) {
    try {
      List<CompletableFuture<HRegionLocation>> locations = new ArrayList<>();
      for (int position : positions) {
        locations.add(to.locate(table.name(), images.get(position).start()));
      }
      return CompletableFuture.allOf(locations.toArray(CompletableFuture[]::new))
          .thenCompose(
              located -> request(to, table, images, byServer(images, positions, locations)));
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** The positions of the images that lie in one region each, by the server of that region. */
  private static Map<ServerName, List<Integer>> byServer(
      List<KeyRange> images,
      List<Integer> positions,
      List<CompletableFuture<HRegionLocation>> located) {
    Map<ServerName, List<Integer>> servers = new HashMap<>();
    for (int i = 0; i < positions.size(); i++) {
      HRegionLocation location = located.get(i).join();
      if (covers(location.getRegion(), images.get(positions.get(i)))) {
        servers
            .computeIfAbsent(location.getServerName(), name -> new ArrayList<>())
            .add(positions.get(i));
      }
    }
    return servers;
  }

  private static boolean covers(RegionInfo region, KeyRange image) {
    return KeyRange.of(region.getStartKey(), region.getEndKey()).intersect(image).equals(image);
  }

  private CompletableFuture<BitSet> request(
      Wire to, SaltedTable table, List<KeyRange> images, Map<ServerName, List<Integer>> servers) {
    CompletableFuture<BitSet> all = CompletableFuture.completedFuture(new BitSet());
    if (servers.values().stream().mapToInt(List::size).sum() < 2 * servers.size()) {
      return all;
    }
    for (List<Integer> positions : servers.values()) {
      all = all.thenCombine(request(to, table, images, positions), VacantImages::union);
    }
    return all;
  }

  private static BitSet union(BitSet one, BitSet other) {
    one.or(other);
    return one;
  }

  /** Requests the vacant images of one server, and returns their positions among all images. */
  private CompletableFuture<BitSet> request(
      Wire to, SaltedTable table, List<KeyRange> images, List<Integer> positions) {
    List<KeyRange> part = positions.stream().map(images::get).toList();
    try {
      metrics.vacancyRpc();
      return to.request(table.name(), table.spec().fingerprint(), part)
          .thenApply(
              answer -> {
                BitSet vacant = new BitSet();
                answer.stream()
                    .filter(i -> i < part.size())
                    .forEach(i -> vacant.set(positions.get(i)));
                return vacant;
              })
          .exceptionally(VacantImages::unknown);
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
