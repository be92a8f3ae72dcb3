package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SharedConnectionTest {
  private final Map<String, Object> shared = new ConcurrentHashMap<>();
  private final Configuration conf = new Configuration(false);
  private int fences;

  private OwnerConnection acquire(String server) {
    return SharedConnection.acquire(
        shared, server, conf, SaltingMetrics::unseen, () -> fence(server));
  }

  /** The rest is what jars count together, which stays. */
  private List<String> connections() {
    return shared.keySet().stream().filter(key -> key.startsWith("connection/")).toList();
  }

  private Fence fence(String server) {
    fences++;
    return Fence.start(ServerName.valueOf(server), Optional.empty());
  }

  @Test
  void regionsOfOneServerShareAConnectionAndTheLastLetsItGo() throws Exception {
    OwnerConnection first = acquire("s1,1,1");
    assertThat(acquire("s1,1,1")).isSameAs(first);
    SharedConnection.release(shared, "s1,1,1");
    assertThat(acquire("s1,1,1")).isSameAs(first);
    SharedConnection.release(shared, "s1,1,1");
    SharedConnection.release(shared, "s1,1,1");
    assertThat(connections()).isEmpty();
    assertThat(acquire("s1,1,1")).isNotSameAs(first);
  }

  /** A jar that is loaded anew, or another one: each makes a connection of its own. */
  @Test
  void connectionsOfOneServerCountTogetherWhatRequestsHoldAlsoOfOneThatHasClosed()
      throws Exception {
    OwnerConnection older = acquire("s1,1,1");
    OpenScans.Slot scan = older.server().openScans().open("ann", 10, false, 0);
    MemoryAccount.Share forward = older.server().forwardMemory().open(20, "a batch");
    MemoryAccount.Share page = older.server().pageMemory().open(30, "a page");
    SharedConnection.release(shared, "s1,1,1");
    OwnerConnection newer = acquire("s1,1,1");
    assertThat(newer).isNotSameAs(older);
    assertThat(newer.server().scanMemory().held()).isEqualTo(10);
    assertThat(newer.server().forwardMemory().held()).isEqualTo(20);
    assertThat(newer.server().pageMemory().held()).isEqualTo(30);
    assertThat(acquire("s2,1,1").server().scanMemory().held()).isZero();
    assertThat(shared).containsKey("bounds/1/s1,1,1/places");
    scan.close();
    forward.close();
    page.close();
    assertThat(newer.server().scanMemory().held()).isZero();
    assertThat(newer.server().forwardMemory().held()).isZero();
    assertThat(newer.server().pageMemory().held()).isZero();
  }

  /** Such as a get that comes between the close of a region and its removal from its server. */
  @Test
  void aRequestAfterTheLastRegionOpensNoConnection() throws Exception {
    OwnerConnection last = acquire("s1,1,1");
    SharedConnection.release(shared, "s1,1,1");
    TableName table = TableName.valueOf("t");
    Budget budget = Budget.of(1_000, Long.MAX_VALUE, () -> false);
    for (ThrowingCallable late :
        List.<ThrowingCallable>of(
            () -> last.calls(table, budget),
            () -> last.batch(table, budget),
            () -> last.entries(table, budget),
            () -> last.scans(table))) {
      assertThatThrownBy(late).isInstanceOf(NotServingRegionException.class);
    }
  }

  /** Each region that opens tries again, and nobody would end the threads. */
  @Test
  void aWrongSettingOfTheSiteStartsNoFence() {
    conf.set("halite.scans.open.server", "many");
    assertThatThrownBy(() -> acquire("s1,1,1")).isInstanceOf(IllegalArgumentException.class);
    assertThat(fences).isZero();
    assertThat(connections()).isEmpty();
  }

  @Test
  void serversOfOneJvmHaveAConnectionEach() throws Exception {
    OwnerConnection first = acquire("s1,1,1");
    assertThat(acquire("s2,1,1")).isNotSameAs(first);
    SharedConnection.release(shared, "s1,1,1");
    assertThat(connections()).hasSize(1);
  }

  @Test
  void lettingGoOfWhatNobodyHasChangesNothing() throws Exception {
    SharedConnection.release(shared, "s1,1,1");
    assertThat(connections()).isEmpty();
  }
}
