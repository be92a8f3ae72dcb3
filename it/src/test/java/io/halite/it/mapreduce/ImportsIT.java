package io.halite.it.mapreduce;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.Export;
import org.apache.hadoop.hbase.mapreduce.Import;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code Import} of exports that HBase 0.94 wrote, and of exports with versions and deletes. */
@Tag("wide")
@ExtendWith(SharedCluster.class)
@Timeout(120)
class ImportsIT {
  private static final String SEVEN = "key=row:*,salt=hash(*) % 7";
  private static final byte[] G = Bytes.toBytes("g");

  private final EmbeddedCluster cluster;
  private final LocalJobs jobs;

  ImportsIT(EmbeddedCluster cluster, @TempDir Path directory) {
    this.cluster = cluster;
    this.jobs = new LocalJobs(cluster, directory);
  }

  private TestTable create(String spec) throws Exception {
    TablePlan plan = TestTable.numbered("imports").versions(5).families(F, G);
    return (spec.isEmpty() ? plan : plan.salted(spec).splitBuckets()).create(cluster);
  }

  private int importInto(TestTable table, String files, boolean plugIn, String... options)
      throws Exception {
    Configuration site = jobs.configuration();
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of(table.name().getNameAsString(), files));
    return ToolRunner.run(
        plugIn ? PlugIn.into(site) : site, new Import(), arguments.toArray(String[]::new));
  }

  /** Rows of three cells in the bytes that the class {@code Result} of HBase 0.94 wrote. */
  private String exportOf094() throws Exception {
    Configuration site = jobs.configuration();
    site.set("io.serializations", ResultsOf094.serializations());
    String directory = jobs.output();
    try (SequenceFile.Writer export =
        SequenceFile.createWriter(
            site,
            SequenceFile.Writer.file(new org.apache.hadoop.fs.Path(directory, "part-m-00000")),
            SequenceFile.Writer.keyClass(ImmutableBytesWritable.class),
            SequenceFile.Writer.valueClass(Result.class))) {
      for (String row : rows()) {
        byte[] key = Bytes.toBytes(row);
        export.append(
            new ImmutableBytesWritable(key),
            Result.create(
                List.of(
                    new KeyValue(key, F, Q, 7, key),
                    new KeyValue(key, F, Q, 5, Bytes.toBytes("older")),
                    new KeyValue(key, G, Q, 6, new byte[10_000]))));
      }
    }
    return directory;
  }

  private static List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (int i = 100; i < 200; i++) {
      rows.add("row" + i);
    }
    return rows;
  }

  private static List<String> cells(Table table, Scan scan) throws Exception {
    List<String> cells = new ArrayList<>();
    try (ResultScanner rows = table.getScanner(scan)) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          cells.add(
              CellUtil.toString(cell, true) + Bytes.toStringBinary(CellUtil.cloneValue(cell)));
        }
      }
    }
    return cells;
  }

  private static void assertEqual(TestTable table, TestTable plain, String spec) throws Exception {
    for (boolean raw : new boolean[] {false, true}) {
      assertThat(cells(table.table(), new Scan().readAllVersions().setRaw(raw)))
          .isEqualTo(cells(plain.table(), new Scan().readAllVersions().setRaw(raw)))
          .isNotEmpty();
    }
    TreeSet<String> stored = new TreeSet<>();
    for (String row : plain.scan(new Scan().setRaw(true).readAllVersions())) {
      stored.add(Bytes.toStringBinary(SaltingSpec.parse(spec).salt().salt(Bytes.toBytes(row))));
    }
    assertThat(table.store().cells(new Scan().setRaw(true)))
        .extracting(cell -> Bytes.toStringBinary(CellUtil.cloneRow(cell)))
        .containsOnlyElementsOf(stored);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anExportThatHbase094WroteIsImportedUnderNaturalKeys(boolean plugIn) throws Exception {
    String export = exportOf094();
    try (TestTable salted = create(FOUR_BUCKETS);
        TestTable plain = create("")) {
      String version = "-Dhbase.import.version=0.94";
      assertThat(importInto(salted, export, plugIn, version)).isZero();
      assertThat(importInto(plain, export, false, version)).isZero();
      assertThat(salted.scan(new Scan())).isEqualTo(rows());
      assertEqual(salted, plain, FOUR_BUCKETS);
    }
  }

  /** Import warns on its output, and exits with 0. */
  @Test
  void anExportThatHbase094WroteImportsNothingWithoutItsVersion() throws Exception {
    try (TestTable salted = create(FOUR_BUCKETS)) {
      assertThat(importInto(salted, exportOf094(), false)).isZero();
      assertThat(salted.store().keys()).isEmpty();
    }
  }

  /** Versions, and markers of each kind, of rows that are gone and of rows that are not. */
  private static void write(Table table) throws Exception {
    for (String row : rows()) {
      byte[] key = Bytes.toBytes(row);
      int number = Integer.parseInt(row.substring(3));
      for (int time = 1; time < 5; time++) {
        table.put(
            new Put(key)
                .addColumn(F, Q, time, Bytes.toBytes(row + time))
                .addColumn(G, Q, time, Bytes.toBytes(row + time)));
      }
      switch (number % 5) {
        case 0 -> table.delete(new Delete(key, 9));
        case 1 -> table.delete(new Delete(key).addColumn(F, Q, 2));
        case 2 -> table.delete(new Delete(key).addColumns(F, Q, 3));
        case 3 -> table.delete(new Delete(key).addFamily(F, 2).addFamilyVersion(G, 3));
        default -> table.put(new Put(key).addColumn(F, Q, 8, key));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', '" + FOUR_BUCKETS + "', false",
    "'', '" + FOUR_BUCKETS + "', true",
    "'" + FOUR_BUCKETS + "', '" + SEVEN + "', false"
  })
  void versionsAndDeletesArriveAsInAPlainTable(String source, String spec, boolean plugIn)
      throws Exception {
    try (TestTable from = create(source);
        TestTable salted = create(spec);
        TestTable plain = create("")) {
      write(from.table());
      String export = jobs.output();
      assertThat(
              jobs.run(
                  new Export(),
                  "-Dhbase.mapreduce.include.deleted.rows=true",
                  from.name().getNameAsString(),
                  export,
                  "10"))
          .isZero();
      assertThat(importInto(plain, export, false)).isZero();
      assertThat(importInto(salted, export, plugIn)).isZero();
      assertEqual(salted, plain, spec);
      assertThat(salted.store().cells(new Scan().setRaw(true).readAllVersions()))
          .extracting(Cell::getType)
          .contains(
              Cell.Type.Delete,
              Cell.Type.DeleteColumn,
              Cell.Type.DeleteFamily,
              Cell.Type.DeleteFamilyVersion);
      Scan all = new Scan().readAllVersions();
      assertThat(cells(salted.table(), all)).isEqualTo(cells(from.table(), all));
      assertThat(salted.scan(new Scan())).hasSize(80);
    }
  }
}
