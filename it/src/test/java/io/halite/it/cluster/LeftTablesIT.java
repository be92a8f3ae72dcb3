package io.halite.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.client.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test class finds no table of another one. */
@ExtendWith(SharedCluster.class)
@Timeout(100)
class LeftTablesIT {
  @Test
  void whatAClassLeavesIsDroppedWhenItHasEnded(EmbeddedCluster cluster) throws Exception {
    try (Admin admin = cluster.connection().getAdmin()) {
      assertThat(admin.listTableNames()).as("what the class before has left").isEmpty();
      TestTable.numbered("left").create(cluster);
      TestTable.numbered("left").salted(TestTable.FOUR_BUCKETS).splitBuckets().create(cluster);
      admin.disableTable(TestTable.numbered("left").create(cluster).name());
      new SharedCluster().ended(LeftTablesIT.class);
      assertThat(admin.listTableNames()).isEmpty();
    }
  }
}
