package io.halite.client.latest;

import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.LatestStub;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * Reads the newest rows of each key of a table.
 *
 * <pre>{@code
 * try (LatestClient flights = LatestClient.open(connection, TableName.valueOf("flights"));
 *     LatestAnswers answers = flights.ask(LatestQuery.newest(3).ofAllKeys())) {
 *   for (KeyAnswer answer : answers) {
 *     answer.rows().forEach(row -> print(answer.key(), row.time(), row.result()));
 *   }
 * }
 * }</pre>
 *
 * <p>Regions are read in parallel, through the table's {@code LatestEndpoint}. Keys arrive in
 * natural order, each once, while later ones are still being read. An answer is complete or it
 * fails: region splits, merges and moves during the query neither lose nor repeat a row. It is not
 * a snapshot: each page shows the rows as they are when the region reads it.
 *
 * <p>Thread-safe. One client serves many queries, as long as the table keeps its spec.
 */
public final class LatestClient implements AutoCloseable {
  private static final Duration LONGEST_OPENING = Duration.ofMinutes(10);

  private final LatestRegions regions;
  private final SaltingSpec spec;
  private final Runnable onClose;

  private LatestClient(LatestRegions regions, SaltingSpec spec, Runnable onClose) {
    this.regions = new RememberedBorders(regions, System::nanoTime);
    this.spec = spec;
    this.onClose = onClose;
  }

  /**
   * A client over a blocking connection, which stays open when the client is closed.
   *
   * @throws IOException if the table, or its endpoint, cannot be reached
   */
  public static LatestClient open(Connection connection, TableName table) throws IOException {
    BlockingCalls calls = new BlockingCalls(connection, table);
    try {
      SaltingSpec spec =
          SaltingSpec.parse(
              Waiting.on(
                  calls.region(HConstants.EMPTY_START_ROW, LatestStub::spec), LONGEST_OPENING));
      return new LatestClient(
          new BlockingRegions(calls, LatestKeys.of(spec.layout())), spec, calls::close);
    } catch (IOException | RuntimeException e) {
      calls.close();
      throw e;
    }
  }

  /**
   * A client over an asynchronous connection, on whose threads answers arrive. They must not be
   * blocked.
   */
  public static CompletableFuture<LatestClient> open(AsyncConnection connection, TableName table) {
    AsyncTableRegionLocator locator = connection.getRegionLocator(table);
    Relocation relocation =
        new Relocation(
            row -> Relocation.rows(FutureUtils.get(locator.getRegionLocation(row, true))));
    CompletableFuture<LatestClient> opened =
        relocation
            .during(
                HConstants.EMPTY_START_ROW,
                LatestStub.spec(connection.getTable(table), HConstants.EMPTY_START_ROW))
            .thenApply(SaltingSpec::parse)
            .thenApply(
                spec ->
                    new LatestClient(
                        new AsyncRegions(
                            connection, table, relocation, LatestKeys.of(spec.layout())),
                        spec,
                        relocation::close));
    FutureUtils.addListener(
        opened,
        (client, error) -> {
          if (error != null) {
            relocation.close();
          }
        });
    return opened;
  }

  /** A client with its own access to the regions of a table. */
  public static LatestClient of(LatestRegions regions, SaltingSpec spec) {
    return new LatestClient(regions, spec, () -> {});
  }

  /** The spec of the table: its layout and its salt. */
  public SaltingSpec spec() {
    return spec;
  }

  /**
   * Runs a query; the caller iterates over its answers and waits for each.
   *
   * @throws io.halite.routing.latest.LatestException if the layout has no revtime segment, the
   *     query names keys that it does not have, or the salt does not keep their rows in natural
   *     order
   * @throws IOException if the regions cannot be listed within the query's timeout
   */
  public LatestAnswers ask(LatestQuery query) throws IOException {
    LatestPlan plan = LatestPlan.of(query, spec);
    long deadline = deadline(query);
    List<byte[]> starts = Waiting.on(regions.starts(), query.timeout());
    return new LatestAnswers(changed -> new LatestRun(plan, regions, starts, deadline, changed));
  }

  /**
   * Runs a query and passes each answer to a consumer: in natural order, one at a time, on the
   * thread that received it. The consumer must not block.
   *
   * <p>No page is requested while the consumer has a key. A consumer that passes keys on to another
   * thread returns at once, so it bounds what waits there itself, or the query is read as fast as
   * the regions answer.
   *
   * @return the final progress, once the last answer has been consumed; cancel it to end the query
   * @throws io.halite.routing.latest.LatestException if the layout has no revtime segment, the
   *     query names keys that it does not have, or the salt does not keep their rows in natural
   *     order
   */
  public CompletableFuture<LatestProgress> ask(LatestQuery query, Consumer<KeyAnswer> consumer) {
    LatestPlan plan = LatestPlan.of(query, spec);
    long deadline = deadline(query);
    CompletableFuture<LatestProgress> done = new CompletableFuture<>();
    FutureUtils.addListener(
        regions.starts(),
        (starts, error) -> {
          if (error != null) {
            done.completeExceptionally(error);
            return;
          }
          try {
            new PushedAnswers(
                    consumer,
                    done,
                    changed -> new LatestRun(plan, regions, starts, deadline, changed))
                .start();
          } catch (RuntimeException e) {
            // If it were thrown, nobody would catch it.
            done.completeExceptionally(e);
          } catch (Error e) {
            done.completeExceptionally(e);
            throw e;
          }
        });
    return done.orTimeout(query.timeout().toMillis(), TimeUnit.MILLISECONDS);
  }

  /** When a query that begins now ends, on the clock of {@link System#nanoTime}. */
  private static long deadline(LatestQuery query) {
    return System.nanoTime() + query.timeout().toNanos();
  }

  @Override
  public void close() {
    onClose.run();
  }
}
