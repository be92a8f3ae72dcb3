package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.util.Map;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Observers ahead of Halite are asked once for each request, for the user, and nothing is hidden.
 */
@ExtendWith(SharedGuardedCluster.class)
class ForeignObserverIT {
  private static final TableName SALTED = TableName.valueOf("watched");
  private static final TableName PLAIN = TableName.valueOf("watched-plain");
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static GuardedCluster cluster;

  @BeforeAll
  static void start(GuardedCluster shared) throws Exception {
    cluster = shared;
    create(TestTable.named(SALTED).salted(TestTable.FOUR_BUCKETS));
    create(TestTable.named(PLAIN));
  }

  private static void create(TablePlan plan) throws Exception {
    TableName name =
        plan.families(F, Bytes.toBytes("g"))
            .coprocessor(WatchingObserver.class, 1000)
            .create(cluster.cluster())
            .name();
    cluster.grant("user", name, null, null, Action.READ, Action.WRITE);
  }

  private static CheckAndMutate.Builder always() {
    return CheckAndMutate.newBuilder(ROW).ifMatches(new FilterList());
  }

  private static Put put() {
    return new Put(ROW).addColumn(F, Q, Q);
  }

  @ParameterizedTest
  @EnumSource
  void anObserverAheadSeesWhatItSeesOnAPlainTable(RequestKind kind) throws Exception {
    assertThat(seen(kind, SALTED)).isNotEmpty().isEqualTo(seen(kind, PLAIN));
  }

  private static Map<String, Integer> seen(RequestKind kind, TableName table) throws Exception {
    // A plain region does not look at what a condition that does not hold would do.
    RequestKind.fill(cluster.table("user", table));
    WatchingObserver.take();
    kind.send(cluster.table("user", table));
    return WatchingObserver.take();
  }

  /** Whether the user may delete is asked of those alone that decide about rights. */
  @Test
  void anObserverAheadSeesTheDeletesOfAPrefixThatHappenAlone() throws Exception {
    cluster.table("user", SALTED).put(put());
    SaltedTableOperations table =
        SaltedTableOperations.of(cluster.cluster().connection(), SALTED)
            .through(cluster.connection("user"));
    WatchingObserver.DELETES.set(0);
    assertThat(table.deleteByPrefix(ROW, true, progress -> {}).rows()).isEqualTo(1);
    assertThat(WatchingObserver.DELETES).hasValue(0);
    assertThat(table.deleteByPrefix(ROW, false, progress -> {}).rows()).isEqualTo(1);
    assertThat(WatchingObserver.DELETES).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"add", "stamp", "ttl", "take over"})
  void whatAnObserverAheadWouldChangeInsideOfAConditionIsRefused(String mischief) throws Exception {
    Put put = put();
    put.setAttribute(WatchingObserver.MISCHIEF, Bytes.toBytes(mischief));
    Table table = cluster.table("user", SALTED);
    table.delete(new Delete(ROW));
    assertThatThrownBy(() -> table.checkAndMutate(always().build(put)))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(WatchingObserver.class.getName())
        .hasMessageContaining("without a condition");
    assertThat(table.exists(new Get(ROW))).isFalse();
  }
}
