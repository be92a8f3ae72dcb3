package io.halite.it.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.RegionStub;
import io.halite.routing.endpoint.Walk;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.LatestStub;
import io.halite.routing.latest.PageBudget;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Selection;
import io.halite.routing.latest.TimeWindow;
import io.halite.routing.scan.WhereAttribute;
import io.halite.routing.table.Mark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.SecureBulkLoadClient;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** However much a client sends, what it is told of it is short. */
@ExtendWith(SharedCluster.class)
@TestInstance(Lifecycle.PER_CLASS)
class ErrorLengthIT {
  private static final TableName NAME = TableName.valueOf("told");
  private static final SaltingSpec SPEC =
      SaltingSpec.parse("key=unit:2 ts:8:revtime rest:*,salt=hash(unit) % 4,index=byV(f:v)");
  private static final TableName WHOLE = TableName.valueOf("told-of-files");
  private static final String WHOLE_LINE = "key=row:*,salt=hash(row) % 4";
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] V = Bytes.toBytes("v");
  private static final byte[] MEGABYTE = new byte[1 << 20];
  private static final String TEXT = "x".repeat(1 << 20);
  private static final byte[] ROW = Bytes.toBytes("A1-------1");
  private static final byte[] LONGEST = new byte[Short.MAX_VALUE];

  private final EmbeddedCluster cluster;
  private final Admin admin;
  private TestTable table;
  private TestTable whole;

  private interface Request {
    void send(Table table) throws Exception;
  }

  ErrorLengthIT(EmbeddedCluster cluster) throws Exception {
    this.cluster = cluster;
    this.admin = cluster.connection().getAdmin();
  }

  @BeforeAll
  void create() throws Exception {
    Arrays.fill(MEGABYTE, (byte) 'x');
    Arrays.fill(LONGEST, (byte) 'A');
    table =
        TestTable.named(NAME)
            .salted(SPEC.toString())
            .coprocessor(TestTable.LATEST_ENDPOINT)
            .create(cluster);
    whole = TestTable.named(WHOLE).salted(WHOLE_LINE).create(cluster);
    try (Table table = cluster.connection().getTable(NAME)) {
      for (char last = 'a'; last < 'c'; last++) {
        byte[] row = Arrays.copyOf(LONGEST, 30_000);
        row[row.length - 1] = (byte) last;
        table.put(new Put(row).addColumn(F, V, V));
      }
    }
  }

  @AfterAll
  void drop() throws Exception {
    table.close();
    whole.close();
  }

  private static void scan(Table table, Scan scan) throws Exception {
    try (ResultScanner scanner = table.getScanner(scan)) {
      scanner.next();
    }
  }

  private static Arguments scan(String name, Scan scan) {
    return request(name, table -> scan(table, scan));
  }

  private static Arguments request(String name, Request request) {
    return arguments(name, request);
  }

  private static Get marked(byte[] row, byte[] mark) {
    return new Get(row).setAttribute(Mark.ATTRIBUTE, mark);
  }

  private static Put put(byte[] row) {
    return new Put(row).addColumn(F, V, V);
  }

  private static void latest(Table table, List<Column> columns, String where) throws Exception {
    Selection selection =
        new Selection(1, TimeWindow.ALL, columns, 1, Optional.ofNullable(where), Optional.empty());
    PageRequest request =
        new PageRequest(
            SPEC.fingerprint(), 1, List.of(KeyRange.all()), 0, selection, PageBudget.DEFAULT);
    LatestStub.latest(table.coprocessorService(new byte[0]), request, LatestKeys.of(SPEC.layout()));
  }

  private void load(String path) throws Exception {
    try (Table table = cluster.connection().getTable(WHOLE)) {
      SecureBulkLoadClient client = new SecureBulkLoadClient(cluster.configuration(), table);
      RegionInfo region = admin.getRegions(WHOLE).get(0);
      client.secureBulkLoadHFiles(
          ((ClusterConnection) cluster.connection())
              .getClient(
                  cluster
                      .connection()
                      .getRegionLocator(WHOLE)
                      .getRegionLocation(new byte[0])
                      .getServerName()),
          List.of(Pair.newPair(F, path)),
          region.getRegionName(),
          true,
          null,
          client.prepareBulkLoad(cluster.connection()));
    }
  }

  private static Filter pages() {
    List<Filter> pages = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      pages.add(new PageFilter(1));
    }
    return new FilterList(FilterList.Operator.MUST_PASS_ONE, pages);
  }

  private Stream<Arguments> requests() {
    byte[] mark = MEGABYTE;
    return Stream.of(
        request("mark of a get", table -> table.get(marked(ROW, mark))),
        request("mark of an exists", table -> table.exists(marked(ROW, mark))),
        request("mark of a put", t -> t.put(put(ROW).setAttribute(Mark.ATTRIBUTE, mark))),
        request(
            "mark of a delete", t -> t.delete(new Delete(ROW).setAttribute(Mark.ATTRIBUTE, mark))),
        request(
            "mark of an increment",
            table ->
                table.increment(
                    new Increment(ROW).addColumn(F, F, 1).setAttribute(Mark.ATTRIBUTE, mark))),
        request(
            "mark of an append",
            table ->
                table.append(
                    new Append(ROW).addColumn(F, F, F).setAttribute(Mark.ATTRIBUTE, mark))),
        request(
            "mark of a check",
            table ->
                table.checkAndMutate(
                    CheckAndMutate.newBuilder(ROW)
                        .ifNotExists(F, F)
                        .build(put(ROW).setAttribute(Mark.ATTRIBUTE, mark)))),
        scan("mark of a scan", new Scan().setAttribute(Mark.ATTRIBUTE, mark)),
        scan("where", new Scan().setAttribute(WhereAttribute.ATTRIBUTE, MEGABYTE)),
        scan(
            "where of 60,000 digits",
            new Scan()
                .setAttribute(
                    WhereAttribute.ATTRIBUTE, Bytes.toBytes("ts = " + "9".repeat(60_000)))),
        scan(
            "where of a segment of 60,000 letters",
            new Scan()
                .setAttribute(
                    WhereAttribute.ATTRIBUTE, Bytes.toBytes("y".repeat(60_000) + " = 1"))),
        scan("latest", new Scan().setAttribute("halite.latest", MEGABYTE)),
        scan("20,000 reasons against a filter", new Scan().setFilter(pages())),
        request(
            "name of an index",
            table -> table.get(new Get(ROW).setAttribute(IndexedReads.ATTRIBUTE, MEGABYTE))),
        request(
            "two rows of an index",
            table ->
                table.get(new Get(V).setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byV")))),
        request("key of a put", table -> table.put(put(LONGEST))),
        request("keys of a batch", t -> t.put(List.of(put(LONGEST), put(ROW), put(LONGEST)))),
        // The longest key of all does not fit into the one by which HBase looks for its region.
        request(
            "key without its salt",
            table -> table.get(salted(new Get(Arrays.copyOf(LONGEST, 30_000))))),
        request("condition of newest rows", t -> latest(t, List.of(), "z".repeat(60_000))),
        request(
            "family of newest rows",
            t -> latest(t, List.of(Column.parse("w".repeat(100) + ":" + TEXT)), null)),
        request("path of a file", table -> load("/" + TEXT)),
        request("scheme of a file", table -> load(TEXT + "://host/file")),
        request(
            "walk under another spec",
            table ->
                RegionStub.walk(
                    table,
                    new Walk(
                        1, Walk.Act.COUNT_PREFIX, KeyRange.all(), new Walk.Prefix(MEGABYTE)))));
  }

  private static Get salted(Get get) {
    Mark.of(SPEC).putOn(get);
    return get;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("requests")
  void noLineOfARefusalIsLong(String name, Request request) throws Exception {
    try (Table table = cluster.connection().getTable(NAME)) {
      Throwable refusal = catchThrowable(() -> request.send(table));
      assertThat(refusal).isNotNull();
      for (Throwable told = refusal; told != null; told = told.getCause()) {
        told.toString()
            .lines()
            .forEach(
                line ->
                    assertThat(line.length()).as("characters of: %.300s", line).isLessThan(2_000));
      }
    }
  }
}
