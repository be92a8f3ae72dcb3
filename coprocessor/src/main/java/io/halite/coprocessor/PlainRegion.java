package io.halite.coprocessor;

import io.halite.coprocessor.gateway.LatestRegionScanner;
import io.halite.coprocessor.gateway.ScanOpenings;
import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.operate.CountedScans;
import io.halite.coprocessor.operate.NaturalRequests;
import io.halite.coprocessor.operate.RegionOperations;
import io.halite.coprocessor.operate.StoredDelete;
import io.halite.coprocessor.operate.StoredScan;
import io.halite.coprocessor.operate.TableReaders;
import io.halite.coprocessor.owner.ServedRegions;
import io.halite.coprocessor.rights.RegionRights;
import io.halite.keys.KeyBytes;
import io.halite.routing.endpoint.RegionHandler;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.scan.LatestAttribute;
import io.halite.routing.scan.OwnerScan;
import io.halite.routing.scan.WhereAttribute;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;

/**
 * A region of a table without salt, or without a spec: its rows lie under their natural keys, and
 * HBase serves every request in place.
 *
 * <p>A spec without salt, such as {@code key=user:4 time:8:long,salt=none}, still has a layout:
 * each key that is written must fit it, and scans may name its segments. Thread-safe.
 */
final class PlainRegion implements RegionRole {
  private final RegionCoprocessorEnvironment env;
  private final Optional<Spec> spec;
  private final ScanOpenings openings = new ScanOpenings();
  private final NaturalRequests counted = new NaturalRequests();
  private final CountedScans scans;

  /** The table under its spec, and who may do what in the region. */
  private record Spec(SaltedTable table, RegionRights rights) {}

  /** A region of {@code table}, which is empty if the table has no spec. */
  PlainRegion(RegionCoprocessorEnvironment env, Optional<SaltedTable> table) {
    this.env = env;
    this.scans = new CountedScans(env);
    this.spec = table.map(known -> new Spec(known, RegionRights.of(env, known)));
  }

  @Override
  public RegionCoprocessorEnvironment env() {
    return env;
  }

  @Override
  public void opened() {
    counted.opened(env.getRegion());
  }

  @Override
  public boolean showsSpec(String text) {
    return spec.isPresent() && RegionRole.shows(spec.get().table(), text);
  }

  @Override
  public boolean write(Mutation mutation, Optional<User> caller) throws IOException {
    Optional<DoNotRetryIOException> refusal = refusal(mutation);
    if (refusal.isPresent()) {
      if (!failsAlone(mutation)) {
        throw refusal.get();
      }
      // Its status will show the spec to the client that has sent it.
      TableReaders.requireUser(env);
    }
    return false;
  }

  /** Why the key of a write does not fit the layout; empty if it fits. */
  private Optional<DoNotRetryIOException> refusal(Mutation mutation) {
    try {
      if (!(mutation instanceof StoredDelete)) {
        requireFit(mutation.getRow());
      }
      return Optional.empty();
    } catch (DoNotRetryIOException refusal) {
      return Optional.of(refusal);
    }
  }

  /**
   * Whether HBase applies the rest of the batch if the status of this write says that it has
   * failed; an exception would fail all of it. No hook learns whether its batch is atomic, but the
   * client's request says so.
   *
   * <p>A batch that another coprocessor makes has no request, or is in the middle of a hook: it
   * fails as a whole.
   */
  private boolean failsAlone(Mutation mutation) {
    byte[] region = env.getRegionInfo().getRegionName();
    return (mutation instanceof Put || mutation instanceof Delete)
        && ClientRequest.current().standsForItself(region, mutation.getRow());
  }

