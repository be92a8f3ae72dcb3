package io.halite.it.demo;

import io.halite.client.shell.CreateCommand;
import io.halite.client.shell.Cuts;
import io.halite.client.shell.NewFamily;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RpcCount;
import io.halite.it.demo.DemoVerdict.Worse;
import io.halite.keys.DigitSpace;
import io.halite.keys.IndexEntry;
import io.halite.keys.KeyBytes;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Writes the flights into a table of each technique, and shows where they lie, whether they come
 * back in order, and how many RPCs the servers answer for a get, a scan by prefix and a scan of
 * all.
 */
final class TechniqueDemonstration {
  private static final int REGIONS = 16;
  private static final int BATCH = 500;
  private static final int TIMES = 3;
  private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  private final EmbeddedCluster cluster;
  private final Terminal terminal;
  private int written;
  private int readBack;
  private int differences;

  /** A request to a table. */
  private interface Question {
    void ask() throws IOException;
  }

  TechniqueDemonstration(EmbeddedCluster cluster, Terminal terminal) {
    this.cluster = cluster;
    this.terminal = terminal;
  }

  /** Shows each technique, then one table of all. */
  DemoVerdict run(List<Technique> techniques, List<Flight> flights) throws IOException {
    List<TechniqueCosts> shown = new ArrayList<>();
    for (Technique technique : techniques) {
      shown.add(show(technique, flights));
    }
    Comparator<TechniqueCosts> bySpread = Comparator.comparingDouble(TechniqueCosts::busiestOfMean);
    TechniqueCosts worst = Collections.max(shown, bySpread);
    Optional<Worse> worse = Optional.empty();
    if (shown.size() > 1) {
      worse =
          Optional.of(new Worse("at worst, by " + worst.technique() + ",", worst.busiestOfMean()));
      terminal.heading("all of them: RPCs of a get, a scan by prefix and a scan of all");
      TechniqueCosts.HEAD.lines().forEach(line -> terminal.line(line));
      shown.forEach(costs -> terminal.line(costs.toString()));
    }
    double best = Collections.min(shown, bySpread).busiestOfMean();
    return new DemoVerdict(written, readBack, differences, best, worse);
  }

  private TechniqueCosts show(Technique technique, List<Flight> flights) throws IOException {
    terminal.heading(technique + ": " + technique.salt());
    Connection connection = cluster.connection();
    TableName name = TableName.valueOf("flights-" + technique);
    terminal.line("  line         %s", technique.line());
    create(connection, name, technique);
    Map<byte[], Put> expected = new TreeMap<>(Arrays::compareUnsigned);
    for (Flight flight : flights) {
      byte[] row = technique.keys().rowKey(flight);
      expected.put(row, new Put(row).addColumn(Flight.FAMILY, null, row));
    }
    try (Table table = connection.getTable(name)) {
      List<Put> puts = List.copyOf(expected.values());
      for (int from = 0; from < puts.size(); from += BATCH) {
        table.put(puts.subList(from, Math.min(from + BATCH, puts.size())));
      }
      Flight flight = flights.get(flights.size() / 2);
      showOneKey(technique, flight);
      List<RegionRows> regions = RegionRows.of(cluster, name);
      double busiest = RegionRows.busiestOfMean(regions);
      terminal.line(
          "  %,d rows in %d regions, the busiest %.2f of the mean",
          RegionRows.total(regions), regions.size(), busiest);
      written += Math.toIntExact(RegionRows.total(regions));
      for (RowIndex index : SaltingSpec.parse(technique.line()).indexes()) {
        find(table, index, technique.keys().rowKey(flight));
      }
      return ask(table, technique, busiest, expected, flight);
    }
  }

