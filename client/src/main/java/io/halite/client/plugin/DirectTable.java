package io.halite.client.plugin;

import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A salted table whose requests go straight to the owner regions: the application gives natural
 * keys, each request goes to the server that stores its row, and answers have natural keys.
 *
 * <p>As safe for threads as the real table.
 */
final class DirectTable extends ConditionalTable {
  private final Questions questions;
  private final DirectRequests requests;
  private final DirectScans scans;
  private final DirectBatch batch;
  private final TableSpec spec;
  private final WriteWaits waits;
  private final PutLimits limits;

  /**
   * A table over the real one.
   *
   * @param conf the application's
   * @param another opens another real table, for what waits by another time-out
   */
  DirectTable(
      Table real,
      Configuration conf,
      TableSpec spec,
      ScanTables scanTables,
      IdleScanners idle,
      WriteWaits.Opening another) {
    super(real, conf, scanTables);
    this.questions = new Questions(spec, real::get);
    this.requests = new DirectRequests(spec, questions);
    ScanWaits scanWaits = new ScanWaits(real, another, ScanWaits.millis(conf));
    this.scans = new DirectScans(new BlockingScans(real, scanWaits, scanTables, idle), spec);
    this.batch = new DirectBatch(real, spec);
    this.spec = spec;
    this.waits = new WriteWaits(real, another);
    this.limits = PutLimits.of(conf);
  }

  private Object[] sendAll(List<? extends Row> naturals) throws IOException {
    return sendAll(batch, naturals, new Object[naturals.size()]);
  }

  private static Object[] sendAll(DirectBatch batch, List<? extends Row> naturals, Object[] results)
      throws IOException {
    try {
      batch.run(naturals, results);
      return results;
    } catch (InterruptedException e) {
      throw Interrupted.during("waiting for the answers to a batch", e);
    }
  }

  @Override
  public boolean exists(Get get) throws IOException {
    Routing routing = questions.routing(List.of(get));
    return JoinedGets.isFor(routing, get)
        ? joined(routing, new Get(get).setCheckExistenceOnly(true)).getExists()
        : requests.send(routing, get, TimelineGets.showing(real::exists));
  }

  /** Joins the cells of a row that lies in many places. */
  private Result joined(Routing routing, Get get) throws IOException {
    Object[] results = new Object[1];
    try {
      batch.run(routing, List.of(get), results);
      return (Result) results[0];
    } catch (InterruptedException e) {
      throw Interrupted.during("reading a row that lies in many places", e);
    } catch (RetriesExhaustedWithDetailsException e) {
      throw Failures.alone(e);
    }
  }

  @Override
  public boolean[] exists(List<Get> gets) throws IOException {
    if (gets.size() == 1) {
      return new boolean[] {exists(gets.get(0))};
    }
    List<Get> checks = new ArrayList<>(gets.size());
    for (Get get : gets) {
      checks.add(new Get(get).setCheckExistenceOnly(true));
    }
    Object[] answers = sendAll(checks);
    boolean[] exist = new boolean[answers.length];
    for (int i = 0; i < answers.length; i++) {
      exist[i] = ((Result) answers[i]).getExists();
    }
    return exist;
  }

  @Override
  public Result get(Get get) throws IOException {
    Routing routing = questions.routing(List.of(get));
    return JoinedGets.isFor(routing, get)
        ? joined(routing, get)
        : requests.send(routing, get, TimelineGets.showing(real::get));
  }

  @Override
  public Result[] get(List<Get> gets) throws IOException {
    if (gets.size() == 1) {
      return new Result[] {get(gets.get(0))};
    }
    Object[] answers = sendAll(gets);
    return Arrays.copyOf(answers, answers.length, Result[].class);
  }

  @Override
  public ResultScanner getScanner(Scan scan) throws IOException {
    return scans.open(scan);
  }

  @Override
  public ResultScanner getScanner(byte[] family) throws IOException {
    return scans.open(new Scan().addFamily(family));
  }

  @Override
  public ResultScanner getScanner(byte[] family, byte[] qualifier) throws IOException {
    return scans.open(new Scan().addColumn(family, qualifier));
  }

  @Override
  public void batch(List<? extends Row> actions, Object[] results)
      throws IOException, InterruptedException {
    batch.run(actions, results);
  }

  @Override
  public <R> void batchCallback(
      List<? extends Row> actions, Object[] results, Batch.Callback<R> callback)
      throws IOException, InterruptedException {
    batch.run(actions, results, callback);
  }

  @Override
  public void put(Put put) throws IOException {
    if (limits.admit(List.of(put))) {
      requests.send(
          put,
          stored -> {
            real.put(stored);
            return stored;
          });
    } else {
      real.put(put);
    }
  }

  @Override
  public void put(List<Put> puts) throws IOException {
    if (limits.admit(puts)) {
      sendAll(puts);
    } else {
      // The real table refuses a put without cells, and sends nothing of the list.
      real.put(puts);
    }
  }

  @Override
  public void delete(Delete delete) throws IOException {
    requests.send(
        delete,
        stored -> {
          real.delete(stored);
          return stored;
        });
  }

  /** Removes from the list the deletes that succeeded, as HBase does. */
  @Override
  public void delete(List<Delete> deletes) throws IOException {
    Object[] answers = new Object[deletes.size()];
    try {
      sendAll(batch, deletes, answers);
    } finally {
      for (int i = answers.length - 1; i >= 0; i--) {
        if (answers[i] instanceof Result) {
          deletes.remove(i);
        }
      }
    }
  }

  @Override
  boolean send(CheckAndMutate natural, DirectRequests.Call<CheckAndMutate, Boolean> call)
      throws IOException {
    return requests.send(natural, call);
  }

  @Override
  public CheckAndMutateResult checkAndMutate(CheckAndMutate check) throws IOException {
    // HBase's own table looks at a single put, and not into a list or changes of a row.
    return !(check.getAction() instanceof Put put) || limits.admit(List.of(put))
        ? requests.send(check, real::checkAndMutate)
        : real.checkAndMutate(check);
  }

  @Override
  public List<CheckAndMutateResult> checkAndMutate(List<CheckAndMutate> checks) throws IOException {
    if (checks.size() == 1) {
      return new ArrayList<>(List.of(checkAndMutate(checks.get(0))));
    }
    Object[] answers = new Object[checks.size()];
    waits.use(table -> sendAll(new DirectBatch(table, spec), checks, answers));
    return new ArrayList<>(
        List.of(Arrays.copyOf(answers, answers.length, CheckAndMutateResult[].class)));
  }

  @Override
  public Result mutateRow(RowMutations mutations) throws IOException {
    return requests.send(mutations, real::mutateRow);
  }

  @Override
  public Result append(Append append) throws IOException {
    return requests.send(append, real::append);
  }

  @Override
  public Result increment(Increment increment) throws IOException {
    return requests.send(increment, real::increment);
  }

  @Override
  public long incrementColumnValue(byte[] row, byte[] family, byte[] qualifier, long amount)
      throws IOException {
    return incrementColumnValue(row, family, qualifier, amount, Durability.SYNC_WAL);
  }

  @Override
  public long incrementColumnValue(
      byte[] row, byte[] family, byte[] qualifier, long amount, Durability durability)
      throws IOException {
    if (row == null || family == null) {
      return real.incrementColumnValue(row, family, qualifier, amount, durability);
    }
    Increment increment =
        new Increment(row).addColumn(family, qualifier, amount).setDurability(durability);
    return Bytes.toLong(increment(increment).getValue(family, qualifier));
  }
}
