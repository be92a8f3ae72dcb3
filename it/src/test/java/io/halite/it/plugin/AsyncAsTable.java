package io.halite.it.plugin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HTableDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.FutureUtils;

/**
 * A table of the asynchronous client as a blocking one, so that both clients can be asked the same.
 * A batch fails as that of the blocking client: with the rows that failed.
 *
 * @param async the table
 * @param reading how it scans
 */
@SuppressWarnings("deprecation") // Deprecated forms are part of the interface.
public record AsyncAsTable(AsyncTable<?> async, Reading reading) implements Table {
  /** A way to scan a table. */
  interface Reading {
    ResultScanner scan(Scan scan) throws IOException;
  }

  /** Scans are read by scanners. */
  public AsyncAsTable(AsyncTable<?> async) {
    this(async, false);
  }

  /** A scan collects the rows that are pushed, or a scanner reads them. */
  public AsyncAsTable(AsyncTable<?> async, boolean pushed) {
    this(
        async,
        pushed ? scan -> new ReadRows(get(async.scanAll(scan)).iterator()) : async::getScanner);
  }

  private static <T> T get(CompletableFuture<T> future) throws IOException {
    return FutureUtils.get(future);
  }

  private static <T> List<T> all(List<? extends Row> rows, List<CompletableFuture<T>> futures)
      throws IOException {
    return Arrays.asList(all(rows, futures, new Object[rows.size()])).stream()
        .map(AsyncAsTable::<T>cast)
        .toList();
  }

  @SuppressWarnings("unchecked")
  private static <T> T cast(Object answer) {
    return (T) answer;
  }

  private static <T> Object[] all(
      List<? extends Row> rows, List<CompletableFuture<T>> futures, Object[] answers)
      throws IOException {
    List<Throwable> causes = new ArrayList<>();
    List<Row> failed = new ArrayList<>();
    List<String> servers = new ArrayList<>();
    for (int i = 0; i < futures.size(); i++) {
      try {
        T answer = get(futures.get(i));
        answers[i] = answer == null ? Result.EMPTY_RESULT : answer;
      } catch (IOException e) {
        answers[i] = e instanceof RetriesExhaustedException ? e.getCause() : e;
        causes.add((Throwable) answers[i]);
        failed.add(rows.get(i));
        servers.add("");
      }
    }
    if (!causes.isEmpty()) {
      throw new RetriesExhaustedWithDetailsException(causes, failed, servers);
    }
    return answers;
  }

  @Override
  public TableName getName() {
    return async.getName();
  }

  @Override
  public Configuration getConfiguration() {
    return async.getConfiguration();
  }

  @Override
  public HTableDescriptor getTableDescriptor() {
    throw new UnsupportedOperationException();
  }

  @Override
  public TableDescriptor getDescriptor() throws IOException {
    return get(async.getDescriptor());
  }

  @Override
  public RegionLocator getRegionLocator() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean exists(Get get) throws IOException {
    return get(async.exists(get));
  }

  @Override
  public boolean[] exists(List<Get> gets) throws IOException {
    List<Boolean> answers = all(gets, async.exists(gets));
    boolean[] exist = new boolean[answers.size()];
    for (int i = 0; i < exist.length; i++) {
      exist[i] = answers.get(i);
    }
    return exist;
  }

  @Override
  public Result get(Get get) throws IOException {
    return get(async.get(get));
  }

  @Override
  public Result[] get(List<Get> gets) throws IOException {
    return all(gets, async.get(gets)).toArray(Result[]::new);
  }

  @Override
  public ResultScanner getScanner(Scan scan) throws IOException {
    return reading.scan(scan);
  }

  @Override
  public ResultScanner getScanner(byte[] family) {
    return async.getScanner(family);
  }

  @Override
  public ResultScanner getScanner(byte[] family, byte[] qualifier) {
    return async.getScanner(family, qualifier);
  }

