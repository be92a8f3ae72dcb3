package io.halite.it.segments;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** A small table of keys {@code origin:3 destination:3 number:4}, and what scans of it give. */
final class Airports implements AutoCloseable {
  static final String LAYOUT = "origin:3 destination:3 number:4";

  private static final byte[] F = Bytes.toBytes("f");
  private static final List<String> CODES = List.of("ATL", "LAX", "MIA", "ORD", "SFO");

  private final Connection connection;
  private final TableName name;
  private final List<String> keys;

  private Airports(Connection connection, TableName name, List<String> keys) {
    this.connection = connection;
    this.name = name;
    this.keys = keys;
  }

  /** Creates and fills it; with a coprocessor attribute, or null for a table without one. */
  static Airports create(Connection connection, String name, String attribute, List<byte[]> splits)
      throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F));
    if (attribute != null) {
      table.setValue("coprocessor$1", attribute);
    }
    TableDescriptor descriptor = table.build();
    connection.getAdmin().createTable(descriptor, splits.toArray(byte[][]::new));
    Random random = new Random(11);
    List<String> keys = new ArrayList<>();
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      String key =
          CODES.get(random.nextInt(5)) + CODES.get(random.nextInt(5)) + "%04d".formatted(i);
      keys.add(key);
      puts.add(new Put(Bytes.toBytes(key)).addColumn(F, F, F));
    }
    try (Table rows = connection.getTable(descriptor.getTableName())) {
      rows.put(puts);
    }
    Collections.sort(keys);
    return new Airports(connection, descriptor.getTableName(), List.copyOf(keys));
  }

  TableName name() {
    return name;
  }

  /** What a client finds that looks at every key itself. */
  List<String> thatAre(Predicate<String> wanted) {
    return keys.stream().filter(wanted).toList();
  }

  List<String> scan(Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(scan)) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        rows.add(Bytes.toString(result.getRow()));
      }
    }
    return rows;
  }

  @Override
  public void close() throws IOException {
    connection.getAdmin().disableTable(name);
    connection.getAdmin().deleteTable(name);
  }
}
