package io.halite.it.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.nio.file.Path;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What applications with Halite's jar and a client of another HBase do beside plain requests. */
@Tag("wide")
@ExtendWith(SharedCluster.class)
class OtherApplicationsIT {
  private static final String PLUG_IN = "=io.halite.client.plugin.";

  private final EmbeddedCluster cluster;
  @TempDir Path directory;

  OtherApplicationsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** From HBase 3 on endpoints are called with other types of messages. */
  @ParameterizedTest
  @CsvSource({
    "2.5.13-hadoop3, client25/target/client.classpath",
    "3.0.0-alpha-4, releases/target/3.0.0-alpha-4.classpath",
    "3.0.0-beta-1, client3/target/client.classpath"
  })
  void newestRowsAndRowsToVerifyAreAskedOfTheEndpoints(String version, Path classPath)
      throws Exception {
    Path log = directory.resolve("client.log");
    try (TestTable table =
        TestTable.numbered("versions")
            .salted("key=unit:3 ts:8:revtime,salt=hash(unit) % 4")
            .coprocessor(TestTable.LATEST_ENDPOINT)
            .splitBuckets()
            .create(cluster)) {
      run(log, classPath, EndpointClient.class, table.name().getNameAsString());
      assertThat(log)
          .content()
          .contains(
              "client " + version,
              "by the blocking client [K01 3, K02 3]",
              "by the asynchronous client [K01 3, K02 3]",
              "rows 6",
              "blocking UnknownProtocolException",
              "asynchronous UnknownProtocolException");
    }
  }

  /** A job of HBase 3 writes by the asynchronous plug-in if the blocking one is not named, too. */
  @ParameterizedTest
  @CsvSource({
    "SaltedAsyncConnection, hbase.client.async.connection.impl, refused, replayed false",
    "SaltedConnection, hbase.client.connection.impl, client 3.0.0-beta-1, replayed true"
  })
  void storedKeysAreReplayedByTheBlockingPlugInAlone(
      String plugIn, String key, String said, String outcome) throws Exception {
    Path log = directory.resolve("client.log");
    String spec = TestTable.FOUR_BUCKETS;
    try (TestTable salted = TestTable.numbered("versions").salted(spec).create(cluster)) {
      run(
          log,
          Path.of("client3", "target", "client.classpath"),
          ReplayClient.class,
          salted.name().getNameAsString(),
          Bytes.toHex(SaltingSpec.parse(spec).salt().salt(Rows.key(1, 'a'))),
          key + PLUG_IN + plugIn,
          "halite.client.replayed.spec=" + spec);
      assertThat(log).content().contains(said, "stored twice false", outcome);
    }
  }

  private void run(Path log, Path classPath, Class<?> program, String... arguments)
      throws Exception {
    ClientProcess.start(cluster, ClientProcess.jarsWithPlugIn(classPath), log, program, arguments)
        .endWhen("it has ended", () -> false);
  }
}
