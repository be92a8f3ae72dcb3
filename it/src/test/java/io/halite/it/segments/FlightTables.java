package io.halite.it.segments;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** The shipped flights under {@code ANC200101010001LAX2345}, in three tables. */
final class FlightTables implements AutoCloseable {
  static final String LAYOUT = "origin:3 departure:12:digits destination:3 distance:4:digits";
  static final List<String> NAMES = List.of("flights_plain", "flights_layout", "flights_salted");
  static final List<String> WITH_LAYOUT = NAMES.subList(1, 3);

  private static final byte[] F = Bytes.toBytes("f");
  private static final String SALT = "hash(origin) % 4";

  private final Connection connection;
  private final List<String> keys;
  private final List<TestTable> tables = new ArrayList<>();

  private FlightTables(Connection connection, List<String> keys) {
    this.connection = connection;
    this.keys = keys;
  }

  static FlightTables fill(Connection connection) throws IOException {
    FlightTables tables = new FlightTables(connection, keys());
    tables.fill(TestTable.named(NAMES.get(0)).splits("D", "LAX2", "ORD"));
    tables.fill(
        TestTable.named(NAMES.get(1))
            .salted("key=" + LAYOUT + ",salt=none")
            .splits("D", "LAX2", "ORD"));
    tables.fill(
        TestTable.named(NAMES.get(2)).salted("key=" + LAYOUT + ",salt=" + SALT).splitBuckets());
    return tables;
  }

  private static List<String> keys() throws IOException {
    try (InputStream file =
            FlightTables.class.getResourceAsStream("/io/halite/it/demo/flights-20k.csv.gz");
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(file), StandardCharsets.US_ASCII))) {
      return lines
          .lines()
          .skip(1)
          .map(line -> line.split(","))
          .map(flight -> flight[1] + flight[0] + flight[2] + "%4s".formatted(flight[4]))
          .map(key -> key.replace(' ', '0'))
          .distinct()
          .sorted()
          .toList();
    }
  }

  private void fill(TablePlan plan) throws IOException {
    tables.add(plan.create(connection));
    try (BufferedMutator rows = connection.getBufferedMutator(plan.name())) {
      for (String key : keys) {
        rows.mutate(new Put(Bytes.toBytes(key)).addColumn(F, F, F));
      }
    }
  }

  /** What a client finds that looks at every key itself: something, and far from everything. */
  List<String> thatAre(Predicate<String> wanted, boolean reversed) {
    List<String> rows = new ArrayList<>(keys.stream().filter(wanted).toList());
    assertThat(rows).hasSizeBetween(10, keys.size() / 10);
    if (reversed) {
      Collections.reverse(rows);
    }
    return rows;
  }

  List<String> scan(String name, Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Table table = connection.getTable(TableName.valueOf(name));
        ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        rows.add(Bytes.toString(result.getRow()));
      }
    }
    return rows;
  }

  @Override
  public void close() throws IOException {
    for (TestTable table : tables) {
      table.close();
    }
  }
}
