package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A request that no hook of a judge judges, where HBase's AccessController is not loaded. */
@ExtendWith(SharedCluster.class)
class StrictStrangersIT {
  private static final byte[] F = Bytes.toBytes("f");

  private final EmbeddedCluster cluster;

  StrictStrangersIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @ParameterizedTest
  @CsvSource({
    "hash(unit) % 4, " + StrictAuthorization.STRANGER + ", false",
    "hash(unit) % 4, " + StrictAuthorization.READER + ", true",
    "hash(unit) % 4, " + StrictAuthorization.WRITER + ", true",
    "none, " + StrictAuthorization.STRANGER + ", false",
    "none, " + StrictAuthorization.READER + ", true",
    "none, " + StrictAuthorization.WRITER + ", true"
  })
  void aRefusalShowsTheSpecToWhomTheJudgeLetsReadOrWrite(String salt, String user, boolean isShown)
      throws Exception {
    try (TestTable table =
        TestTable.numbered("strict")
            .salted("key=unit:3 ts:1,salt=" + salt)
            .families(Bytes.toBytes("e"), F)
            .value("hbase.security.authorization", "true")
            .coprocessor(StrictAuthorization.class, 1000)
            .create(cluster)) {
      assertThat(refusal(user, table.name()).contains("salt=")).isEqualTo(isShown);
    }
  }

  /** The mark of no spec under a salt; without one a key that does not fit the layout. */
  private String refusal(String user, TableName name) throws Exception {
    byte[] row = Bytes.toBytes("un");
    Put put = new Put(row).addColumn(F, F, F);
    put.setAttribute("halite", new byte[] {0});
    CheckAndMutate check = CheckAndMutate.newBuilder(row).ifMatches(new KeyOnlyFilter()).build(put);
    Configuration once = new Configuration(cluster.configuration());
    once.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    PrivilegedExceptionAction<Throwable> asking =
        () -> {
          try (Connection client = ConnectionFactory.createConnection(once);
              Table table = client.getTable(name)) {
            return catchThrowable(() -> table.checkAndMutate(check));
          }
        };
    Throwable refusal = User.createUserForTesting(once, user, new String[0]).runAs(asking);
    return FailureText.of(refusal);
  }
}
