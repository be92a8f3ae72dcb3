package io.halite.it.guards;

import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The master refuses region replicas of salted tables, and says what to set. */
@Timeout(120)
abstract class ReplicaPromises {
  private static final String REPLICATION = "REGION_REPLICATION";

  private final EmbeddedCluster cluster;
  private final Admin admin;

  ReplicaPromises(EmbeddedCluster cluster) throws Exception {
    this.cluster = cluster;
    this.admin = cluster.connection().getAdmin();
  }

  private static void assertRefused(ThrowingCallable change) {
    assertThatThrownBy(change)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("set REGION_REPLICATION => 1");
  }

  @Test
  void aSaltedTableIsNotCreatedWithReplicas() throws Exception {
    TableName name = TableName.valueOf("replicas");
    assertRefused(
        () -> TestTable.named(name).salted(FOUR_BUCKETS).value(REPLICATION, "2").create(cluster));
    assertThat(admin.tableExists(name)).isFalse();
  }

  @Test
  void aSaltedTableIsNotGivenReplicas() throws Exception {
    TableName name = TableName.valueOf("given-replicas");
    TestTable.named(name).salted(FOUR_BUCKETS).create(cluster);
    assertRefused(
        () ->
            admin.modifyTable(
                TableDescriptorBuilder.newBuilder(admin.getDescriptor(name))
                    .setRegionReplication(2)
                    .build()));
    assertThat(admin.getDescriptor(name).getRegionReplication()).isEqualTo(1);
  }

  @Test
  void aTableWithReplicasIsNotSalted() throws Exception {
    TableName name = TableName.valueOf("had-replicas");
    TestTable.named(name).value(REPLICATION, "2").create(cluster);
    assertRefused(
        () ->
            admin.modifyTable(
                TestTable.named(name).salted(FOUR_BUCKETS).value(REPLICATION, "2").descriptor()));
    assertThat(admin.getDescriptor(name).getCoprocessorDescriptors()).isEmpty();
  }
}
