package io.halite.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An observer that throws or bypasses, at the gateway or at the owner: one request fails with what
 * the observer threw, or does what it does on a plain table; every row and every server stays.
 */
@Tag("wide")
@Timeout(60)
@ExtendWith(SharedCluster.class)
class FaultsIT {
  private static final Map<String, RequestKind> REQUESTS =
      Map.of(
          "prePut", RequestKind.PUT,
          "preDelete", RequestKind.DELETE_ROW,
          "preIncrement", RequestKind.INCREMENT,
          "preAppend", RequestKind.APPEND,
          "preCheckAndMutate", RequestKind.CHECK_PUT,
          "preGetOp", RequestKind.GET,
          "preExists", RequestKind.EXISTS,
          "preScannerOpen", RequestKind.SCAN);
  private static EmbeddedCluster cluster;
  private static TestTable table;

  @BeforeAll
  static void start(EmbeddedCluster shared) throws Exception {
    cluster = shared;
    table =
        TestTable.numbered("faults")
            .salted(TestTable.FOUR_BUCKETS)
            .coprocessor(RecordingObserver.Ahead.class, 1000)
            .coprocessor(RecordingObserver.Behind.class, Integer.MAX_VALUE)
            // With the default HBase would abort the server, as for a plain table.
            .value("hbase.coprocessor.abortonerror", "false")
            .splitBuckets()
            .create(cluster);
  }

  @AfterAll
  static void drop() throws Exception {
    table.close();
  }

  @AfterEach
  void disarm() {
    Fault.disarm();
    RecordingObserver.take();
  }

  private static Stream<Arguments> faults() {
    List<Arguments> faults = new ArrayList<>();
    for (String hook : REQUESTS.keySet()) {
      faults.add(Arguments.of("ahead", hook, false));
      faults.add(Arguments.of("ahead", hook, true));
      faults.add(Arguments.of("behind", hook, true));
    }
    faults.add(Arguments.of("behind", "preExists", false));
    faults.add(Arguments.of("behind", "preScannerOpen", false));
    faults.add(Arguments.of("behind", "postScannerOpen", false));
    return faults.stream();
  }

  private static RequestKind request(String hook) {
    return REQUESTS.getOrDefault(hook, RequestKind.SCAN);
  }

  private static void arm(String observer, String hook, boolean atOwner, Throwable thrown) {
    Fault.arm(new Fault(observer, hook, atOwner, "", Optional.of(thrown)));
  }

  private static void assertAllIsThere() throws Exception {
    assertAllIsThere(table);
  }

