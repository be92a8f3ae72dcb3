package io.halite.coprocessor.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.host.ServerPeers;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALKeyImpl;
import org.junit.jupiter.api.Test;

class ReplicatedFamiliesTest {
  private static final int LOCAL = HConstants.REPLICATION_SCOPE_LOCAL;
  private static final int GLOBAL = HConstants.REPLICATION_SCOPE_GLOBAL;
  private static final byte[] F = Bytes.toBytes("f");
  private static final SaltedTable TABLE =
      new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse("key=row:*,salt=hash(*) % 16"));

  private static ReplicatedFamilies families(int scope, boolean loadsAreReplicated) {
    Configuration site = new Configuration(false);
    site.setBoolean(HConstants.REPLICATION_BULKLOAD_ENABLE_KEY, loadsAreReplicated);
    return families(scope, site);
  }

  private static ReplicatedFamilies families(int scope, Configuration site) {
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(TABLE.name())
            .setColumnFamily(ColumnFamilyDescriptorBuilder.newBuilder(F).setScope(scope).build())
            .build();
    return new ReplicatedFamilies(TABLE, descriptor, new ServerPeers(Optional.empty()), site);
  }

  private static final byte[] ROW = TABLE.salt().salt(F);
  private static final byte[] WRONG = Bytes.toBytes("wrong");

  private static WALEdit edit(KeyValue.Type type, byte[]... rows) {
    WALEdit edit = new WALEdit();
    for (byte[] row : rows) {
      edit.add(new KeyValue(row, F, F, 5, type));
    }
    return edit;
  }

  private static WALKeyImpl marked(int scope) throws Exception {
    return marked(scope, edit(KeyValue.Type.Put, ROW));
  }

  private static WALKeyImpl marked(int scope, WALEdit edit) throws Exception {
    TreeMap<byte[], Integer> scopes = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    scopes.put(F, GLOBAL);
    WALKeyImpl key = new WALKeyImpl(scopes);
    families(scope, false).mark(key, edit);
    return key;
  }

  @Test
  void anEditOfAReplicatedFamilyHasTheSpecInPlaceOfItsScopes() throws Exception {
    WALKeyImpl key = marked(GLOBAL);
    assertThat(key.getReplicationScopes()).isNull();
    StoredEdit stored = StoredEdit.parse(key.getExtendedAttribute(StoredEdit.ATTRIBUTE));
    assertThat(stored.spec()).isEqualTo(TABLE.spec());
    assertThat(stored.scopes()).containsOnlyKeys(F).containsValue(GLOBAL);
  }

  @Test
  void anEditOfATableThatIsNotReplicatedIsLeftAlone() throws Exception {
    assertThat(marked(LOCAL).getExtendedAttributes()).isEmpty();
    assertThat(marked(LOCAL).getReplicationScopes()).isNotNull();
  }

  @Test
  void aDeleteOfWrongRowsStaysInTheCluster() throws Exception {
    WALKeyImpl key = marked(GLOBAL, edit(KeyValue.Type.DeleteFamily, WRONG, WRONG));
    assertThat(key.getReplicationScopes()).isNull();
    assertThat(key.getExtendedAttributes()).isEmpty();
  }

  @Test
  void noOtherEditOfAWrongRowIsLogged() {
    assertThatThrownBy(() -> marked(GLOBAL, edit(KeyValue.Type.Put, WRONG)))
        .hasMessageContaining("table 't'")
        .hasMessageContaining("not stored under its spec");
    assertThatThrownBy(() -> marked(GLOBAL, edit(KeyValue.Type.DeleteFamily, ROW, WRONG)))
        .hasMessageContaining("not stored under its spec");
  }

  @Test
  void moreFamiliesThanAnEditCanNameAreRefused() {
    TreeMap<byte[], Integer> scopes = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (int i = 0; i < 256; i++) {
      scopes.put(Bytes.toBytes("f" + i), GLOBAL);
    }
    assertThatThrownBy(() -> new StoredEdit(TABLE.spec(), scopes))
        .hasMessageContaining("256 families")
        .hasMessageContaining("REPLICATION_SCOPE => 0");
  }

  @Test
  void filesAreRefusedOnlyWhereHbaseWouldSendThemToPeers() {
    assertThatThrownBy(() -> families(GLOBAL, true).requireLoadable(false))
        .hasMessageContaining("table 't'")
        .hasMessageContaining(HConstants.REPLICATION_BULKLOAD_ENABLE_KEY);
    assertThatCode(() -> families(LOCAL, true).requireLoadable(false)).doesNotThrowAnyException();
    assertThatCode(() -> families(GLOBAL, false).requireLoadable(false)).doesNotThrowAnyException();
  }

  @Test
  void filesOfAnotherClusterAreNeverLoaded() {
    assertThatThrownBy(() -> families(LOCAL, false).requireLoadable(true))
        .hasMessageContaining("salted table 't'")
        .hasMessageContaining("SaltedBulkLoad");
  }

  @Test
  void anOpenRegionHeedsAChangeOfThat() {
    Configuration site = new Configuration(false);
    ReplicatedFamilies families = families(GLOBAL, site);
    site.setBoolean(HConstants.REPLICATION_BULKLOAD_ENABLE_KEY, true);
    assertThatThrownBy(() -> families.requireLoadable(false)).hasMessageContaining("table 't'");
  }

  @Test
  void aServerThatReplicatesNothingTakesWrites() {
    assertThatCode(() -> families(GLOBAL, true).requirePeers()).doesNotThrowAnyException();
  }
}
