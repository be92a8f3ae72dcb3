package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.index.IndexFill.Filled;
import io.halite.client.index.IndexLookup;
import io.halite.client.index.IndexSweep;
import io.halite.client.index.IndexSweep.Swept;
import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.security.visibility.VisibilityController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An index entry looks stale to whoever does not see its row, and a fill leaves the row out. */
@ExtendWith(SharedGuardedCluster.class)
class SweepRightsIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] BUYER = Bytes.toBytes("buyer");
  private static final byte[] OTHER = Bytes.toBytes("other");
  private static final TableName ORDERS = TableName.valueOf("swept-orders");
  private static final TableName ENTRIES = TableName.valueOf("swept-orders-byBuyer");

  private static Swept sweep(GuardedCluster cluster, String user) throws IOException {
    IndexSweep sweep =
        IndexLookup.of(cluster.connection(user), ORDERS, "byBuyer").sweep(IndexSweep.YOUNGEST);
    return sweep.run(System.currentTimeMillis() + 2 * IndexSweep.YOUNGEST.toMillis(), so -> {});
  }

  private static Filled fill(GuardedCluster cluster, String user) throws IOException {
    return IndexLookup.of(cluster.connection(user), ORDERS, "byBuyer").fill().run(so -> {});
  }

  @Test
  void whoDoesNotSeeTheIndexedColumnSweepsAndFillsNothing(GuardedCluster cluster) throws Exception {
    String spec = "key=order:3,salt=hash(*) % 2,index=byBuyer(f:buyer)";
    try (TestTable orders =
        TestTable.named(ORDERS).salted(spec).families(F).create(cluster.cluster())) {
      orders
          .table()
          .put(new Put(Bytes.toBytes("001")).addColumn(F, BUYER, BUYER).addColumn(F, OTHER, OTHER));
      cluster.grant("seller", ORDERS, F, OTHER, Action.READ);
      cluster.grant("seller", ENTRIES, null, null, Action.READ, Action.WRITE);
      assertThatThrownBy(() -> sweep(cluster, "seller"))
          .isInstanceOf(AccessDeniedException.class)
          .hasMessageContaining("nothing was swept: 'byBuyer' of table 'swept-orders'")
          .hasMessageContaining("all of family 'f'");
      assertThatThrownBy(() -> fill(cluster, "seller"))
          .isInstanceOf(AccessDeniedException.class)
          .hasMessageContaining("nothing was filled: 'byBuyer' of table 'swept-orders'")
          .hasMessageContaining("all of family 'f'");
      cluster.grant("clerk", ORDERS, F, null, Action.READ);
      cluster.grant("clerk", ENTRIES, null, null, Action.READ, Action.WRITE);
      assertThat(sweep(cluster, "clerk")).isEqualTo(new Swept(1, 0, 0));
      assertThat(fill(cluster, "clerk")).isEqualTo(new Filled(1, 0));
    }
  }

  /** HBase would hide rows by their labels, and the sweep take their entries for stale ones. */
  @ParameterizedTest
  @ValueSource(classes = {VisibilityController.class, OwnLabels.class})
  void whereLabelsDecideWhatIsSeenNothingIsSwept(Class<?> labels, GuardedCluster cluster)
      throws Exception {
    String spec = "key=order:3,salt=hash(*) % 2,index=byBuyer(f:buyer)";
    Connection superuser = cluster.cluster().connection();
    try (TestTable orders =
            TestTable.named(ORDERS).salted(spec).families(F).create(cluster.cluster());
        Admin admin = superuser.getAdmin();
        Table entries = superuser.getTable(ENTRIES)) {
      orders.table().put(new Put(Bytes.toBytes("001")).addColumn(F, BUYER, BUYER));
      cluster.grant("labelled", ORDERS, F, null, Action.READ);
      cluster.grant("labelled", ENTRIES, null, null, Action.READ, Action.WRITE);
      assertThat(sweep(cluster, "labelled")).isEqualTo(new Swept(1, 0, 0));
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(ORDERS))
              .setCoprocessor(
                  CoprocessorDescriptorBuilder.newBuilder(labels.getName()).setPriority(1).build())
              .build());
      assertThatThrownBy(() -> sweep(cluster, "labelled"))
          .hasStackTraceContaining("the VisibilityController is loaded");
      try (ResultScanner left = entries.getScanner(new Scan())) {
        assertThat(left).hasSize(1);
      }
    }
  }
}