  private static void assertAllIsThere(TestTable table) throws Exception {
    assertThat(table.scan(new Scan())).containsExactly("other", "row");
    assertThat(cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads()).hasSize(3);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void whatAnObserverThrowsFailsItsRequestAlone(String observer, String hook, boolean atOwner)
      throws Exception {
    Table client = table.table();
    RequestKind.fill(client);
    arm(observer, hook, atOwner, new DoNotRetryIOException("struck"));
    assertThatThrownBy(() -> request(hook).send(client))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("struck");
    Fault.disarm();
    assertAllIsThere();
    request(hook).send(client);
  }

  /**
   * HBase unloads the observer there, since the table asks for it; with its default it aborts the
   * server, as for a plain table. A scan reads an owner again whose failure may be of one row.
   */
  @ParameterizedTest
  @CsvSource({
    "ahead, prePut, false",
    "ahead, prePut, true",
    "behind, prePut, true",
    "ahead, preGetOp, false",
    "behind, preGetOp, true",
    "ahead, preCheckAndMutate, false",
    "behind, preCheckAndMutate, true",
    "ahead, preScannerOpen, false",
    "ahead, preScannerOpen, true",
    "behind, postScannerOpen, false"
  })
  void anUncheckedExceptionUnloadsItsObserverAlone(String observer, String hook, boolean atOwner)
      throws Exception {
    Table client = table.table();
    RequestKind.fill(client);
    arm(observer, hook, atOwner, new IllegalStateException("struck"));
    try {
      if (atOwner && request(hook) == RequestKind.SCAN) {
        request(hook).send(client);
      } else {
        assertThatThrownBy(() -> request(hook).send(client))
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("struck");
      }
      Fault.disarm();
      assertAllIsThere();
      request(hook).send(client);
    } finally {
      cluster.connection().getAdmin().disableTable(table.name());
      cluster.connection().getAdmin().enableTable(table.name());
    }
  }

  /** Halite itself asks observers about mutations inside of conditions: HBase aborts nothing. */
  @Test
  void anUncheckedExceptionInsideOfAConditionIsARefusal() throws Exception {
    try (TestTable usual =
        TestTable.numbered("faults")
            .salted(TestTable.FOUR_BUCKETS)
            .coprocessor(RecordingObserver.Ahead.class, 1000)
            .create(cluster)) {
      RequestKind.fill(usual.table());
      arm("ahead", "prePut", false, new IllegalStateException("struck"));
      assertThatThrownBy(() -> RequestKind.CHECK_PUT.send(usual.table()))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("halite failed in preCheckAndMutate")
          .hasMessageContaining("struck");
      Fault.disarm();
      RequestKind.CHECK_PUT.send(usual.table());
      assertAllIsThere(usual);
    }
  }

  @ParameterizedTest
  @CsvSource({"ahead, false", "ahead, true", "behind, true"})
  void aBypassedPutLeavesTheOthersOfItsBatch(String observer, boolean atOwner) throws Exception {
    clear();
    Fault.arm(new Fault(observer, "prePut", atOwner, "other", Optional.empty()));
    RequestKind.fill(table.table());
    Fault.disarm();
    assertThat(table.scan(new Scan())).containsExactly("row");
    RequestKind.fill(table.table());
    assertAllIsThere();
  }

  /** HBase does not show a bypassed write to later observers, but it is a part of the batch. */
  @ParameterizedTest
  @ValueSource(strings = {"hash(*) % 4", "random % 4"})
  void aBypassedPutLeavesEachOtherOfItsBatchItsOwnOutcome(String salt) throws Exception {
    TestTable threes =
        TestTable.numbered("threes")
            .salted("key=row:3,salt=" + salt)
            .coprocessor(RecordingObserver.Ahead.class, 1000)
            .splitBuckets()
            .create(cluster);
    try (threes;
        Table client = threes.table()) {
      Fault.arm(new Fault("ahead", "prePut", false, "aaa", Optional.empty()));
      assertThat(outcomes(client, "aaa", "ccc")).as("both are answered").containsExactly("-", "-");
      assertThat(outcomes(client, "aaa", "zz")).containsExactly("-", "refused");
      assertThat(outcomes(client, "aaa", "ddd", "zz")).containsExactly("-", "-", "refused");
      assertThat(threes.scan(new Scan())).containsExactly("ccc", "ddd");
    }
  }

  /** Puts rows in one batch; a key of two bytes is refused. */
  private static List<String> outcomes(Table client, String... rows) throws Exception {
    Object[] outcomes = new Object[rows.length];
    List<Put> batch =
        Stream.of(rows)
            .map(row -> new Put(Bytes.toBytes(row)).addColumn(TestTable.F, TestTable.F, null))
            .toList();
    try {
      client.batch(batch, outcomes);
    } catch (RetriesExhaustedWithDetailsException e) {
      assertThat(e).hasMessageContaining("ends in segment 'row'");
    }
    return Stream.of(outcomes)
        .map(
            outcome ->
                outcome instanceof Result
                    ? "-"
                    : outcome instanceof DoNotRetryIOException
                        ? "refused"
                        : String.valueOf(outcome))
        .toList();
  }

  private static void clear() throws Exception {
    for (String row : table.scan(new Scan())) {
      table.table().delete(new Delete(Bytes.toBytes(row)));
    }
  }

  private static Stream<Arguments> bypasses() {
    List<Arguments> bypasses = new ArrayList<>();
    for (RequestKind kind :
        List.of(
            RequestKind.PUT,
            RequestKind.PUTS,
            RequestKind.DELETE_ROW,
            RequestKind.GET,
            RequestKind.EXISTS)) {
      String hook =
          switch (kind.act()) {
            case "put" -> "prePut";
            case "delete" -> "preDelete";
            default -> kind == RequestKind.EXISTS ? "preExists" : "preGetOp";
          };
      bypasses.add(Arguments.of("ahead", hook, false, kind));
      bypasses.add(Arguments.of("ahead", hook, true, kind));
      bypasses.add(Arguments.of("behind", hook, true, kind));
    }
    return bypasses.stream();
  }

  /** As on a plain table: HBase neither reads nor writes, and calls no later observer. */
  @ParameterizedTest
  @MethodSource("bypasses")
  void whatAnObserverBypassesIsNotDone(
      String observer, String hook, boolean atOwner, RequestKind kind) throws Exception {
    Table client = table.table();
    clear();
    boolean writes = hook.equals("prePut");
    if (!writes) {
      RequestKind.fill(client);
    }
    Fault.arm(new Fault(observer, hook, atOwner, "", Optional.empty()));
    kind.send(client);
    if (kind == RequestKind.GET) {
      assertThat(client.get(new Get(Bytes.toBytes("row"))).isEmpty()).isTrue();
    } else if (kind == RequestKind.EXISTS) {
      assertThat(client.exists(new Get(Bytes.toBytes("row")))).isFalse();
    }
    Fault.disarm();
    if (writes) {
      assertThat(table.scan(new Scan())).isEmpty();
    } else {
      assertThat(table.scan(new Scan())).containsExactly("other", "row");
    }
  }
}
