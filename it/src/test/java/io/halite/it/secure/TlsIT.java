package io.halite.it.secure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.plugin.SaltedConnection;
import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.door.DoorCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way to a salted table, where nobody speaks to a server but over TLS and by certificate. */
class TlsIT {
  @TempDir private static Path directory;
  private static EmbeddedCluster cluster;
  private static ServerName gateway;

  @BeforeAll
  static void start() throws Exception {
    cluster = DoorCluster.start(2, Certificate.make(directory.resolve("servers"))::use);
    Iterator<ServerName> servers = cluster.connection().getAdmin().getRegionServers().iterator();
    gateway = servers.next();
    SecureTables.create(cluster.connection(), gateway, servers.next());
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static Configuration client() {
    return HBaseConfiguration.create(cluster.configuration());
  }

  private static void askAll(Configuration conf, int round, String way) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      SecureRequests questions = new SecureRequests(connection, round);
      assertThat(questions.way()).isEqualTo(way);
      for (Map.Entry<String, SecureRequests.Question> each : questions.all().entrySet()) {
        try {
          each.getValue().ask();
        } catch (IOException | AssertionError e) {
          throw new AssertionError(each.getKey(), e);
        }
      }
    }
  }

  @Test
  void aClientIsAnsweredByGatewaysWhoseOwnersAreOnAnotherServer() throws Exception {
    askAll(client(), 0, "by the gateways");
  }

  @Test
  void thePlugInIsAnsweredByTheOwners() throws Exception {
    Configuration conf = client();
    conf.set("hbase.client.connection.impl", SaltedConnection.class.getName());
    askAll(conf, 1, "straight");
  }

  @Test
  void clientsAreRedirectedToADoorAndEachKindOfRequestIsAnsweredThere() throws Exception {
    long redirected = DoorCluster.sum(cluster, DoorCounts::redirected);
    int round = 10;
    while (!isAskedAtADoor(round)) {
      round++;
      assertThat(round).as("connections, none of them at a door").isLessThan(90);
    }
    assertThat(DoorCluster.sum(cluster, DoorCounts::redirected)).isGreaterThan(redirected);
  }

  /** Asks over a new connection, if the gateway's server sends it to a door. */
  private static boolean isAskedAtADoor(int round) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(client())) {
      Map<String, SecureRequests.Question> questions =
          new SecureRequests(connection, round).ofDoors();
      questions.get("put and get").ask();
      if (!isAtADoor(connection)) {
        return false;
      }
      assertThat(questions).hasSize(6);
      for (Map.Entry<String, SecureRequests.Question> each : questions.entrySet()) {
        long served = DoorCluster.sum(cluster, DoorCounts::served);
        each.getValue().ask();
        assertThat(isAtADoor(connection)).as(each.getKey()).isTrue();
        // Probes of servers do not count.
        assertThat(DoorCluster.sum(cluster, DoorCounts::served))
            .as(each.getKey())
            .isGreaterThan(served);
      }
      return true;
    }
  }

  private static boolean isAtADoor(Connection connection) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(SecureTables.HISTORIES)) {
      return !locator.getRegionLocation(SecureTables.GATEWAY).getServerName().equals(gateway);
    }
  }

  @Test
  void aClientWithoutTlsIsNotSpokenTo() {
    Configuration conf = impatient();
    conf.setBoolean("hbase.client.netty.tls.enabled", false);
    assertNotAnswered(conf);
  }

  @Test
  void aClientWithACertificateThatTheServersDoNotTrustIsNotSpokenTo() throws Exception {
    Configuration conf = impatient();
    Certificate.make(directory.resolve("stranger")).use(conf);
    conf.set(
        "hbase.rpc.tls.truststore.location",
        cluster.configuration().get("hbase.rpc.tls.truststore.location"));
    assertNotAnswered(conf);
  }

  private static Configuration impatient() {
    Configuration conf = client();
    conf.setInt("hbase.client.retries.number", 0);
    conf.setInt("hbase.client.operation.timeout", 5_000);
    conf.setInt("hbase.client.meta.operation.timeout", 5_000);
    return conf;
  }

  private static void assertNotAnswered(Configuration conf) {
    assertThatThrownBy(
            () -> {
              try (Connection connection = ConnectionFactory.createConnection(conf)) {
                new SecureRequests(connection, 2).all().values().iterator().next().ask();
              }
            })
        .isInstanceOf(IOException.class);
  }
}
