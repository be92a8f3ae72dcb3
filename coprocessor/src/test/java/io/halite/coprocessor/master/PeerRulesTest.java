package io.halite.coprocessor.master;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.SaltingObserver;
import io.halite.coprocessor.replication.NaturalKeysEndpoint;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfigBuilder;
import org.apache.hadoop.hbase.replication.regionserver.RegionReplicaReplicationEndpoint;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class PeerRulesTest {
  private static final String SALT = "|" + SaltingObserver.class.getName() + "||salt=hash(*) % 16";

  private final SpecRules rules = new SpecRules(new Configuration(false));

  private static TableDescriptorBuilder table(int scope) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf("flights"))
        .setColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f")).setScope(scope).build());
  }

  @Test
  void aPeerThatWouldMissASaltedTableIsRefused() throws Exception {
    TableDescriptor plain = table(HConstants.REPLICATION_SCOPE_GLOBAL).build();
    TableDescriptor local =
        table(HConstants.REPLICATION_SCOPE_LOCAL).setValue("coprocessor$1", SALT).build();
    List<TableDescriptor> salted =
        List.of(table(HConstants.REPLICATION_SCOPE_GLOBAL).setValue("coprocessor$1", SALT).build());
    ReplicationPeerConfigBuilder peer = ReplicationPeerConfig.newBuilder();
    assertThatThrownBy(() -> rules.checkPeer("one", peer.build(), salted))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("peer 'one' is to receive table 'flights'")
        .hasMessageContaining(
            "add it with ENDPOINT_CLASSNAME => '" + NaturalKeysEndpoint.class.getName() + "'");
    rules.checkPeer("one", peer.build(), List.of(local, plain));
    peer.setReplicationEndpointImpl(RegionReplicaReplicationEndpoint.class.getName());
    rules.checkPeer("one", peer.build(), salted);
    peer.setReplicationEndpointImpl(NaturalKeysEndpoint.class.getName());
    rules.checkPeer("one", peer.build(), salted);
    ReplicationPeerConfig elsewhere =
        ReplicationPeerConfig.newBuilder()
            .setReplicateAllUserTables(true)
            .setExcludeNamespaces(Set.of("default"))
            .build();
    rules.checkPeer("one", elsewhere, salted);
  }
}
