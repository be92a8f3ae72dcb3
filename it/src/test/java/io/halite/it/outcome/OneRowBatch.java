package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;

import io.halite.it.cluster.TestTable;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Batches with several writes of one row, which holds {@code old} before. HBase's client numbers
 * those that have an increment or append; another one may be applied again.
 */
enum OneRowBatch {
  /** Nothing but their numbers tells the two from each other. */
  ALIKE {
    @Override
    List<Row> of(byte[] row) {
      return List.of(ifOld(row).build(add(row, N, 1)), ifOld(row).build(add(row, N, 1)));
    }
  },
  /** Each is met only by what the one before it has written. */
  A_CHAIN {
    @Override
    List<Row> of(byte[] row) throws Exception {
      return List.of(
          ifOld(row).build(swap(row, NEW, 1)),
          CheckAndMutate.newBuilder(row).ifEquals(F, Q, NEW).build(swap(row, OLD, 10)));
    }
  },
  /** An owner applies the second one by a filter that sees natural keys. */
  BY_FILTER {
    @Override
    List<Row> of(byte[] row) {
      return List.of(
          ifOld(row).build(add(row, N, 1)),
          CheckAndMutate.newBuilder(row)
              .ifMatches(new SingleColumnValueFilter(F, Q, CompareOperator.EQUAL, OLD))
              .build(add(row, N, 10)));
    }
  },
  /** Without a condition. HBase answers a repeat with what the row holds then, so none answers. */
  UNCONDITIONAL {
    @Override
    List<Row> of(byte[] row) throws Exception {
      return List.of(silent(row, 1), silent(row, 1), silent(row, 10));
    }

    private static RowMutations silent(byte[] row, long amount) throws Exception {
      return RowMutations.of(List.<Mutation>of(add(row, N, amount).setReturnResults(false)));
    }
  },
  /** Writes of each kind without a condition, of which none answers what it makes of the row. */
  ONE_BY_ONE {
    @Override
    List<Row> of(byte[] row) {
      return List.of(
          silent(add(row, N, 1)),
          longer(row, "a"),
          put(row, "p", OLD),
          new Delete(row).addColumns(F, Q),
          put(row, "p", NEW),
          longer(row, "b"),
          silent(add(row, N, 10)),
          longer(row, "c"));
    }

    private static Append longer(byte[] row, String text) {
      return new Append(row).addColumn(F, bytes("a"), bytes(text)).setReturnResults(false);
    }

    private static Increment silent(Increment increment) {
      return increment.setReturnResults(false);
    }
  },
  /** Conditional writes beside others, which come first. */
  MIXED {
    @Override
    List<Row> of(byte[] row) throws Exception {
      Increment inRow = add(row, "o", 1_000);
      return List.of(
          ifOld(row).build(new Append(row).addColumn(F, bytes("a"), OLD)),
          add(row, "m", 100),
          ifOld(row).build(add(row, N, 1)),
          new Append(row).addColumn(F, bytes("b"), OLD),
          RowMutations.of(List.<Mutation>of(put(row, "r", NEW), inRow)),
          CheckAndMutate.newBuilder(row).ifNotExists(F, NEW).build(put(row, "p", NEW)),
          ifOld(row).build(swap(row, NEW, 10)));
    }
  };

  static final byte[] OLD = bytes("old");
  static final byte[] NEW = bytes("new");
  static final String N = "n";

  abstract List<Row> of(byte[] row) throws Exception;

  /** Sends the batch amid trouble; returns its answers and what the row holds afterwards. */
  String outcome(Table by, TestTable table, String name, Trouble trouble) throws Exception {
    byte[] row = bytes(name);
    table.table().put(put(row, "q", OLD));
    Object[] answers = new Object[of(row).size()];
    CompletableFuture<Void> end = trouble.begin(row);
    try {
      by.batch(of(row), answers);
    } catch (RetriesExhaustedWithDetailsException e) {
      // Its causes are among the answers.
    }
    end.join();
    Losses.end();
    return Told.of(Arrays.asList(answers)) + " " + Told.of(table.table().get(new Get(row)));
  }

  static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }

  static CheckAndMutate.Builder ifOld(byte[] row) {
    return CheckAndMutate.newBuilder(row).ifEquals(F, Q, OLD);
  }

  static Put put(byte[] row, String qualifier, byte[] value) {
    return new Put(row).addColumn(F, bytes(qualifier), value);
  }

  static Increment add(byte[] row, String qualifier, long amount) {
    return new Increment(row).addColumn(F, bytes(qualifier), amount);
  }

  private static RowMutations swap(byte[] row, byte[] value, long amount) throws Exception {
    return RowMutations.of(
        List.<Mutation>of(new Put(row).addColumn(F, Q, value), add(row, N, amount)));
  }
}
