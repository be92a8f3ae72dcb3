package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The only writer of one row, so that the condition of each write holds: each is applied, and an
 * answer false is wrong.
 */
final class ConditionalWriter {
  private static final byte[] N = Bytes.toBytes("n");
  private static final byte[] OTHER = Bytes.toBytes("other");

  private final byte[] row;
  private final Client client;
  private final OutcomeTally tally;
  private long version;
  private boolean present;
  private long count;

  /** What a write does if its condition holds. */
  enum Form {
    PUT,
    DELETE,
    ROW_MUTATIONS,
    WITH_INCREMENT;

    /** Whether HBase's client numbers it. */
    boolean isNumbered() {
      return this == WITH_INCREMENT;
    }
  }

  /** How requests are sent. */
  interface Client {
    CheckAndMutateResult send(CheckAndMutate check) throws Exception;

    void increment(Increment increment) throws Exception;

    Result get(Get get) throws Exception;
  }

  ConditionalWriter(byte[] row, Client client, OutcomeTally tally) {
    this.row = row;
    this.client = client;
    this.tally = tally;
  }

  /** Writes once in each form, and increments once. */
  void round() throws Exception {
    for (Form form : Form.values()) {
      write(form);
    }
    client.increment(new Increment(row).addColumn(F, N, 1));
    count++;
  }

  private void write(Form form) throws Exception {
    CheckAndMutate.Builder condition = CheckAndMutate.newBuilder(row);
    condition =
        present ? condition.ifEquals(F, Q, Bytes.toBytes(version)) : condition.ifNotExists(F, Q);
    Put put = new Put(row).addColumn(F, Q, Bytes.toBytes(version + 1));
    CheckAndMutate check =
        switch (form) {
          case PUT -> condition.build(put);
          case DELETE -> condition.build(new Delete(row).addColumns(F, Q));
          case ROW_MUTATIONS ->
              condition.build(RowMutations.of(List.of(put, new Delete(row).addColumns(F, OTHER))));
          case WITH_INCREMENT ->
              condition.build(
                  RowMutations.of(List.<Mutation>of(put, new Increment(row).addColumn(F, N, 1))));
        };
    try {
      boolean answer = client.send(check).isSuccess();
      version += form == Form.DELETE ? 0 : 1;
      present = form != Form.DELETE;
      count += form.isNumbered() ? 1 : 0;
      requireStored();
      tally.answered(form, answer);
    } catch (IOException | CompletionException e) {
      System.out.println("a write failed: " + e);
      tally.unknown();
      adoptStored(form);
    }
  }

  private void requireStored() throws Exception {
    byte[] stored = client.get(new Get(row)).getValue(F, Q);
    if ((stored != null) != present || (present && Bytes.toLong(stored) != version)) {
      throw new AssertionError("a write of " + Bytes.toString(row) + " was not applied");
    }
  }

  private void adoptStored(Form form) throws Exception {
    byte[] stored = client.get(new Get(row)).getValue(F, Q);
    boolean applied = stored == null ? form == Form.DELETE : Bytes.toLong(stored) > version;
    present = stored != null;
    version = present ? Bytes.toLong(stored) : version;
    count += applied && form.isNumbered() ? 1 : 0;
  }

  void end() throws Exception {
    Cell stored = client.get(new Get(row)).getColumnLatestCell(F, N);
    tally.counted(count, stored == null ? 0 : Bytes.toLong(CellUtil.cloneValue(stored)));
  }
}
