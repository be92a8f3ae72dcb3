package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;

/** What a client repeats under its nonce. Each adds to one column of a row: 5, or the row's key. */
public enum CountedWrite {
  INCREMENT {
    @Override
    public byte[] send(Table table, byte[] row) throws Exception {
      return table.increment(five(row)).getValue(F, Q);
    }
  },
  APPEND {
    @Override
    public byte[] send(Table table, byte[] row) throws Exception {
      return table.append(new Append(row).addColumn(F, Q, row)).getValue(F, Q);
    }
  },
  BATCH {
    @Override
    public byte[] send(Table table, byte[] row) throws Exception {
      Object[] results = new Object[1];
      table.batch(List.of(five(row)), results);
      return ((Result) results[0]).getValue(F, Q);
    }
  },
  ATOMIC_CHANGE {
    @Override
    public byte[] send(Table table, byte[] row) throws Exception {
      return table.mutateRow(change(row)).getValue(F, Q);
    }
  },
  CONDITIONAL_INCREMENT {
    @Override
    public byte[] send(Table table, byte[] row) throws Exception {
      return table
          .checkAndMutate(CheckAndMutate.newBuilder(row).ifNotExists(F, row).build(five(row)))
          .getResult()
          .getValue(F, Q);
    }
  };

  /** Sends it; returns what the column holds then. */
  public abstract byte[] send(Table table, byte[] row) throws Exception;

  private static Increment five(byte[] row) {
    return new Increment(row).addColumn(F, Q, 5);
  }

  private static RowMutations change(byte[] row) throws IOException {
    RowMutations change = new RowMutations(row);
    change.add((Mutation) five(row));
    change.add((Mutation) new Put(row).addColumn(F, new byte[] {1}, row));
    return change;
  }
}
