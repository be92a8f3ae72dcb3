package io.halite.it.forwards;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the threads of region servers hold after the requests that they have served. */
@ExtendWith(SharedCluster.class)
class HandlerMemoryIT {
  private static final byte[] F = TestTable.F;

  private final EmbeddedCluster cluster;

  HandlerMemoryIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void aHandlerHoldsNothingOfARequestThatHasEnded() throws Exception {
    try (TestTable fixture =
            TestTable.numbered("held")
                .salted(TestTable.FOUR_BUCKETS)
                .splitBuckets()
                .create(cluster);
        Table table = fixture.table()) {
      List<Row> mixed = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        byte[] row = Bytes.toBytes("row" + i);
        table.put(put(row));
        table.increment(new Increment(row).addColumn(F, Bytes.toBytes("n"), 1));
        table.append(new Append(row).addColumn(F, Bytes.toBytes("a"), F));
        table.checkAndMutate(CheckAndMutate.newBuilder(row).ifEquals(F, F, F).build(put(row)));
        table.checkAndMutate(CheckAndMutate.newBuilder(row).ifNotExists(F, F).build(put(row)));
        table.mutateRow(RowMutations.of(List.of(put(row), put(row))));
        table.get(new Get(row));
        mixed.add(put(row));
        mixed.add(new Get(row));
        mixed.add(new Increment(row).addColumn(F, Bytes.toBytes("n"), 1));
        mixed.add(new Delete(Bytes.toBytes("gone" + i)));
      }
      table.batch(mixed, new Object[mixed.size()]);
      try (ResultScanner scanner = table.getScanner(new Scan())) {
        assertThat(scanner).hasSize(40);
      }
      assertThat(held()).isEmpty();
    }
  }

  private static Put put(byte[] row) {
    return new Put(row).addColumn(F, F, F);
  }

  /** The thread, and what of Halite it keeps for itself. */
  private static List<String> held() throws ReflectiveOperationException {
    List<String> held = new ArrayList<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      Object locals = field(Thread.class, "threadLocals").get(thread);
      Object[] table = locals == null ? new Object[0] : table(locals);
      for (Object entry : table) {
        Object value = entry == null ? null : field(entry.getClass(), "value").get(entry);
        for (Object each :
            value instanceof Collection<?> all ? all : Collections.singleton(value)) {
          if (each != null && each.getClass().getName().startsWith("io.halite.coprocessor.")) {
            held.add(thread.getName() + ": " + each.getClass());
          }
        }
      }
    }
    return held;
  }

  private static Object[] table(Object locals) throws ReflectiveOperationException {
    return (Object[]) field(locals.getClass(), "table").get(locals);
  }

  private static Field field(Class<?> type, String name) throws NoSuchFieldException {
    Field field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
