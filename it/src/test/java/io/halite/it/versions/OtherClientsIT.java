package io.halite.it.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.SharedDoorCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients of other releases of HBase, at gateways, at doors and with the plug-in. */
@Tag("wide")
@ExtendWith(SharedDoorCluster.class)
class OtherClientsIT {
  /** So many that many are not probes: a server asks each other one once in 20 seconds. */
  private static final int SERVED = 200;

  /** Rounds at gateways, after which every kind of request has been repeated. */
  private static final int ROUNDS = 10;

  private static final String ALPHA = "3.0.0-alpha-4, releases/target/3.0.0-alpha-4.classpath";
  private static final String BETA = "3.0.0-beta-1, client3/target/client.classpath";

  private final EmbeddedCluster cluster;
  @TempDir Path directory;

  OtherClientsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @ParameterizedTest
  @CsvSource({
    // The version of the shell, and of the client that comes with it.
    "2.4.17, shell/target/shell.classpath, all",
    "2.4.17, shell/target/shell.classpath, off",
    "2.5.13-hadoop3, client25/target/client.classpath, all",
    "2.5.13-hadoop3, client25/target/client.classpath, off",
    ALPHA + ", all",
    ALPHA + ", off",
    BETA + ", all",
    BETA + ", off"
  })
  void clientIsServedAsByAPlainTable(String version, Path classPath, String doors)
      throws Exception {
    boolean throughDoors = doors.equals("all");
    Path log = directory.resolve("client.log");
    try (TestTable plain = TestTable.numbered("versions").create(cluster);
        TestTable salted =
            (throughDoors ? salted() : salted().value("halite.doors", doors)).create(cluster)) {
      long before = served();
      ClientProcess client =
          ClientProcess.start(
              cluster,
              ClientProcess.jars(classPath),
              log,
              TwinClient.class,
              plain.name().getNameAsString(),
              salted.name().getNameAsString());
      client.endWhen(
          "client " + version + " is served",
          () -> throughDoors ? isServed(before) : isAt(ROUNDS, log));
      assertThat(log)
          .content()
          .contains("client " + version, "equal 0")
          .doesNotContain("different in");
      if (throughDoors) {
        assertThat(served()).isGreaterThan(before + SERVED);
      } else {
        assertThat(served()).isEqualTo(before);
        assertThat(isAt(ROUNDS, log)).isTrue();
      }
    }
  }

  /** HBase 2.4 forgets all locations of the server that answers all of a region with a move. */
  @ParameterizedTest
  @CsvSource({
    "2.4.17, shell/target/shell.classpath",
    "2.5.13-hadoop3, client25/target/client.classpath",
    ALPHA,
    BETA
  })
  void clientThatSendsNothingButBatchesFollowsARedirect(String version, Path classPath)
      throws Exception {
    Path log = directory.resolve("client.log");
    try (TestTable salted = salted().create(cluster)) {
      long before = served();
      ClientProcess client =
          ClientProcess.start(
              cluster,
              ClientProcess.jars(classPath),
              log,
              BatchClient.class,
              salted.name().getNameAsString());
      client.endWhen("batches of " + version + " are served", () -> isServed(before));
      assertThat(log).content().contains("client " + version, "read all");
      assertThat(served()).isGreaterThan(before + SERVED);
    }
  }

  /**
   * Both clients, but of 2.4 the blocking one alone, since its asynchronous one is not public. From
   * 3 on the blocking one is a layer over the asynchronous one.
   */
  @ParameterizedTest
  @CsvSource({
    "2.4.17, shell/target/shell.classpath, SaltedConnection, AsyncConnectionImpl",
    "2.5.13-hadoop3, client25/target/client.classpath, SaltedConnection, SaltedAsyncConnection",
    ALPHA + ", ConnectionOverAsyncConnection, SaltedAsyncConnection",
    ALPHA + ", SaltedConnection, SaltedAsyncConnection",
    BETA + ", ConnectionOverAsyncConnection, SaltedAsyncConnection",
    BETA + ", SaltedConnection, SaltedAsyncConnection",
    BETA + ", SaltedConnection, AsyncConnectionImpl"
  })
  void clientWithThePlugInSendsStraightToOwnersAndIsServedAsByAPlainTable(
      String version, Path classPath, String blocking, String asynchronous) throws Exception {
    Path log = directory.resolve("client.log");
    try (TestTable plain = TestTable.numbered("versions").create(cluster);
        TestTable salted = salted().create(cluster)) {
      ClientProcess client =
          ClientProcess.start(
              cluster,
              ClientProcess.jarsWithPlugIn(classPath),
              log,
              TwinClient.class,
              plain.name().getNameAsString(),
              salted.name().getNameAsString(),
              "hbase.client.connection.impl=" + fullName(blocking),
              "hbase.client.async.connection.impl=" + fullName(asynchronous));
      client.until("specs are known", () -> isAt(ROUNDS, log));
      long learned = forwarded(salted);
      client.endWhen("client " + version + " is served", () -> isAt(2 * ROUNDS, log));
      assertThat(log)
          .content()
          .contains("client " + version, "over " + blocking + " and " + asynchronous, "equal 0")
          .doesNotContain("different in");
      if (asynchronous.startsWith("Salted")) {
        assertThat(forwarded(salted)).isEqualTo(learned);
      }
      if (version.startsWith("3")) {
        assertThat(log).content().contains("below SaltedAsyncConnection");
      }
    }
  }

  /** HBase 3 sends attributes of connections from its first beta on. */
  @ParameterizedTest
  @CsvSource({BETA})
  void scansThatThePlugInLeavesToGatewaysStayAtThem(String version, Path classPath)
      throws Exception {
    Path log = directory.resolve("client.log");
    try (TestTable salted = salted().create(cluster)) {
      long before = served();
      ClientProcess client =
          ClientProcess.start(
              cluster,
              ClientProcess.jarsWithPlugIn(classPath),
              log,
              CursorClient.class,
              salted.name().getNameAsString(),
              "hbase.client.async.connection.impl=" + fullName("SaltedAsyncConnection"));
      client.endWhen("gateways scan", () -> isAt("scanned " + SERVED, log));
      assertThat(log).content().contains("client " + version);
      assertThat(forwarded(salted)).isGreaterThan(SERVED);
      assertThat(served()).isEqualTo(before);
    }
  }

  /** A table with a region for each bucket, and with several gateway regions. */
  private static TablePlan salted() {
    return TestTable.numbered("versions")
        .salted(TestTable.FOUR_BUCKETS)
        .splitBuckets()
        .splitGateways();
  }

  private static String fullName(String connection) {
    return (connection.startsWith("Salted")
            ? "io.halite.client.plugin."
            : "org.apache.hadoop.hbase.client.")
        + connection;
  }

  /** The requests that gateways have served. */
  private long forwarded(TestTable table) throws IOException {
    return SaltedTableOperations.of(cluster.connection(), table.name()).spread().gateways().stream()
        .mapToLong(gateway -> gateway.reads() + gateway.writes())
        .sum();
  }

  private boolean isServed(long before) {
    return served() > before + SERVED;
  }

  private long served() {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  private static boolean isAt(int round, Path log) throws IOException {
    return isAt("equal " + round, log);
  }

  private static boolean isAt(String line, Path log) throws IOException {
    return Files.readString(log).contains(line);
  }
}