  @Override
  public void applying(MiniBatchOperationInProgress<Mutation> batch, Optional<User> caller) {
    if (spec.isEmpty()) {
      return;
    }
    // HRegion.put and delete ignore FAILURE and throw on SANITY_CHECK_FAILURE; an observer may call
    // them while it serves this request.
    OperationStatusCode failed =
        batch.size() == 1 ? OperationStatusCode.SANITY_CHECK_FAILURE : OperationStatusCode.FAILURE;
    for (int i = 0; i < batch.size(); i++) {
      if (batch.getOperationStatus(i).getOperationStatusCode() == OperationStatusCode.NOT_RUN) {
        Optional<DoNotRetryIOException> refusal = refusal(batch.getOperation(i));
        if (refusal.isPresent()) {
          batch.setOperationStatus(i, new OperationStatus(failed, refusal.get().getMessage()));
        }
      }
    }
  }

  /** Nothing was collected. */
  @Override
  public void flush(MiniBatchOperationInProgress<Mutation> batch, boolean applied) {}

  @Override
  public Optional<CheckAndMutateResult> check(CheckAndMutate check, Optional<User> caller)
      throws DoNotRetryIOException {
    requireFit(check.getRow());
    return Optional.empty();
  }

  private void requireFit(byte[] naturalKey) throws DoNotRetryIOException {
    if (spec.isPresent()) {
      spec.get().table().requireFit(naturalKey);
    }
  }

  @Override
  public boolean get(Get get, List<Cell> cells, Optional<User> caller)
      throws DoNotRetryIOException {
    refuseIndex(get);
    return false;
  }

  /** HBase would take the values of the index for a row key, and find another row or no row. */
  private void refuseIndex(Attributes read) throws DoNotRetryIOException {
    if (read.getAttribute(IndexedReads.ATTRIBUTE) != null) {
      throw new DoNotRetryIOException(
          IndexedReads.ATTRIBUTE
              + " names an index, but table '"
              + env.getRegionInfo().getTable()
              + "' has none: give its coprocessor attribute a salt and index=…");
    }
  }

  @Override
  public void beforeOpening(Scan scan, Optional<User> caller) throws IOException {
    if (scan instanceof StoredScan) {
      return;
    }
    refuseIndex(scan);
    if (spec.isPresent()) {
      OwnerScan plan = OwnerScan.inPlace(scan, spec.get().table(), env.getRegionInfo());
      scans.around(plan.filter(), scan).ifPresent(scan::setFilter);
      openings.before(scan, LatestRegionScanner.of(plan));
    } else {
      refuseSegments(scan, WhereAttribute.ATTRIBUTE);
      refuseSegments(scan, LatestAttribute.ATTRIBUTE);
    }
  }

  private void refuseSegments(Scan scan, String attribute) throws DoNotRetryIOException {
    byte[] given = scan.getAttribute(attribute);
    if (given != null) {
      throw new DoNotRetryIOException(
          attribute
              + " is set to '"
              + KeyBytes.cut(Bytes.toString(given))
              + "', but table '"
              + env.getRegionInfo().getTable()
              + "' has no spec, so its keys have no segments: put key=<layout>,salt=none into the"
              + " arguments of its coprocessor attribute (for a table that stays unsalted), or"
              + " leave "
              + attribute
              + " out");
    }
  }

  @Override
  public RegionScanner afterOpening(Scan scan, RegionScanner scanner, Optional<User> caller)
      throws IOException {
    return spec.isEmpty()
        ? scanner
        : openings.after(scan, scanner, spec.get().rights().opener(caller, this::shown));
  }

  @Override
  public void bulkLoad(List<Pair<byte[], String>> familyPaths, Optional<User> caller) {}

  @Override
  public void endpoint(String service) {}

  /**
   * The facts and walks of a region whose natural requests are not counted.
   *
   * @throws UnknownProtocolException if the table has no spec, as a region without Halite does
   */
  @Override
  public RegionHandler operations() throws DoNotRetryIOException {
    if (spec.isEmpty()) {
      throw new UnknownProtocolException(
          "table '"
              + env.getRegionInfo().getTable()
              + "' has no spec: its coprocessor attribute does not name the observer");
    }
    return new RegionOperations(
        env, spec.get().table(), counted, scans, new ServedRegions(), Optional::empty);
  }

  @Override
  public void close() {}
}
