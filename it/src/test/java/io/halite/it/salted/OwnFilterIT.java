package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Filter classes of an application's own, which a table's administrator admits. */
@ExtendWith(SharedCluster.class)
class OwnFilterIT {
  private static final String SETTING = "halite.filters.row-local";
  private static final byte[] NAME = Bytes.toBytes(ShortRows.class.getName());
  private static final List<String> ROWS = List.of("b", "aaaaa", "cccc", "zzzzzz", "d");

  private final EmbeddedCluster cluster;

  OwnFilterIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static Scan scan() {
    return new Scan().setFilter(new ShortRows());
  }

  @Test
  void theTableAdmitsAFilterAndTheUserWhoSendsItCannot() throws Exception {
    try (TestTable fixture =
        TestTable.numbered("filtered")
            .salted(TestTable.FOUR_BUCKETS)
            .splitBuckets()
            .create(cluster)) {
      fixture.put(ROWS);
      try (Table vouching =
          cluster
              .connection()
              .getTableBuilder(fixture.name(), null)
              .setRequestAttribute(SETTING, NAME)
              .build()) {
        Scan claiming = scan();
        claiming.setAttribute(SETTING, NAME);
        assertThatThrownBy(() -> TestTable.scan(vouching, claiming))
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("CONFIGURATION => {'" + SETTING + "' => '<class>'}");
      }
      fixture
          .admin()
          .modifyTable(
              TableDescriptorBuilder.newBuilder(fixture.admin().getDescriptor(fixture.name()))
                  .setValue(SETTING, ShortRows.class.getName())
                  .build());
      assertThat(fixture.scan(scan())).containsExactly("b", "cccc", "d");
      assertThat(throughThePlugin(fixture)).containsExactly("b", "cccc", "d");
      try (AsyncConnection client =
          ConnectionFactory.createAsyncConnection(cluster.configuration()).get()) {
        assertThat(client.getTable(fixture.name()).scanAll(scan()).get())
            .extracting(row -> Bytes.toString(row.getRow()))
            .containsExactly("b", "cccc", "d");
      }
    }
  }

  private List<String> throughThePlugin(TestTable fixture) throws Exception {
    Configuration conf = new Configuration(cluster.configuration());
    conf.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    try (Connection plugin = ConnectionFactory.createConnection(conf);
        Table table = plugin.getTable(fixture.name())) {
      return TestTable.scan(table, scan());
    }
  }
}