  @Override
  public void put(Put put) throws IOException {
    get(async.put(put));
  }

  @Override
  public void put(List<Put> puts) throws IOException {
    all(puts, async.put(puts));
  }

  @Override
  public void delete(Delete delete) throws IOException {
    get(async.delete(delete));
  }

  @Override
  public void delete(List<Delete> deletes) throws IOException {
    all(deletes, async.delete(deletes));
    deletes.clear();
  }

  @Override
  public Result append(Append append) throws IOException {
    return get(async.append(append));
  }

  @Override
  public Result increment(Increment increment) throws IOException {
    return get(async.increment(increment));
  }

  @Override
  public long incrementColumnValue(byte[] row, byte[] family, byte[] qualifier, long amount)
      throws IOException {
    return get(async.incrementColumnValue(row, family, qualifier, amount));
  }

  @Override
  public Result mutateRow(RowMutations mutations) throws IOException {
    return get(async.mutateRow(mutations));
  }

  @Override
  public CheckAndMutateResult checkAndMutate(CheckAndMutate check) throws IOException {
    return get(async.checkAndMutate(check));
  }

  @Override
  public List<CheckAndMutateResult> checkAndMutate(List<CheckAndMutate> checks) throws IOException {
    return all(checks, async.checkAndMutate(checks));
  }

  @Override
  public boolean checkAndPut(byte[] row, byte[] family, byte[] qualifier, byte[] value, Put put)
      throws IOException {
    return get(
        async
            .checkAndMutate(row, family)
            .qualifier(qualifier)
            .ifMatches(CompareOperator.EQUAL, value)
            .thenPut(put));
  }

  @Override
  public boolean checkAndDelete(
      byte[] row, byte[] family, byte[] qualifier, byte[] value, Delete delete) throws IOException {
    return get(
        async.checkAndMutate(row, family).qualifier(qualifier).ifEquals(value).thenDelete(delete));
  }

  @Override
  public CheckAndMutateBuilder checkAndMutate(byte[] row, byte[] family) {
    AsyncTable.CheckAndMutateBuilder builder = async.checkAndMutate(row, family);
    return new Builder(builder);
  }

  private record Builder(AsyncTable.CheckAndMutateBuilder builder)
      implements CheckAndMutateBuilder {
    @Override
    public CheckAndMutateBuilder qualifier(byte[] qualifier) {
      return new Builder(builder.qualifier(qualifier));
    }

    @Override
    public CheckAndMutateBuilder timeRange(org.apache.hadoop.hbase.io.TimeRange range) {
      return new Builder(builder.timeRange(range));
    }

    @Override
    public CheckAndMutateBuilder ifNotExists() {
      return new Builder(builder.ifNotExists());
    }

    @Override
    public CheckAndMutateBuilder ifMatches(CompareOperator op, byte[] value) {
      return new Builder(builder.ifMatches(op, value));
    }

    @Override
    public boolean thenPut(Put put) throws IOException {
      return get(builder.thenPut(put));
    }

    @Override
    public boolean thenDelete(Delete delete) throws IOException {
      return get(builder.thenDelete(delete));
    }

    @Override
    public boolean thenMutate(RowMutations mutations) throws IOException {
      return get(builder.thenMutate(mutations));
    }
  }

  @Override
  public void batch(List<? extends Row> actions, Object[] results) throws IOException {
    all(actions, async.batch(actions), results);
  }

  @Override
  public <R> void batchCallback(
      List<? extends Row> actions, Object[] results, Batch.Callback<R> callback)
      throws IOException {
    List<CompletableFuture<R>> futures = async.batch(actions);
    all(actions, futures, results);
    for (int i = 0; i < results.length; i++) {
      callback.update(Bytes.toBytes(""), actions.get(i).getRow(), cast(results[i]));
    }
  }

  @Override
  public void close() {
    // The connection closes what it has opened.
  }
}
