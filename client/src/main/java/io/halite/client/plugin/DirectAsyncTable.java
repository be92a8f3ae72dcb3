package io.halite.client.plugin;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;

/**
 * A table of the asynchronous client whose requests go straight to the owner regions, as those of
 * {@link DirectTable}. It calls back on the threads of the network.
 *
 * <p>As safe for threads as the real table.
 */
final class DirectAsyncTable extends ConditionalAsyncTable<AdvancedScanResultConsumer> {
  private final AsyncQuestions questions;
  private final AsyncRequests requests;
  private final AsyncJoinedGets joined;
  private final AsyncJoinedGets joinedInBatches;
  private final AsyncScans scans;
  private final PutLimits limits;

  private DirectAsyncTable(
      AsyncTable<AdvancedScanResultConsumer> real, TableSpec spec, AsyncScans scans) {
    super(real);
    this.questions = new AsyncQuestions(spec, real::get);
    this.requests = new AsyncRequests(questions);
    this.joined = new AsyncJoinedGets(questions, real::get, get -> requests.send(get, real::get));
    this.joinedInBatches =
        new AsyncJoinedGets(
            questions,
            real::batch,
            get -> AsyncBatch.<Get, Result>send(questions, List.of(get), real::batch).get(0));
    this.scans = scans;
    this.limits = PutLimits.of(real.getConfiguration());
  }

  /**
   * A table that calls back on the threads of the network.
   *
   * @param owners the same table for scans, whose requests wait no longer than a scan
   * @param threads tell consumers of scans what no thread of the network tells
   */
  static AsyncTable<AdvancedScanResultConsumer> onNetwork(
      AsyncTable<AdvancedScanResultConsumer> real,
      AsyncTable<AdvancedScanResultConsumer> owners,
      TableSpec spec,
      Executor threads) {
    return new DirectAsyncTable(real, spec, new AsyncScans(owners, spec, threads));
  }

  @Override
  public CompletableFuture<Result> get(Get get) {
    return joined.send(get).orElseGet(() -> requests.send(get, real::get));
  }

  @Override
  public List<CompletableFuture<Result>> get(List<Get> gets) {
    return joined.send(gets).orElseGet(() -> AsyncBatch.send(questions, gets, real::get));
  }

  @Override
  public CompletableFuture<Void> put(Put put) {
    return send(put, real::put);
  }

  /** A bad put is refused on the thread of the caller, one without cells by the real table. */
  private <R extends Row, T> CompletableFuture<T> send(
      R request, Function<R, CompletableFuture<T>> call) {
    return limits.admit(List.of(request)) ? requests.send(request, call) : call.apply(request);
  }

  /** The same for a list; the real table then sends nothing of it. */
  private <R extends Row, T> List<CompletableFuture<T>> sendAll(
      List<? extends R> all, Function<List<R>, List<CompletableFuture<T>>> call) {
    return limits.admit(all) ? AsyncBatch.send(questions, all, call) : call.apply(List.copyOf(all));
  }

  @Override
  public List<CompletableFuture<Void>> put(List<Put> puts) {
    return sendAll(puts, real::put);
  }

  @Override
  public CompletableFuture<Void> delete(Delete delete) {
    return requests.send(delete, real::delete);
  }

  @Override
  public List<CompletableFuture<Void>> delete(List<Delete> deletes) {
    return AsyncBatch.send(questions, deletes, real::delete);
  }

  /** One without columns is refused on the thread of the caller by the real table. */
  private <M extends Mutation, T> CompletableFuture<T> change(
      M change, Function<M, CompletableFuture<T>> call) {
    return change.isEmpty() ? call.apply(change) : requests.send(change, call);
  }

  @Override
  public CompletableFuture<Result> append(Append append) {
    return change(append, real::append);
  }

  @Override
  public CompletableFuture<Result> increment(Increment increment) {
    return change(increment, real::increment);
  }

  @Override
  public CompletableFuture<CheckAndMutateResult> checkAndMutate(CheckAndMutate check) {
    return send(check, real::checkAndMutate);
  }

  @Override
  public List<CompletableFuture<CheckAndMutateResult>> checkAndMutate(List<CheckAndMutate> checks) {
    return sendAll(checks, real::checkAndMutate);
  }

  @Override
  public CompletableFuture<Result> mutateRow(RowMutations mutations) {
    return send(mutations, real::mutateRow);
  }

  /** The real table's batch waits by another time-out than its list of gets. */
  @Override
  @SuppressWarnings("unchecked") // The answer to a get is a result.
  public <T> List<CompletableFuture<T>> batch(List<? extends Row> actions) {
    return joinedInBatches
        .send(actions)
        .map(answers -> (List<CompletableFuture<T>>) (List<?>) answers)
        .orElseGet(() -> this.<Row, T>sendAll(actions, real::batch));
  }

  @Override
  public void scan(Scan scan, AdvancedScanResultConsumer consumer) {
    scans.push(scan, consumer);
  }

  @Override
  public ResultScanner getScanner(Scan scan) {
    return scans.open(scan);
  }

  @Override
  public CompletableFuture<List<Result>> scanAll(Scan scan) {
    return scans.all(scan);
  }
}
