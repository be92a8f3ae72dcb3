package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.RegionStub;
import io.halite.routing.endpoint.Walk;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.token.TokenProvider;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A region server that loads no coprocessor that judges requests, where authorization is on. */
class UnguardedServerIT {
  private static final String LINE = "key=row:*,salt=hash(*) % 4";
  private static final TableName NAME = TableName.valueOf("unguarded");
  private static GuardedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        GuardedCluster.start(
            1,
            site -> {
              site.set("hbase.coprocessor.region.classes", TokenProvider.class.getName());
              site.setBoolean("hbase.coprocessor.abortonerror", false);
            });
    TestTable.named(NAME).salted(LINE).create(cluster.cluster());
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static void assertRefused(ThrowingCallable request) {
    assertThatThrownBy(request)
        .hasStackTraceContaining("no coprocessor that decides about rights is loaded");
  }

  @Test
  void anUnguardedServerForwardsNothing() {
    assertRefused(() -> cluster.table("nobody", NAME).get(new Get(Bytes.toBytes("row"))));
  }

  @Test
  void anUnguardedServerShowsNothing() throws Exception {
    Table table = cluster.table("nobody", NAME);
    Walk verify =
        new Walk(
            SaltingSpec.parse(LINE).fingerprint(),
            Walk.Act.VERIFY,
            KeyRange.all(),
            new Walk.Prefix(new byte[0]));
    assertRefused(() -> RegionStub.facts(table, new byte[0]));
    assertRefused(() -> RegionStub.walk(table, verify));
  }

  @Test
  void aServerForwardsNothingAnyMoreWhenItsJudgeHasFailed() throws Exception {
    TableName judged = TableName.valueOf("judged");
    TestTable.named(judged)
        .salted(LINE)
        .coprocessor(FailingAuthorization.class, 1000)
        .create(cluster.cluster());
    Table table = cluster.table("somebody", judged);
    Get get = new Get(Bytes.toBytes("row"));
    assertThat(table.get(get).isEmpty()).isTrue();

    Get failing = new Get(Bytes.toBytes("row"));
    failing.setAttribute(FailingAuthorization.ATTRIBUTE, new byte[] {1});
    assertThatThrownBy(() -> table.get(failing)).hasMessageContaining("a judge has failed");

    assertThatThrownBy(() -> table.get(get))
        .hasMessageContaining(
            FailingAuthorization.class.getName() + " is an attribute of the table and not loaded");
  }
}
