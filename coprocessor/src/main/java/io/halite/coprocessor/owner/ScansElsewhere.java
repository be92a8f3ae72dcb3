package io.halite.coprocessor.owner;

import io.halite.routing.endpoint.RegionStub;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.common.cache.Cache;
import org.apache.hbase.thirdparty.com.google.common.cache.CacheBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks other servers for what they have read of a scan that a client resumes here.
 *
 * <p>Example: a client reads a row in pieces at a door, loses an answer, finds the region's own
 * server in {@code hbase:meta} and opens the scan there. The ticket of the scan says that it is of
 * the door, or of few others. Thread-safe.
 */
public final class ScansElsewhere {
  private static final Logger LOG = LoggerFactory.getLogger(ScansElsewhere.class);

  /**
   * When a server has died, many clients open their scans again at the same time. Longer than a
   * read of {@code hbase:meta} may take, so that one table is read once at a time.
   */
  private static final long PLACES_KNOWN_MILLIS = 10_000;

  private static final int MOST_TABLES = 100;

  private final Wire wire;
  private final ServerName here;
  private final Cache<TableName, CompletableFuture<Map<ServerName, byte[]>>> places =
      CacheBuilder.newBuilder()
          .expireAfterWrite(PLACES_KNOWN_MILLIS, TimeUnit.MILLISECONDS)
          .maximumSize(MOST_TABLES)
          .build();

  /** How other servers are reached; it never blocks. */
  interface Wire {
    /** Finds all regions of a table. */
    CompletableFuture<List<HRegionLocation>> locate(TableName table) throws IOException;

    /** Requests the rest of a scan from the server of a stored row. */
    CompletableFuture<Optional<byte[]>> request(TableName table, byte[] row, ScanTicket ticket)
        throws IOException;
  }

  /** Asks for the server {@code here}. */
  ScansElsewhere(Wire wire, ServerName here) {
    this.wire = wire;
    this.here = here;
  }

  /** Asks by the asynchronous connection. */
  static ScansElsewhere by(ServerAsyncConnection async, ServerName here) {
    return new ScansElsewhere(
        new Wire() {
          @Override
          public CompletableFuture<List<HRegionLocation>> locate(TableName table)
              throws IOException {
            return async.open().getRegionLocator(table).getAllRegionLocations();
          }

          @Override
          public CompletableFuture<Optional<byte[]>> request(
              TableName table, byte[] row, ScanTicket ticket) throws IOException {
            return RegionStub.rest(
                ClientBounds.ofVacancies(async.open().getTableBuilder(table)).build(),
                row,
                ticket.number());
          }
        },
        here);
  }

  /**
   * Asks the other servers that may have made a ticket. The result never fails and comes within two
   * seconds, empty if no server knows the scan, or none that has answered.
   */
  public CompletableFuture<Optional<byte[]>> find(TableName table, ScanTicket ticket) {
    try {
      return places(table)
          .thenCompose(servers -> request(table, servers, ticket))
          .orTimeout(ForwardRetry.VACANCY_MILLIS, TimeUnit.MILLISECONDS)
          .exceptionally(ScansElsewhere::unknown);
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.completedFuture(unknown(e));
    }
  }

  /** A row of the table on each other server. */
  private CompletableFuture<Map<ServerName, byte[]>> places(TableName table) throws IOException {
    CompletableFuture<Map<ServerName, byte[]>> known = places.getIfPresent(table);
    if (known != null && !known.isCompletedExceptionally()) {
      return known;
    }
    CompletableFuture<Map<ServerName, byte[]>> read = wire.locate(table).thenApply(this::others);
    places.put(table, read);
    return read;
  }

  private Map<ServerName, byte[]> others(List<HRegionLocation> locations) {
    Map<ServerName, byte[]> rows = new HashMap<>();
    for (HRegionLocation each : locations) {
      boolean isElsewhere = each.getServerName() != null && !each.getServerName().equals(here);
      if (isElsewhere && each.getRegion().getReplicaId() == 0) {
        rows.putIfAbsent(each.getServerName(), each.getRegion().getStartKey());
      }
    }
    return rows;
  }

  private CompletableFuture<Optional<byte[]>> request(
      TableName table, Map<ServerName, byte[]> servers, ScanTicket ticket) {
    CompletableFuture<Optional<byte[]>> first = CompletableFuture.completedFuture(Optional.empty());
    for (Map.Entry<ServerName, byte[]> server : servers.entrySet()) {
      if (ticket.mayBeOf(server.getKey())) {
        first =
            first.thenCombine(
                request(table, server.getValue(), ticket),
                (one, other) -> Stream.of(one, other).flatMap(Optional::stream).findFirst());
      }
    }
    return first;
  }

  private CompletableFuture<Optional<byte[]>> request(
      TableName table, byte[] row, ScanTicket ticket) {
    try {
      return wire.request(table, row, ticket).exceptionally(ScansElsewhere::unknown);
    } catch (IOException e) {
      return CompletableFuture.completedFuture(unknown(e));
    }
  }

  private static Optional<byte[]> unknown(Throwable failure) {
    LOG.warn(
        "what another server has read of a scan is unknown: rows in pieces may come torn ({})",
        String.valueOf(failure));
    return Optional.empty();
  }
}
