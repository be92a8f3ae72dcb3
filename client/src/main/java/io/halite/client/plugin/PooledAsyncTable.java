package io.halite.client.plugin;

import io.opentelemetry.context.Context;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * A {@link DirectAsyncTable} that calls back in a pool of the application, as HBase's own table
 * with a pool does over its table without one.
 *
 * <p>Only what the application does with an answer runs in the pool: questions for the spec,
 * requests that are sent again and the next requests of a list wait for no thread of it. A future
 * that the application ends also ends the request behind it.
 *
 * <p>As safe for threads as the real table.
 */
final class PooledAsyncTable extends ConditionalAsyncTable<ScanResultConsumer> {
  private final AsyncTable<AdvancedScanResultConsumer> direct;
  private final Executor pool;

  /**
   * A table that calls back in a pool.
   *
   * @param real HBase's own table with the pool, for endpoints and for scans through the gateways
   * @param direct the same table, which calls back on the threads of the network
   */
  PooledAsyncTable(
      AsyncTable<ScanResultConsumer> real,
      AsyncTable<AdvancedScanResultConsumer> direct,
      Executor pool) {
    super(real);
    this.direct = direct;
    this.pool = pool;
  }

  private <T> CompletableFuture<T> shown(CompletableFuture<T> answer) {
    CompletableFuture<T> shown = FutureUtils.wrapFuture(answer, pool);
    AsyncRequests.endWith(shown, answer);
    return shown;
  }

  /** HBase's client returns a list that can be changed, too. */
  private <T> List<CompletableFuture<T>> shown(List<CompletableFuture<T>> answers) {
    return answers.stream().map(this::shown).collect(Collectors.toList());
  }

  @Override
  public CompletableFuture<Result> get(Get get) {
    return shown(direct.get(get));
  }

  @Override
  public List<CompletableFuture<Result>> get(List<Get> gets) {
    return shown(direct.get(gets));
  }

  @Override
  public CompletableFuture<Void> put(Put put) {
    return shown(direct.put(put));
  }

  @Override
  public List<CompletableFuture<Void>> put(List<Put> puts) {
    return shown(direct.put(puts));
  }

  @Override
  public CompletableFuture<Void> delete(Delete delete) {
    return shown(direct.delete(delete));
  }

  @Override
  public List<CompletableFuture<Void>> delete(List<Delete> deletes) {
    return shown(direct.delete(deletes));
  }

  @Override
  public CompletableFuture<Result> append(Append append) {
    return shown(direct.append(append));
  }

  @Override
  public CompletableFuture<Result> increment(Increment increment) {
    return shown(direct.increment(increment));
  }

  @Override
  public CompletableFuture<CheckAndMutateResult> checkAndMutate(CheckAndMutate check) {
    return shown(direct.checkAndMutate(check));
  }

  @Override
  public List<CompletableFuture<CheckAndMutateResult>> checkAndMutate(List<CheckAndMutate> checks) {
    return shown(direct.checkAndMutate(checks));
  }

  @Override
  public CompletableFuture<Result> mutateRow(RowMutations mutations) {
    return shown(direct.mutateRow(mutations));
  }

  @Override
  public <T> List<CompletableFuture<T>> batch(List<? extends Row> actions) {
    return shown(direct.<T>batch(actions));
  }

  @Override
  public void scan(Scan scan, ScanResultConsumer consumer) {
    if (PlannedScan.isForGateways(scan)) {
      real.scan(scan, consumer);
    } else {
      Scan kept = PlannedScan.copy(scan);
      pool.execute(Context.current().wrap(() -> read(kept, consumer)));
    }
  }

  /** Reads a scan to its end, on this thread. */
  private void read(Scan scan, ScanResultConsumer consumer) {
    try (ResultScanner scanner = direct.getScanner(scan)) {
      ScanMetrics metrics = scan.isScanMetricsEnabled() ? scanner.getScanMetrics() : null;
      if (metrics != null) {
        consumer.onScanMetricsCreated(metrics);
      }
      Result row = scanner.next();
      while (row != null && consumer.onNext(row)) {
        row = scanner.next();
      }
    } catch (Throwable e) {
      consumer.onError(e);
      return;
    }
    consumer.onComplete();
  }

  @Override
  public ResultScanner getScanner(Scan scan) {
    return direct.getScanner(scan);
  }

  @Override
  public CompletableFuture<List<Result>> scanAll(Scan scan) {
    return shown(direct.scanAll(scan));
  }
}
