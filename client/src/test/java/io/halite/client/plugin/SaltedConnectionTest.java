package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;

class SaltedConnectionTest {
  private final AsyncTableBuilder<?> builder =
      new Fake<>(AsyncTableBuilder.class)
          .on("build", any -> new Fake<>(AsyncTable.class).build())
          .build();
  private final Fake<AsyncConnection> ofScans =
      new Fake<>(AsyncConnection.class)
          .on("getTableBuilder", any -> builder)
          .on("close", any -> null);
  private final ScanConnection scans =
      new ScanConnection(() -> CompletableFuture.completedFuture(ofScans.build()));
  private final Table table =
      new Fake<>(Table.class)
          .on("getName", any -> Salted.NAME)
          .on("getRequestAttributes", any -> Map.of())
          .build();

  private final Fake<IdleScanners.Later> looks =
      new Fake<>(IdleScanners.Later.class).on("close", any -> null);
  private final IdleScanners idle = new IdleScanners(1, looks.build());

  @Test
  void anEndedConnectionLooksForNoMoreIdleScanners() throws IOException {
    Fake<Connection> real =
        new Fake<>(Connection.class).on("abort", any -> null).on("close", any -> null);
    SaltedConnection connection =
        new SaltedConnection(new Configuration(false), real.build(), scans, idle);
    assertThat(looks.count("close")).isZero();
    connection.close();
    assertThat(looks.count("close")).isEqualTo(1);
    connection.abort("as a test says", new IllegalStateException("broken"));
    assertThat(looks.count("close")).isEqualTo(2);
  }

  @Test
  void anAbortedConnectionEndsItsConnectionForScans() throws IOException {
    Fake<Connection> real = new Fake<>(Connection.class).on("abort", any -> null);
    SaltedConnection connection =
        new SaltedConnection(new Configuration(false), real.build(), scans, idle);
    scans.like(table);
    IllegalStateException why = new IllegalStateException("broken");
    connection.abort("as a test says", why);
    assertThat(real.given("abort", String.class)).containsExactly("as a test says");
    assertThat(ofScans.count("close")).isEqualTo(1);
  }

  /** The class path may hold the site of another cluster. */
  @Test
  void theRealConnectionHasTheSettingsOfTheApplicationAndNoOthers() {
    Configuration conf = new Configuration(false);
    conf.set(SaltedConnection.CONNECTION_KEY, SaltedConnection.class.getName());
    conf.set("hbase.zookeeper.quorum", "b1,b2");
    conf.setClassLoader(new ClassLoader(conf.getClassLoader()) {});
    Configuration real = SaltedConnection.withoutPlugin(conf);
    assertThat(real).extracting(Map.Entry::getKey).containsExactly("hbase.zookeeper.quorum");
    assertThat(real.get("hbase.zookeeper.quorum")).isEqualTo("b1,b2");
    assertThat(real.getClassLoader()).isSameAs(conf.getClassLoader());
  }

  /** Whoever opens another connection by it gets the plug-in again. */
  @Test
  void tablesAndMutatorsGiveTheConfigurationOfTheApplication() throws IOException {
    Configuration conf = new Configuration(false);
    conf.set(SaltedConnection.CONNECTION_KEY, SaltedConnection.class.getName());
    Connection real =
        new Fake<>(Connection.class)
            .on("getTable", any -> table)
            .on("getBufferedMutator", any -> new MutatorFakes().real.build())
            .on("getConfiguration", any -> Salted.conf())
            .build();
    SaltedConnection connection = new SaltedConnection(conf, real, scans, idle);
    assertThat(connection.getConfiguration()).isSameAs(conf);
    assertThat(connection.getTable(Salted.NAME).getConfiguration()).isSameAs(conf);
    assertThat(connection.getBufferedMutator(Salted.NAME).getConfiguration()).isSameAs(conf);
  }

  /** HBase's bulk loads cast it and its connection, and its canary has to ask gateways (0043). */
  @Test
  void theAdminIsThatOfHbase() throws IOException {
    Admin admin = new Fake<>(Admin.class).build();
    Connection real = new Fake<>(Connection.class).on("getAdmin", any -> admin).build();
    assertThat(new SaltedConnection(Salted.conf(), real, scans, idle).getAdmin()).isSameAs(admin);
  }
}
