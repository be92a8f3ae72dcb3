package io.halite.it.forwards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.TestTable;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Forwards name the server of their gateway, and owners apply no write of one that has gone. */
class GatewayNameIT {
  private static final TableName NAME = TableName.valueOf("named");
  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.startWithoutHdfs(1);
    TestTable.named(NAME)
        .salted(TestTable.FOUR_BUCKETS)
        .coprocessor(OwnerWitness.class)
        .create(cluster);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static String server() throws Exception {
    return cluster.connection().getAdmin().getRegionServers().iterator().next().toString();
  }

  private static void fill() throws Exception {
    try (Table table = cluster.connection().getTable(NAME)) {
      RequestKind.fill(table);
    }
  }

  private static List<String> rows() throws Exception {
    try (Table table = cluster.connection().getTable(NAME)) {
      return TestTable.scan(table, new Scan());
    }
  }

  private static boolean isRead(RequestKind kind) {
    return kind.act().equals("get") || kind.act().equals("scan");
  }

  @ParameterizedTest
  @EnumSource
  void theOwnerOfAWriteSeesWhichServerForwardsIt(RequestKind kind) throws Exception {
    fill();
    OwnerWitness.seen();
    try (Table table = cluster.connection().getTable(NAME)) {
      kind.send(table);
    }
    List<SeenForward> seen = OwnerWitness.seen();
    assertThat(seen).isNotEmpty();
    if (!isRead(kind)) {
      assertThat(seen).extracting(SeenForward::gateway).containsOnly(server());
    }
  }

  /** A client that sends marked requests, as a gateway on that server does. */
  private static Connection gatewayOn(String server) throws Exception {
    Configuration conf = new Configuration(cluster.configuration());
    conf.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    conf.setInt("hbase.client.retries.number", 1);
    conf.setInt("hbase.client.operation.timeout", 5_000);
    return ConnectionFactory.createConnection(
        conf, null, User.getCurrent(), Map.of("halite.gateway", Bytes.toBytes(server)));
  }

  @ParameterizedTest
  @EnumSource
  void anOwnerAppliesNoWriteOfAServerThatHasGone(RequestKind kind) throws Exception {
    fill();
    List<String> before = rows();
    try (Connection connection = gatewayOn("gone.example,16020,1764100000000");
        Table table = connection.getTable(NAME)) {
      if (isRead(kind)) {
        kind.send(table);
      } else {
        assertThatThrownBy(() -> kind.send(table)).hasMessageContaining("CallDroppedException");
      }
    }
    assertThat(rows()).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  void anOwnerAppliesTheWritesOfAServerThatLives(RequestKind kind) throws Exception {
    fill();
    try (Connection connection = gatewayOn(server());
        Table table = connection.getTable(NAME)) {
      kind.send(table);
    }
  }
}
