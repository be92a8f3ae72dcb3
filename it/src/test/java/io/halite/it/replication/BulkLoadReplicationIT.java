package io.halite.it.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.replication.NaturalKeysEndpoint;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.LogEvents;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import io.halite.it.plugin.PluginOnServers;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.TableAttributes;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfigBuilder;
import org.apache.hadoop.hbase.replication.regionserver.ReplicationSink;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.log4j.Category;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where HBase replicates bulk loads, files of stored keys stay, and files of natural ones wait. The
 * servers of the sink read the settings of the plug-ins.
 */
@Tag("wide")
@Timeout(120)
class BulkLoadReplicationIT {
  private static final Optional<String> PLAIN = Optional.empty();
  private static final Optional<String> SALTED = Optional.of("key=row:*,salt=hash(*) % 2");
  private static final String SOURCE = "source";
  private static final List<Logger> LOGS =
      List.of(
          Logger.getLogger(ReplicationSink.class),
          Logger.getLogger(ReplicationSink.class.getPackageName() + ".ReplicationSourceWALReader"),
          Logger.getLogger(ReplicationSink.class.getPackageName() + ".ReplicationSourceShipper"));
  private static final Queue<String> FAILURES = new ConcurrentLinkedQueue<>();
  private static final Queue<String> REFUSED_CONNECTIONS = new ConcurrentLinkedQueue<>();

  @TempDir private static java.nio.file.Path sites;
  private static EmbeddedCluster source;
  private static EmbeddedCluster sink;

  @BeforeAll
  static void start() throws Exception {
    source = EmbeddedCluster.start(1, BulkLoadReplicationIT::replicatingLoads);
    sink = PluginOnServers.start(1, BulkLoadReplicationIT::replicatingLoads);
    java.nio.file.Path site = Files.createDirectories(sites.resolve(SOURCE));
    try (OutputStream out = Files.newOutputStream(site.resolve("hbase-site.xml"))) {
      source.configuration().writeXml(out);
    }
    LOGS.forEach(log -> log.addAppender(new LogEvents(BulkLoadReplicationIT::keepFailure)));
  }

  private static void replicatingLoads(Configuration settings) {
    settings.setBoolean(HConstants.REPLICATION_BULKLOAD_ENABLE_KEY, true);
    settings.set(HConstants.REPLICATION_CLUSTER_ID, SOURCE);
    settings.set(HConstants.REPLICATION_CONF_DIR, sites.toString());
    settings.setInt("replication.source.sleepforretries", 100);
    settings.setInt("hbase.client.retries.number", 3);
    settings.setInt("hbase.bulkload.retries.number", 1);
  }

  private static void keepFailure(LoggingEvent event) {
    if (event.getThrowableInformation() != null) {
      String text = String.join("\n", event.getThrowableInformation().getThrowableStrRep());
      FAILURES.add(text);
      if (text.contains("loads files over HBase's own connection alone")) {
        REFUSED_CONNECTIONS.add(text);
      }
    }
  }

  @AfterAll
  static void stop() throws Exception {
    LOGS.forEach(Category::removeAllAppenders);
    sink.close();
    source.close();
  }

  private static ReplicationPeerConfigBuilder peer(TwinTables... tables) {
    Map<TableName, List<String>> names = new HashMap<>();
    for (TwinTables each : tables) {
      names.put(each.name(), List.of());
    }
    return ReplicationPeerConfig.newBuilder()
        .setClusterKey(sink.utility().getClusterKey())
        .setReplicateAllUserTables(false)
        .setTableCFsMap(names);
  }