  private static void create(Connection connection, TableName name, Technique technique)
      throws IOException {
    if (!technique.isCutAtLetters()) {
      CreateCommand.create(
          connection,
          name.getNameAsString(),
          List.of(NewFamily.of("f")),
          technique.line(),
          Cuts.regions(REGIONS),
          null);
      return;
    }
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(Flight.FAMILY))
              .setValue("coprocessor$1", TableAttributes.salting(technique.line()))
              .build(),
          DigitSpace.of(LETTERS, 1).cut(REGIONS).toArray(byte[][]::new));
    }
  }

  private void showOneKey(Technique technique, Flight flight) {
    SaltingSpec spec = SaltingSpec.parse(technique.line());
    byte[] natural = technique.keys().rowKey(flight);
    terminal.line("  natural key  %s", spec.layout().read(natural));
    terminal.line(
        "  stored key   %s%s",
        KeyBytes.readable(spec.salt().salt(natural), spec.salt().prefixWidth()),
        spec.salt().isSinglePlace() ? "" : ", or another of its places");
  }

  private void find(Table table, RowIndex index, byte[] row) throws IOException {
    IndexEntry entry = index.entry(row, new byte[0]);
    Get asked = new Get(Arrays.copyOf(entry.row(), entry.width()));
    asked.setAttribute(IndexedReads.ATTRIBUTE, index.name().getBytes(StandardCharsets.US_ASCII));
    table.get(asked);
    RpcCount start = RpcCount.of(cluster);
    boolean found = Arrays.equals(table.get(asked).getRow(), row);
    RpcCount end = RpcCount.of(cluster).since(start);
    differences += found ? 0 : 1;
    terminal.line(
        "  index entry  %s; a get by it finds the row: %s, RPCs %d",
        entry, found ? "yes" : "no", end.get() + end.scan());
  }

  private TechniqueCosts ask(
      Table table, Technique technique, double busiest, Map<byte[], Put> expected, Flight flight)
      throws IOException {
    Get get = new Get(technique.keys().rowKey(flight));
    Scan prefix = new Scan().setStartStopRowForPrefixScan(technique.keys().prefix(flight));
    boolean found = table.exists(get);
    int ofPrefix = rows(table, prefix);
    long forGet = fewest(() -> table.get(get), count -> count.get() + count.multi());
    long forPrefix = fewest(() -> rows(table, prefix), RpcCount::scan);
    RpcCount start = RpcCount.of(cluster);
    int wrong = compare(table, expected);
    RpcCount end = RpcCount.of(cluster);
    differences += wrong + (found ? 0 : 1);
    readBack += expected.size() - wrong;
    TechniqueCosts costs =
        new TechniqueCosts(technique, busiest, forGet, forPrefix, end.since(start).scan());
    terminal.line(
        "  RPCs: a get %d; a scan by prefix, %d rows, %d; a scan of all, in natural order, %d",
        costs.get(), ofPrefix, costs.prefix(), costs.all());
    return costs;
  }

  /** The fewest RPCs of several runs: requests of other clients can only add to them. */
  private long fewest(Question question, ToLongFunction<RpcCount> rpcs) throws IOException {
    long fewest = Long.MAX_VALUE;
    for (int i = 0; i < TIMES; i++) {
      RpcCount start = RpcCount.of(cluster);
      question.ask();
      fewest = Math.min(fewest, rpcs.applyAsLong(RpcCount.of(cluster).since(start)));
    }
    return fewest;
  }

  private static int rows(Table table, Scan scan) throws IOException {
    int rows = 0;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows++;
      }
    }
    return rows;
  }

  /** How many rows of a full scan differ from the expected rows in their order. */
  private static int compare(Table table, Map<byte[], Put> expected) throws IOException {
    int same = 0;
    try (ResultScanner scanner = table.getScanner(new Scan().setCaching(BATCH))) {
      for (byte[] key : expected.keySet()) {
        Result row = scanner.next();
        boolean equal = row != null && Arrays.equals(row.getRow(), key);
        same += equal && Arrays.equals(row.value(), key) ? 1 : 0;
      }
      return expected.size() - same + (scanner.next() == null ? 0 : 1);
    }
  }
}
