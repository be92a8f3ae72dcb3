package io.halite.it.plugin;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The asynchronous mutator of a connection with the plug-in, with HBase's threads and its own. */
@ExtendWith(SharedCluster.class)
class AsyncMutatorIT {
  private static final int ROWS = 60;
  private static PluginTables tables;
  private static AsyncConnection plugin;
  private static ExecutorService pool;

  @BeforeAll
  static void connect(EmbeddedCluster cluster) throws Exception {
    tables = new PluginTables(cluster);
    plugin = tables.connectAsync();
    pool = Executors.newFixedThreadPool(2);
  }

  @AfterAll
  static void close() throws Exception {
    plugin.close();
    pool.shutdown();
  }

  private static AsyncBufferedMutator mutator(TableName name, boolean inPool) {
    return inPool ? plugin.getBufferedMutator(name, pool) : plugin.getBufferedMutator(name);
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("%02d-row".formatted(number));
  }

  /** A put of each row, then for each in turns a delete, an increment or an append. */
  private static List<Mutation> mutations() {
    List<Mutation> all = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      all.add(new Put(row(i)).addColumn(Parity.F, PluginTables.Q, 5, Bytes.toBytes((long) i)));
    }
    for (int i = 0; i < ROWS; i++) {
      all.add(
          switch (i % 3) {
            case 0 -> new Delete(row(i)).addColumns(Parity.F, PluginTables.Q, 9);
            case 1 -> new Increment(row(i)).addColumn(Parity.F, Bytes.toBytes("n"), i);
            default -> new Append(row(i)).addColumn(Parity.F, Bytes.toBytes("a"), row(i));
          });
    }
    return all;
  }

  private static List<String> content(TableName name) throws Exception {
    List<String> content = new ArrayList<>();
    try (Table usual = tables.cluster().connection().getTable(name);
        ResultScanner rows = usual.getScanner(new Scan())) {
      for (Result row : rows) {
        for (Cell cell : row.listCells()) {
          content.add(
              Stream.of(
                      CellUtil.cloneRow(cell),
                      CellUtil.cloneQualifier(cell),
                      CellUtil.cloneValue(cell))
                  .map(Bytes::toStringBinary)
                  .collect(joining(" ")));
        }
      }
    }
    return content;
  }

  private static void send(TableName name, boolean inPool, List<Mutation> mutations)
      throws Exception {
    List<CompletableFuture<Void>> answers;
    try (AsyncBufferedMutator mutator = mutator(name, inPool)) {
      answers = mutator.mutate(mutations);
    }
    for (CompletableFuture<Void> answer : answers) {
      answer.get();
    }
  }

  private static TableName create(String name, String salt) throws Exception {
    // Fewer regions than others have, since this class makes two dozen of such tables.
    TablePlan plan =
        TestTable.named(name)
            .versions(3)
            .families(Parity.F)
            .splits(new byte[] {4}, new byte[] {8}, new byte[] {12})
            .splits("2", "5", "8", "c");
    return (salt.isEmpty() ? plan : plan.salted("key=first:2:digits rest:*,salt=" + salt))
        .create(tables.cluster())
        .name();
  }

  @ParameterizedTest
  @CsvSource({
    "hash(*) % 16, false",
    "hash(first) % 4, true",
    "md5(first)[0:4], false",
    "md5(first)[0:4], true",
    "reverse(first), false",
    "mod(first) % 4, false",
    "random % 4, true",
    "'hash(first) % 4,index=byQ(f:q)', false",
    "'', true"
  })
  void anAsyncMutatorWritesWhatAPlainTableHolds(String salt, boolean inPool) throws Exception {
    String run = "mutated-" + salt.replaceAll("\\W+", "-") + inPool;
    TableName plain = create(run + "-plain", "");
    TableName salted = create(run, salt);
    // Random salts refuse increments and appends.
    int most = salt.startsWith("random") ? ROWS : 2 * ROWS;
    for (TableName name : List.of(plain, salted)) {
      for (int from = 0; from < most; from += ROWS) {
        send(name, inPool, mutations().subList(from, from + ROWS));
      }
    }
    assertThat(content(salted)).hasSizeGreaterThanOrEqualTo(ROWS).isEqualTo(content(plain));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aWriteThatIsRefusedFailsAlone(boolean inPool) throws Exception {
    TableName name = tables.create("mutated-refused-" + inPool);
    send(name, inPool, List.of(PluginTables.put("00-known")));
    List<CompletableFuture<Void>> good = new ArrayList<>();
    CompletableFuture<Void> bad;
    try (AsyncBufferedMutator mutator = mutator(name, inPool)) {
      good.addAll(mutator.mutate(mutations().subList(0, ROWS)));
      bad = mutator.mutate(new Put(row(7)).addColumn(Bytes.toBytes("no"), row(7), row(7)));
    }
    for (CompletableFuture<Void> answer : good) {
      answer.get();
    }
    assertThatThrownBy(bad::get).hasRootCauseInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(content(name)).hasSize(ROWS + 1);
  }

  /** Such a key has no owner; its gateway says why. */
  @ParameterizedTest
  @CsvSource({
    "hash(first) % 4, false",
    "random % 4, true",
    "'hash(first) % 4,index=byQ(f:q)', true"
  })
  void aWriteWhoseKeyDoesNotFitFailsAlone(String salt, boolean inPool) throws Exception {
    TableName name = create("mutated-unfit-" + salt.replaceAll("\\W+", "-"), salt);
    List<Mutation> good = mutations().subList(0, ROWS);
    for (boolean knows : new boolean[] {false, true}) {
      List<CompletableFuture<Void>> answers = new ArrayList<>();
      CompletableFuture<Void> bad;
      try (AsyncBufferedMutator mutator = mutator(name, inPool)) {
        answers.addAll(mutator.mutate(good.subList(0, ROWS / 2)));
        bad = mutator.mutate(PluginTables.put("no-digits"));
        answers.addAll(mutator.mutate(good.subList(ROWS / 2, ROWS)));
      }
      for (CompletableFuture<Void> answer : answers) {
        answer.get();
      }
      assertThatThrownBy(bad::get)
          .as("the spec is known: %s", knows)
          .hasStackTraceContaining("breaks segment 'first' at offset 0");
      assertThat(content(name)).hasSize(ROWS);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingIsLostWhereTheSpecChanges(boolean inPool) throws Exception {
    TableName name = tables.create("mutated-changing-" + inPool);
    List<Mutation> mutations = mutations().subList(0, ROWS);
    List<CompletableFuture<Void>> answers = new ArrayList<>();
    try (AsyncBufferedMutator mutator = mutator(name, inPool)) {
      // So that the plug-in knows the spec that is about to change.
      assertThat(plugin.getTable(name).exists(new Get(row(0))).get()).isFalse();
      // Half of them wait in the buffer: only an empty table can get another spec.
      answers.addAll(mutator.mutate(mutations.subList(0, ROWS / 2)));
      tables.change(name);
      answers.addAll(mutator.mutate(mutations.subList(ROWS / 2, ROWS)));
    }
    for (CompletableFuture<Void> answer : answers) {
      answer.get();
    }
    assertThat(content(name).stream().map(line -> line.substring(0, 6)))
        .isEqualTo(mutations.stream().map(write -> Bytes.toString(write.getRow())).toList());
  }
}