  private static void load(TwinTables twins, byte[]... rows) throws Exception {
    Configuration conf = source.configuration();
    FileSystem files = FileSystem.get(conf);
    Path directory = new Path(files.getHomeDirectory(), "load-" + UUID.randomUUID());
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, CacheConfig.DISABLED)
            .withPath(files, new Path(directory, "f/one"))
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      for (byte[] row : rows) {
        writer.append(new KeyValue(row, TestTable.F, TestTable.Q, 1L, Bytes.toBytes("loaded")));
      }
    }
    BulkLoadHFiles.create(conf).bulkLoad(twins.name(), directory);
  }

  private static void put(TwinTables twins, String row) throws Exception {
    try (Table table = source.connection().getTable(twins.name())) {
      table.put(TwinTables.put(row));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void filesOfAPlainTableReachAPlainSinkByEachEndpoint(boolean byHalites) throws Exception {
    TwinTables twins = TwinTables.of("plain_" + byHalites, PLAIN, PLAIN);
    twins.create(source, sink);
    ReplicationPeerConfigBuilder peer = peer(twins);
    if (byHalites) {
      peer.setReplicationEndpointImpl(NaturalKeysEndpoint.class.getName());
    }
    try (Admin admin = source.connection().getAdmin()) {
      admin.addReplicationPeer(twins.name().getNameAsString(), peer.build());
      load(twins, Bytes.toBytes("row1"), Bytes.toBytes("row2"));
      Polling.until("the sink has the files", () -> twins.read(sink).equals(twins.read(source)));
      assertThat(twins.stored(sink)).containsExactly("row1", "row2");
      // The plug-in refuses the first file that any test sends, and steps out of the sink's way.
      assertThat(REFUSED_CONNECTIONS).hasSize(1);
      admin.removeReplicationPeer(twins.name().getNameAsString());
    }
  }

  @Test
  void aReplicatedSaltedTableRefusesFilesAndItsRowsGoOn() throws Exception {
    TwinTables twins = TwinTables.of("of_stored_keys", SALTED, PLAIN);
    twins.create(source, sink);
    byte[] stored = SaltingSpec.parse(SALTED.get()).salt().salt(Bytes.toBytes("row1"));
    try (Admin admin = source.connection().getAdmin()) {
      admin.addReplicationPeer(
          "files",
          peer(twins).setReplicationEndpointImpl(NaturalKeysEndpoint.class.getName()).build());
      assertThatThrownBy(() -> load(twins, stored))
          .hasStackTraceContaining("table 'of_stored_keys' is replicated, and")
          .hasStackTraceContaining("the peers would receive the files with their stored keys");
      put(twins, "row2");
      Polling.until("the sink has the row", () -> !twins.stored(sink).isEmpty());
      assertThat(twins.stored(sink)).containsExactly("row2");
      assertThat(twins.read(source)).hasSize(1);
      admin.removeReplicationPeer("files");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSaltedSinkRefusesFilesOfNaturalKeysAndThePeerWaits(boolean byHalites) throws Exception {
    TwinTables twins = TwinTables.of("to_salted_" + byHalites, PLAIN, SALTED);
    TwinTables other = TwinTables.of("behind_" + byHalites, PLAIN, PLAIN);
    twins.create(source, PLAIN, HConstants.REPLICATION_SCOPE_GLOBAL);
    twins.create(sink, SALTED, HConstants.REPLICATION_SCOPE_LOCAL);
    other.create(source, sink);
    ReplicationPeerConfigBuilder peer = peer(twins, other);
    if (byHalites) {
      peer.setReplicationEndpointImpl(NaturalKeysEndpoint.class.getName());
    }
    FAILURES.clear();
    try (Admin admin = source.connection().getAdmin()) {
      admin.addReplicationPeer("waits", peer.build());
      // Also natural keys that happen to look like stored ones.
      load(twins, SaltingSpec.parse(SALTED.get()).salt().salt(Bytes.toBytes("row1")));
      assertThat(twins.read(source)).hasSize(1);
      Polling.until(
          "the sink refuses the file twice",
          () ->
              FAILURES.stream()
                      .filter(text -> text.contains("replicates have natural keys"))
                      .count()
                  > 1);
      assertThat(twins.stored(sink)).isEmpty();
      assertThatItGoesOnWithoutTheTable(admin, "waits", twins, other);
      admin.removeReplicationPeer("waits");
    }
  }

  /** HBase takes files of stored keys for a plain table, and the table is salted afterwards. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void filesInTheWalOfASaltedTableAreNotSentByHalitesEndpoint(boolean serial) throws Exception {
    TwinTables twins = TwinTables.of("salted_after_the_load_" + serial, PLAIN, PLAIN);
    TwinTables other = TwinTables.of("behind_salted_" + serial, PLAIN, PLAIN);
    twins.create(source, sink);
    other.create(source, sink);
    try (Admin admin = source.connection().getAdmin()) {
      String endpoint = NaturalKeysEndpoint.class.getName();
      admin.addReplicationPeer(
          "silent",
          peer(twins, other).setReplicationEndpointImpl(endpoint).setSerial(serial).build(),
          false);
      load(twins, SaltingSpec.parse(SALTED.get()).salt().salt(Bytes.toBytes("row1")));
      admin.disableTable(twins.name());
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(twins.name()))
              .setValue("coprocessor$1", TableAttributes.salting(SALTED.get()))
              .build());
      admin.enableTable(twins.name());
      assertThat(twins.read(source)).singleElement().asString().startsWith("row1");
      admin.enableReplicationPeer("silent");
      String words = "cannot replicate a bulk load of table '" + twins.name() + "'";
      Polling.until(
          "the log of the source names the load at each attempt",
          () -> FAILURES.stream().filter(text -> text.contains(words)).count() > 1);
      assertThatItGoesOnWithoutTheTable(admin, "silent", twins, other);
      admin.removeReplicationPeer("silent");
    }
  }

  private static void assertThatItGoesOnWithoutTheTable(
      Admin admin, String peer, TwinTables excluded, TwinTables other) throws Exception {
    assertThat(excluded.stored(sink)).isEmpty();
    put(other, "behind the load");
    admin.updateReplicationPeerConfig(
        peer,
        ReplicationPeerConfig.newBuilder(admin.getReplicationPeerConfig(peer))
            .setTableCFsMap(peer(other).build().getTableCFsMap())
            .build());
    Polling.until("the sink has what was behind", () -> !other.stored(sink).isEmpty());
    assertThat(excluded.stored(sink)).isEmpty();
  }
}
