package io.halite.it.mapreduce;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.mapreduce.SaltedBulkLoad;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.mapreduce.HFileOutputFormat2;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of natural keys become files of stored keys, and are loaded, by one command. */
@ExtendWith(SharedCluster.class)
@Timeout(120)
class SaltedBulkLoadIT {
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] WRITTEN = Bytes.toBytes("written");

  private final EmbeddedCluster cluster;
  private final LocalJobs jobs;

  SaltedBulkLoadIT(EmbeddedCluster cluster, @TempDir Path directory) {
    this.cluster = cluster;
    this.jobs = new LocalJobs(cluster, directory);
  }

  private record Said(int status, String text) {}

  private Said load(org.apache.hadoop.fs.Path natural, String table, org.apache.hadoop.fs.Path made)
      throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int status =
        jobs.run(
            new SaltedBulkLoad(new PrintStream(said, true, StandardCharsets.UTF_8)),
            natural.toString(),
            table,
            made.toString());
    return new Said(status, said.toString(StandardCharsets.UTF_8));
  }

  private boolean exists(org.apache.hadoop.fs.Path path) throws Exception {
    return path.getFileSystem(cluster.configuration()).exists(path);
  }

  private static TestTable create(EmbeddedCluster cluster, Optional<String> spec) throws Exception {
    TablePlan plan = TestTable.numbered("bulk").versions(3).families(F, G);
    spec.ifPresent(line -> plan.salted(line).value("halite.bulkload.stored", "true"));
    List<byte[]> points =
        spec.map(line -> SaltingSpec.parse(line).salt().splitPoints()).orElse(List.of());
    return plan.splits(points).splits("30", "6").create(cluster);
  }

  private static byte[] key(int i) {
    return Bytes.toBytes("%02d%02d".formatted(i % 10, i));
  }

  /** A random file: values of three times, and markers of each kind between them. */
  private static List<KeyValue> cells(Random random, int file) {
    List<KeyValue> cells = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      byte[] row = key(random.nextInt(50));
      byte[] family = random.nextBoolean() ? F : G;
      byte[] column = Bytes.toBytes("c" + random.nextInt(3));
      // Times of a file are its own: of equal cells in two files HBase takes any.
      long time = 10 * random.nextInt(4) + file;
      cells.add(
          switch (random.nextInt(8)) {
            case 0 -> new KeyValue(row, family, null, time, KeyValue.Type.DeleteFamily);
            case 1 -> new KeyValue(row, family, column, time, KeyValue.Type.DeleteColumn);
            case 2 -> new KeyValue(row, family, column, time, KeyValue.Type.Delete);
            default -> new KeyValue(row, family, column, time, Bytes.toBytes(file + "-" + i));
          });
    }
    return cells;
  }

  private static void put(TestTable table) throws Exception {
    List<Put> puts = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      puts.add(
          new Put(key(i)).addColumn(F, Bytes.toBytes("c0"), 5, key(i)).addColumn(G, Q, 25, key(i)));
    }
    table.table().put(puts);
  }

  private static List<String> read(TestTable table) throws Exception {
    List<String> cells = new ArrayList<>();
    try (ResultScanner rows = table.table().getScanner(new Scan().readAllVersions())) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          cells.add(CellUtil.toString(cell, true) + Bytes.toString(CellUtil.cloneValue(cell)));
        }
      }
    }
    return cells;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key=row:*,salt=hash(*) % 4",
        "key=user:2:digits order:*,salt=hash(user) spread(order % 2) % 11 digits",
        "key=user:2 order:2,salt=reverse(user order)",
        "key=user:2 order:2:digits,salt=random % 3",
      })
  void theRowsAreThoseOfAPlainTableThatLoadsTheSameFiles(String spec) throws Exception {
    Random random = new Random(spec.hashCode());
    NaturalFiles natural = NaturalFiles.in(cluster);
    for (int file = 0; file < 3; file++) {
      natural.with(cells(random, file));
    }
    try (TestTable salted = create(cluster, Optional.of(spec));
        TestTable plain = create(cluster, Optional.empty())) {
      put(salted);
      put(plain);
      org.apache.hadoop.fs.Path made = cluster.unusedPath();
      Said said = load(natural.directory(), salted.name().getNameAsString(), made);
      assertThat(said.status()).as(said.text()).isZero();
      assertThat(said.text()).contains("6 files of", "made 100%", "loaded ");
      assertThat(exists(made)).as("the files of stored keys").isFalse();
      natural.loadAsTheyAre(plain.name());
      assertThat(read(salted)).isEqualTo(read(plain)).hasSizeGreaterThan(50);
    }
  }

  @Test
  void rowsThatAreWrittenMeanwhileStay() throws Exception {
    List<KeyValue> cells = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      byte[] row = Bytes.toBytes("row%05d".formatted(i));
      cells.add(new KeyValue(row, F, Q, 1, row));
      cells.add(new KeyValue(row, G, Q, 1, row));
    }
    NaturalFiles natural = NaturalFiles.in(cluster).with(cells);
    try (TestTable table = create(cluster, Optional.of(FOUR_BUCKETS))) {
      AtomicBoolean loading = new AtomicBoolean(true);
      List<String> written = new ArrayList<>();
      CompletableFuture<Void> writer =
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; loading.get() || i < 100; i++) {
                  byte[] row = Bytes.toBytes("row%05d".formatted(i % 5_000));
                  try {
                    table.table().put(new Put(row).addColumn(F, WRITTEN, row));
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                  written.add(Bytes.toString(row));
                }
              });
      String name = table.name().getNameAsString();
      Said said = load(natural.directory(), name, cluster.unusedPath());
      loading.set(false);
      writer.get();
      assertThat(said.status()).as(said.text()).isZero();
      assertThat(table.scan(new Scan().addColumn(F, Q))).hasSize(5_000);
      assertThat(table.scan(new Scan().addColumn(G, Q))).hasSize(5_000);
      assertThat(table.scan(new Scan().addColumn(F, WRITTEN)))
          .containsExactlyElementsOf(new TreeSet<>(written));
    }
  }

  /** A map task was refused; then the job failed, or its framework lets tasks fail. */
  @ParameterizedTest
  @CsvSource({"no encoding, failed", "NONE, left a file out"})
  void aJobHasFailedWhereAFileWasRefusedAlsoIfItSucceeds(String encoding, String state)
      throws Exception {
    NaturalFiles natural = NaturalFiles.in(cluster).with(List.of(cell(key(1), F)));
    org.apache.hadoop.fs.Path made = cluster.unusedPath();
    try (TestTable table = create(cluster, Optional.of(FOUR_BUCKETS))) {
      Configuration conf = jobs.configuration();
      // A reduce task begins by it, and may fail.
      conf.set(HFileOutputFormat2.DATABLOCK_ENCODING_OVERRIDE_CONF_KEY, encoding);
      SaltedBulkLoad command = new SaltedBulkLoad(refusing(made));
      command.setConf(conf);
      assertThatThrownBy(() -> command.load(natural.directory(), table.name(), made))
          .hasMessageMatching(
              "job job_local\\w+ " + state + ": an older reason; nothing was loaded");
      assertThat(exists(made.suffix(".refusal"))).isFalse();
    }
  }

  /** Where the command prints; what a task of it would write meanwhile is written, too. */
  private PrintStream refusing(org.apache.hadoop.fs.Path made) {
    return new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8) {
      @Override
      public PrintStream printf(String format, Object... arguments) {
        if (format.startsWith("made")) {
          refuse(made.suffix(".refusal"));
        }
        return super.printf(format, arguments);
      }
    };
  }

  private void refuse(org.apache.hadoop.fs.Path reason) {
    try (FSDataOutputStream out =
        reason.getFileSystem(cluster.configuration()).create(reason, true)) {
      out.writeUTF("an older reason");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void assertRefused(
      NaturalFiles natural, String table, org.apache.hadoop.fs.Path made, String... why)
      throws Exception {
    Said said = load(natural.directory(), table, made);
    assertThat(said.status()).as(said.text()).isEqualTo(1);
    assertThat(said.text()).contains(why);
    assertThat(exists(made)).as("the files of stored keys").isFalse();
    assertThat(exists(made.suffix(".refusal"))).isFalse();
  }

  private static KeyValue cell(byte[] row, byte[] family) {
    return new KeyValue(row, family, Q, 1, row);
  }

  @Test
  void whatCannotBeLoadedIsRefusedWithItsReasonAndLeavesNothing() throws Exception {
    org.apache.hadoop.fs.Path made = cluster.unusedPath();
    NaturalFiles natural = NaturalFiles.in(cluster).with(List.of(cell(key(1), F)));
    assertRefused(natural, "nosuchtable", made, "table 'nosuchtable' does not exist");
    try (TestTable table = create(cluster, Optional.of(FOUR_BUCKETS));
        TestTable plain = create(cluster, Optional.empty());
        TestTable narrow =
            create(cluster, Optional.of("key=user:2:digits order:2,salt=hash(user) % 4"));
        TestTable indexed =
            TestTable.numbered("bulk")
                .salted("key=user:2 order:2,salt=hash(user) % 4,index=byOrder(order)")
                .create(cluster)) {
      String name = table.name().getNameAsString();
      assertRefused(NaturalFiles.in(cluster), name, made, "no file in");
      NaturalFiles other =
          NaturalFiles.in(cluster).with(List.of(cell(key(1), Bytes.toBytes("other"))));
      assertRefused(other, name, made, "has files of families [other]", "has families [f, g]");
      assertRefused(natural, plain.name().getNameAsString(), made, "has no salt", "completebulk");
      assertRefused(natural, indexed.name().getNameAsString(), made, "indexed", "fill_index");
      NaturalFiles misfit = NaturalFiles.in(cluster).with(List.of(cell(Bytes.toBytes("ab12"), F)));
      assertRefused(
          misfit,
          narrow.name().getNameAsString(),
          made,
          " failed: file '",
          "/f/",
          "'user'",
          "nothing was loaded");
      List<KeyValue> stored = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        stored.add(cell(SaltingSpec.parse(FOUR_BUCKETS).salt().salt(key(i)), F));
      }
      NaturalFiles salted = NaturalFiles.in(cluster).with(stored);
      assertRefused(salted, name, made, "its first 32 rows are stored keys", "completebulkload");
      for (TestTable each : List.of(table, plain, narrow, indexed)) {
        assertThat(each.store().keys()).isEmpty();
      }
    }
  }
}
