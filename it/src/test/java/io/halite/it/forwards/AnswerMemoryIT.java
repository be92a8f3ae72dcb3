package io.halite.it.forwards;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Batches of gets at a server whose account of their answers is always full. */
class AnswerMemoryIT {
  private static final int GETS = 20;
  private static final int MIB = 1 << 20;

  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        EmbeddedCluster.startWithoutHdfs(
            1, settings -> settings.setInt("halite.memory.percent", 0));
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static List<Get> gets() {
    List<Get> gets = new ArrayList<>();
    for (int i = 0; i < GETS; i++) {
      gets.add(new Get(Bytes.toBytes("row" + i % 4)));
    }
    return gets;
  }

  private static TestTable filled(TestTable table, int valueBytes) throws Exception {
    for (Get get : gets().subList(0, 4)) {
      table.table().put(new Put(get.getRow()).addColumn(F, Q, new byte[valueBytes]));
    }
    return table;
  }

  private static void assertAllAreAnswered(TestTable table, int valueBytes) throws Exception {
    assertThat(Arrays.asList(table.table().get(gets())))
        .hasSize(GETS)
        .extracting(Result::value)
        .allMatch(value -> value.length == valueBytes);
  }

  private static long metric(String name) {
    return MetricRegistries.global().getMetricRegistries().stream()
        .flatMap(registry -> registry.get(name).stream())
        .mapToLong(metric -> ((Counter) metric).getCount())
        .sum();
  }

  @Test
  void aBatchIsAnsweredUpToEightMebibytesAndItsClientAsksForTheRest() throws Exception {
    try (TestTable plain = TestTable.numbered("batch").create(cluster)) {
      assertThat(CutAnswersIT.answered(filled(plain, MIB), gets())).as("plain").isEqualTo(GETS);
    }
    for (String salt : List.of("hash(*) % 4", "random % 4")) {
      try (TestTable salted =
          TestTable.numbered("batch").salted("key=row:*,salt=" + salt).create(cluster)) {
        long refused = metric("answerMemoryRefused");
        assertThat(CutAnswersIT.answered(filled(salted, MIB), gets())).as(salt).isEqualTo(8);
        assertThat(metric("answerMemoryRefused") - refused).isEqualTo(GETS - 8);
        assertAllAreAnswered(salted, MIB);
        assertThat(metric("answerMemoryHeld")).isZero();
      }
    }
  }

  /** Gets the row {@code row0}, of 1 MiB, before each put of a row {@code p…}. */
  public static final class Reader implements RegionCoprocessor, RegionObserver {
    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void prePut(ObserverContext<RegionCoprocessorEnvironment> context, Put put, WALEdit edit)
        throws IOException {
      if (put.getRow()[0] == 'p') {
        Get get = new Get(Bytes.toBytes("row0"));
        put.setAttribute(
            "read", Bytes.toBytes(context.getEnvironment().getRegion().get(get).value().length));
      }
    }
  }

  /**
   * The client could not ask for the rest of these: they are no gets of its own. It would repeat
   * its batch without end.
   */
  @Test
  @Timeout(120)
  void whatAnotherCoprocessorGetsInTheMiddleOfABatchIsAnswered() throws Exception {
    try (TestTable salted =
        TestTable.numbered("batch")
            .coprocessor(Reader.class, 1)
            .salted("key=row:*,salt=hash(*) % 4")
            .createImpatiently(cluster)) {
      filled(salted, MIB);
      List<String> rows = IntStream.range(0, 2 * 8).mapToObj(i -> "p" + i).toList();
      salted.put(rows);
      assertThat(salted.scan(new Scan().withStartRow(Bytes.toBytes("p")).setLimit(rows.size())))
          .containsExactlyInAnyOrderElementsOf(rows);
    }
  }

  /** An even share of 8 MiB would be 400 KiB for each get. */
  @Test
  void noMoreThanHalfAMebibyteIsReadAhead() throws Exception {
    try (TestTable salted =
        TestTable.numbered("batch").salted("key=row:*,salt=hash(*) % 4").create(cluster)) {
      int valueBytes = 40 << 10;
      filled(salted, valueBytes);
      long before = metric("localForwards");
      assertAllAreAnswered(salted, valueBytes);
      assertThat(metric("localForwards") - before).as("each by itself").isGreaterThan(GETS);
      assertThat(metric("answerMemoryHeld")).isZero();
    }
  }
}
