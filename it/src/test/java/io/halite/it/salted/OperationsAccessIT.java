package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyRange;
import io.halite.routing.endpoint.RegionStub;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who may read may look, who may write may delete, and nobody else anything. */
@ExtendWith(SharedGuardedCluster.class)
class OperationsAccessIT {
  private static final TableName TABLE = TableName.valueOf("operated");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] PREFIX = Bytes.toBytes("A");
  private static GuardedCluster cluster;

  private interface Question<T> {
    T ask(SaltedTableOperations table) throws Exception;
  }

  @BeforeAll
  static void start(GuardedCluster shared) throws Exception {
    cluster = shared;
    TestTable.named(TABLE).salted(TestTable.FOUR_BUCKETS).create(cluster.cluster());
    try (Table table = cluster.cluster().connection().getTable(TABLE)) {
      for (String row : new String[] {"A1", "A2", "B1"}) {
        table.put(new Put(Bytes.toBytes(row)).addColumn(F, F, F));
      }
    }
  }

  private static <T> T as(String user, Question<T> question) throws Exception {
    SaltedTableOperations known = SaltedTableOperations.of(cluster.cluster().connection(), TABLE);
    return cluster.as(user, connection -> question.ask(known.through(connection)));
  }

  private static void assertDenied(String user, Question<?> question) {
    assertThatThrownBy(() -> as(user, question))
        .hasStackTraceContaining("AccessDeniedException: Insufficient permissions");
  }

  @Test
  void eachQuestionIsAnsweredToUsersWithItsRight() throws Throwable {
    grant("reader", Permission.Action.READ);
    grant("writer", Permission.Action.WRITE);

    assertDenied("nobody", SaltedTableOperations::facts);
    assertDenied("nobody", SaltedTableOperations::spread);
    assertDenied("nobody", table -> table.whereIs(Bytes.toBytes("A1")));
    assertDenied("nobody", table -> table.verify(progress -> {}));
    assertDenied("nobody", table -> table.deleteByPrefix(PREFIX, true, progress -> {}));
    assertDenied("nobody", table -> table.deleteByPrefix(PREFIX, false, progress -> {}));

    assertThat(as("reader", SaltedTableOperations::spread).imbalance()).isPositive();
    assertThat(as("reader", table -> table.whereIs(Bytes.toBytes("A1"))).exists()).isTrue();
    assertThat(as("reader", table -> table.verify(progress -> {})).rows()).isEqualTo(3);
    assertDenied("reader", table -> table.deleteByPrefix(PREFIX, true, progress -> {}));
    assertDenied("reader", table -> table.deleteByPrefix(PREFIX, false, progress -> {}));

    assertDenied("writer", table -> table.verify(progress -> {}));
    assertDenied("writer", table -> table.deleteByPrefix(PREFIX, true, progress -> {}));
    assertThat(as("writer", table -> table.deleteByPrefix(PREFIX, false, p -> {})).rows())
        .isEqualTo(2);
    assertThat(as("reader", table -> table.verify(progress -> {})).rows()).isEqualTo(1);
  }

  /** Which ranges hold no cell is more than a reader of some cells may know. */
  @Test
  void serversAloneLearnWhichImagesAreVacant() throws Throwable {
    grant("reader", Permission.Action.READ);
    SaltedTableOperations known = SaltedTableOperations.of(cluster.cluster().connection(), TABLE);
    List<KeyRange> images = known.spec().salt().images(KeyRange.prefix(Bytes.toBytes("Z")));
    assertThat(vacant(cluster.cluster().connection(), images).cardinality()).isEqualTo(4);
    assertThatThrownBy(() -> cluster.as("reader", connection -> vacant(connection, images)))
        .hasStackTraceContaining("AccessDeniedException: user 'reader' requests the vacant images");
  }

  /** The rest of a scan holds rows of another user. */
  @Test
  void serversAloneLearnWhatAGatewayHasReadOfAScan() throws Throwable {
    grant("reader", Permission.Action.READ);
    assertThat(rest(cluster.cluster().connection(), 1L << 62)).isEmpty();
    assertThat(rest(cluster.cluster().connection(), 117)).isEmpty();
    assertThatThrownBy(() -> cluster.as("reader", connection -> rest(connection, 1L << 62)))
        .hasStackTraceContaining(
            "AccessDeniedException: user 'reader' requests the rest of a scan");
  }

  private static Optional<byte[]> rest(Connection connection, long ticket) throws Exception {
    try (AsyncConnection async =
        ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
      return RegionStub.rest(
              async.getTableBuilder(TABLE).setMaxAttempts(1).build(), new byte[0], ticket)
          .get();
    }
  }

  private static BitSet vacant(Connection connection, List<KeyRange> images) throws Exception {
    long fingerprint =
        SaltedTableOperations.of(cluster.cluster().connection(), TABLE).spec().fingerprint();
    try (AsyncConnection async =
        ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
      return RegionStub.vacant(
              async.getTableBuilder(TABLE).setMaxAttempts(1).build(),
              images.get(0).start(),
              fingerprint,
              images)
          .get();
    }
  }

  private static void grant(String user, Permission.Action right) throws Throwable {
    cluster.grant(user, TABLE, null, null, right);
  }
}
