package io.halite.it.forwards;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.TestTable;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The attributes of a request reach the owners of its rows, except whom quotas are to charge. */
class RequestAttributesIT {
  private static final TableName NAME = TableName.valueOf("attributed");
  private static final Set<RequestKind> BY_FILTER =
      EnumSet.of(RequestKind.CHECK_FILTER, RequestKind.CHECK_FILTER_THEN);
  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        EmbeddedCluster.start(1, site -> site.set("hbase.quota.user.override.key", "charged"));
    TestTable.named(NAME)
        .salted(TestTable.FOUR_BUCKETS)
        .coprocessor(OwnerWitness.class)
        .create(cluster);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static void fill() throws Exception {
    try (Table table = cluster.connection().getTable(NAME)) {
      RequestKind.fill(table);
    }
  }

  /** The hooks of an owner that see a request of this kind. */
  private static List<String> hooks(RequestKind kind) {
    // The observer serves a condition that is a filter itself, ahead of the witness.
    if (kind.isConditional() && !BY_FILTER.contains(kind)) {
      return List.of("checkAndMutate");
    }
    return kind.act().equals("scan") ? List.of("scan", "next") : List.of(kind.act());
  }

  @ParameterizedTest
  @EnumSource
  void theOwnerSeesThem(RequestKind kind) throws Exception {
    fill();
    Map<String, String> given = new LinkedHashMap<>(Map.of("trace", "4711", "tenant", "höfe"));
    try (Table table =
        cluster
            .connection()
            .getTableBuilder(NAME, null)
            .setRequestAttribute("trace", Bytes.toBytes("4711"))
            .setRequestAttribute("tenant", Bytes.toBytes("höfe"))
            .setRequestAttribute("charged", Bytes.toBytes("somebody"))
            .build()) {
      OwnerWitness.seen();
      kind.send(table);
      assertThat(OwnerWitness.seen())
          .allSatisfy(forward -> assertThat(forward.attributes()).isEqualTo(given))
          .extracting(SeenForward::hook)
          .containsAll(hooks(kind));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRequestWithoutAnyHasNoneOfTheOneBefore(RequestKind kind) throws Exception {
    theOwnerSeesThem(kind);
    fill();
    OwnerWitness.seen();
    try (Table table = cluster.connection().getTable(NAME)) {
      kind.send(table);
      assertThat(OwnerWitness.seen())
          .isNotEmpty()
          .allSatisfy(forward -> assertThat(forward.attributes()).isEmpty());
    }
  }
}
