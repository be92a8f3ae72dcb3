package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.LogEvents;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.MiniHBaseCluster;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Servers whose settings name the plug-ins open plain connections for themselves. */
class StepsAsideIT {
  private static final Queue<String> LINES = new ConcurrentLinkedQueue<>();

  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    Logger said = Logger.getLogger("io.halite.client.plugin.OwningServer");
    said.setLevel(Level.INFO);
    said.addAppender(new LogEvents(event -> LINES.add(event.getRenderedMessage())));
    cluster = PluginOnServers.start(2, settings -> {});
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  /** Once for each kind of connection, however many a server opens. */
  @Test
  void eachServerSaysOnceThatThePluginStepsAside() throws Exception {
    MiniHBaseCluster servers = cluster.utility().getMiniHBaseCluster();
    for (HRegionServer server :
        List.of(servers.getRegionServer(0), servers.getRegionServer(1), servers.getMaster())) {
      Configuration own = server.getConfiguration();
      for (int i = 0; i < 2; i++) {
        ConnectionFactory.createConnection(own).close();
        ConnectionFactory.createAsyncConnection(own).get().close();
      }
      for (String key :
          List.of("hbase.client.connection.impl", "hbase.client.async.connection.impl")) {
        assertThat(LINES)
            .filteredOn(line -> line.contains(own.get("mapreduce.task.attempt.id") + " opens"))
            .filteredOn(line -> line.contains(" " + key + " "))
            .singleElement()
            .asString()
            .contains("plain connections for itself", "which is for applications");
      }
    }
  }

  @Test
  void connectionsThatServersOpenForThemselvesArePlain() throws Exception {
    PluginTables tables = new PluginTables(cluster);
    TableName name = tables.create("by-servers");
    MiniHBaseCluster servers = cluster.utility().getMiniHBaseCluster();
    for (Configuration server :
        List.of(
            servers.getRegionServer(0).getConfiguration(),
            servers.getMaster().getConfiguration())) {
      assertThat(server.get("hbase.client.connection.impl")).endsWith("SaltedConnection");
      long before = tables.gatewayWrites(name);
      try (Connection own = ConnectionFactory.createConnection(server);
          AsyncConnection async = ConnectionFactory.createAsyncConnection(server).get();
          Table table = own.getTable(name);
          BufferedMutator mutator = own.getBufferedMutator(name)) {
        PluginTables.putAll(table, "t");
        for (int i = 0; i < PluginTables.REQUESTS; i++) {
          mutator.mutate(PluginTables.put("m-" + i));
          async.getTable(name).put(PluginTables.put("a-" + i)).get();
        }
      }
      assertThat(tables.gatewayWrites(name) - before).isEqualTo(3 * PluginTables.REQUESTS);
    }
  }
}
