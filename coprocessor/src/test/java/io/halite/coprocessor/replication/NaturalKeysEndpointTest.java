package io.halite.coprocessor.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.host.RegistryOfNoCluster;
import io.halite.routing.table.TableAttributes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableDescriptors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.replication.NamespaceTableCfWALEntryFilter;
import org.apache.hadoop.hbase.replication.ReplicationEndpoint;
import org.apache.hadoop.hbase.replication.ReplicationPeer;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfigBuilder;
import org.apache.hadoop.hbase.replication.WALEntryFilter;
import org.apache.hadoop.hbase.replication.regionserver.WALEntryFilterRetryableException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.FSTableDescriptors;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NaturalKeysEndpointTest {
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] ATL = Bytes.toBytes("ATL");

  @Test
  void anEntryWhoseFilterFailedIsNeverShipped() {
    ReplicationEndpoint.ReplicateContext batch =
        new ReplicationEndpoint.ReplicateContext()
            .setEntries(List.of(NaturalKeysFilterTest.stored(ATL)));
    assertThatThrownBy(() -> new NaturalKeysEndpoint().replicate(batch))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("table 't'")
        .hasMessageContaining("still has its stored keys");
  }

  @Test
  void filesOfASaltedTableAreNeverShipped() {
    Entry load = NaturalKeysFilterTest.load();
    assertThatThrownBy(() -> NaturalKeysEndpoint.requireNatural(load, table -> true))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("table 't'");
    assertThatThrownBy(
            () ->
                NaturalKeysEndpoint.requireNatural(
                    load,
                    table -> {
                      throw new IOException("no file system");
                    }))
        .isInstanceOf(UncheckedIOException.class);
    assertThatCode(() -> NaturalKeysEndpoint.requireNatural(load, table -> false))
        .doesNotThrowAnyException();
  }

  @Test
  void anEditThatCannotBeReadHoldsUpOnlyThePeersOfItsTable() {
    Entry bare = NaturalKeysFilterTest.stored(ATL);
    assertThat(filter(entry -> null).filter(bare)).isNull();
    assertThatThrownBy(() -> filter(entry -> entry).filter(bare))
        .isInstanceOf(WALEntryFilterRetryableException.class);
  }

  @Test
  void filesThatThePeerWouldNotReceiveDoNotHoldItUp() {
    ReplicationPeerConfigBuilder peer = ReplicationPeerConfig.newBuilder();
    Map<TableName, List<String>> familyF = Map.of(T, List.of("f"));
    Map<TableName, List<String>> others = Map.of(T, List.of("local"));
    peer.setReplicateAllUserTables(true).setExcludeTableCFsMap(familyF);
    assertThat(filter(tablesOf(peer)).filter(NaturalKeysFilterTest.load()).getEdit().getCells())
        .isEmpty();
    peer.setExcludeTableCFsMap(others);
    assertHeldUp(filter(tablesOf(peer)), NaturalKeysFilterTest.load());
    peer.setReplicateAllUserTables(false).setTableCFsMap(others);
    assertThat(filter(tablesOf(peer)).filter(NaturalKeysFilterTest.load()).getEdit().getCells())
        .isEmpty();
    peer.setTableCFsMap(familyF);
    assertHeldUp(filter(tablesOf(peer)), NaturalKeysFilterTest.load());
  }

  /** After an exception of the filter, HBase's reader takes another entry without any filter. */
  @Test
  void theReaderOfASerialPeerIsNotInterruptedAndItsShipperHoldsThePeerUp() {
    for (Entry entry : List.of(NaturalKeysFilterTest.stored(ATL), NaturalKeysFilterTest.load())) {
      WALEntryFilter serial =
          NaturalKeysEndpoint.filter(each -> each, Optional::empty, table -> true, true);
      List<Cell> cells = List.copyOf(entry.getEdit().getCells());
      assertThat(serial.filter(entry)).isSameAs(entry);
      assertThat(entry.getEdit().getCells()).containsExactlyElementsOf(cells);
      assertThatThrownBy(() -> NaturalKeysEndpoint.requireNatural(entry, table -> true))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("stored keys");
    }
  }

  /** The server of HBase's ReplicationSyncUp has no descriptors. */
  @Test
  void anEndpointOfNoServerReadsFromTheFileSystemWhichTablesAreSalted(@TempDir Path root)
      throws IOException {
    Configuration site = new Configuration();
    site.set("hbase.rootdir", root.toUri().toString());
    site.set("hbase.client.registry.impl", RegistryOfNoCluster.class.getName());
    TableName salted = TableName.valueOf("salted");
    TableDescriptors described = new FSTableDescriptors(site);
    described.update(TableDescriptorBuilder.newBuilder(T).build(), false);
    described.update(
        TableDescriptorBuilder.newBuilder(salted)
            .setValue("coprocessor$1", TableAttributes.salting("key=row:*,salt=hash(*) % 16"))
            .build(),
        false);
    ReplicationPeerConfigBuilder peer = ReplicationPeerConfig.newBuilder();
    WALEntryFilter filter = filterWithoutServer(site, peer);

    Entry load = NaturalKeysFilterTest.load(T);
    Entry saltedLoad = NaturalKeysFilterTest.load(salted);
    assertThat(filter.filter(load)).isSameAs(load);
    assertThatThrownBy(() -> filter.filter(saltedLoad))
        .isInstanceOf(WALEntryFilterRetryableException.class)
        .hasMessageContaining("its files have stored keys");
    assertThat(filterWithoutServer(site, peer.setSerial(true)).filter(saltedLoad))
        .as("of a serial peer")
        .isSameAs(saltedLoad);
  }

  private static WALEntryFilter filterWithoutServer(
      Configuration site, ReplicationPeerConfigBuilder peer) throws IOException {
    NaturalKeysEndpoint endpoint = new NaturalKeysEndpoint();
    endpoint.init(
        new ReplicationEndpoint.Context(
            site, site, null, "1", new UUID(1, 2), peer(peer), null, null, null));
    return endpoint.getWALEntryfilter();
  }

  private static WALEntryFilter tablesOf(ReplicationPeerConfigBuilder config) {
    return new NamespaceTableCfWALEntryFilter(peer(config));
  }

  private static ReplicationPeer peer(ReplicationPeerConfigBuilder config) {
    ReplicationPeerConfig built = config.build();
    return (ReplicationPeer)
        Proxy.newProxyInstance(
            ReplicationPeer.class.getClassLoader(),
            new Class<?>[] {ReplicationPeer.class},
            (self, method, args) -> built);
  }

  private static void assertHeldUp(WALEntryFilter filter, Entry entry) {
    assertThatThrownBy(() -> filter.filter(entry))
        .isInstanceOf(WALEntryFilterRetryableException.class);
  }

  @Test
  void thePlugInStaysAwayAlsoWhereHBaseReadsTheSiteOnceMore() {
    Configuration site = new Configuration(false);
    site.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    Configuration asHBaseReads = new Configuration(site);

    NaturalKeysEndpoint.withoutPlugin(site)
        .forEach(e -> asHBaseReads.set(e.getKey(), e.getValue()));

    assertThat(asHBaseReads.get("hbase.client.connection.impl"))
        .isEqualTo("org.apache.hadoop.hbase.client.ConnectionImplementation");
  }

  private static WALEntryFilter filter(WALEntryFilter tables) {
    return NaturalKeysEndpoint.filter(tables, Optional::empty, table -> true, false);
  }
}
