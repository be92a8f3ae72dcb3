package io.halite.it.segments;

import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** A small table of keys {@code origin:3 destination:3 number:4}, and what scans of it give. */
final class Airports implements AutoCloseable {
  static final String LAYOUT = "origin:3 destination:3 number:4";

  private static final byte[] F = Bytes.toBytes("f");
  private static final List<String> CODES = List.of("ATL", "LAX", "MIA", "ORD", "SFO");

  private final TestTable table;
  private final List<String> keys;

  private Airports(TestTable table, List<String> keys) {
    this.table = table;
    this.keys = keys;
  }

  /** Creates and fills it. */
  static Airports create(Connection connection, TablePlan plan) throws IOException {
    TestTable table = plan.create(connection);
    Random random = new Random(11);
    List<String> keys = new ArrayList<>();
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      String key =
          CODES.get(random.nextInt(5)) + CODES.get(random.nextInt(5)) + "%04d".formatted(i);
      keys.add(key);
      puts.add(new Put(Bytes.toBytes(key)).addColumn(F, F, F));
    }
    try (Table rows = table.table()) {
      rows.put(puts);
    }
    Collections.sort(keys);
    return new Airports(table, List.copyOf(keys));
  }

  TableName name() {
    return table.name();
  }

  /** What a client finds that looks at every key itself. */
  List<String> thatAre(Predicate<String> wanted) {
    return keys.stream().filter(wanted).toList();
  }

  List<String> scan(Scan scan) throws IOException {
    return table.scan(scan);
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
