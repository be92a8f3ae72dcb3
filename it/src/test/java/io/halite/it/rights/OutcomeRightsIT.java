package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import io.halite.it.oracle.TwinClock;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import io.halite.routing.table.OperationNumber;
import io.halite.routing.table.StoredMutations;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Who receives the outcome of a conditional write that was applied: who sent it, and may still. */
@ExtendWith(SharedGuardedCluster.class)
class OutcomeRightsIT {
  private static final SaltingSpec SPEC = SaltingSpec.parse(TestTable.FOUR_BUCKETS);
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] Q = Bytes.toBytes("q");

  private static GuardedCluster cluster;
  private static TestTable fixture;
  private OperationNumber number;

  @BeforeAll
  static void start(GuardedCluster shared) throws Exception {
    cluster = shared;
    fixture =
        TestTable.numbered("outcomes")
            .salted(TestTable.FOUR_BUCKETS)
            .families(F, G)
            .splitBuckets()
            .create(cluster.cluster());
    cluster.grant("oscar", table(), null, null, Action.READ, Action.WRITE);
    cluster.grant("mallory", table(), null, null, Action.READ, Action.WRITE);
    cluster.grant("olga", table(), F, null, Action.READ, Action.WRITE);
    cluster.grant("olga", table(), G, null, Action.WRITE);
  }

  @AfterAll
  static void drop() throws Exception {
    fixture.close();
  }

  @BeforeEach
  void empty() throws Exception {
    number = OperationNumber.random();
    fixture.table().delete(new Delete(ROW));
    // In the same millisecond HBase would take the delete for later than a put.
    TwinClock.awaitNextMillisecond();
  }

  private static TableName table() {
    return fixture.name();
  }

  private static CheckAndMutate natural() {
    return ifNew(new Put(ROW).addColumn(F, Q, Q).addColumn(G, Q, Q));
  }

  private static CheckAndMutate ifNew(Put put) {
    return CheckAndMutate.newBuilder(ROW).ifNotExists(F, Q).build(put);
  }

  private boolean sendMarked(String user, int ageMillis) throws IOException {
    return sendMarked(user, natural(), ageMillis);
  }

  /** As the connection plug-in sends it. */
  private boolean sendMarked(String user, CheckAndMutate natural, int ageMillis)
      throws IOException {
    CheckAndMutate stored = new StoredMutations(Mark.of(SPEC)).copy(SPEC.salt().salt(ROW), natural);
    number.putOn(stored, ageMillis);
    try (Table table = cluster.table(user, table())) {
      return table.checkAndMutate(stored).isSuccess();
    }
  }

  @Test
  void theSenderOfTheFirstReceivesItsOutcomeAndNobodyElse() throws Exception {
    assertThat(sendMarked("oscar", 0)).isTrue();
    assertThat(sendMarked("oscar", 0)).isTrue();
    assertThat(sendMarked("mallory", 0)).isFalse();
    assertThatThrownBy(() -> sendMarked("nobody", 0)).isInstanceOf(AccessDeniedException.class);
  }

  @Test
  void theOutcomeOfAPutWithADurabilityIsReceivedLikeAnyOther() throws Exception {
    Put put = new Put(ROW).addColumn(F, Q, Q);
    put.setDurability(Durability.SKIP_WAL);
    assertThat(sendMarked("oscar", ifNew(put), 0)).isTrue();
    assertThat(sendMarked("oscar", ifNew(put), 0)).isTrue();
  }

  /** The condition reads family f alone; of family g HBase judges only what it applies. */
  @Test
  void whoMayNoLongerWriteWhatIsInsideReceivesNoOutcome() throws Exception {
    Polling.until("the right counts", () -> isTrue("olga"));
    try (Admin admin = cluster.cluster().connection().getAdmin()) {
      admin.revoke(
          new UserPermission(
              "olga",
              Permission.newBuilder(table()).withFamily(G).withActions(Action.WRITE).build()));
    }
    Polling.until("the revocation counts", () -> !isTrue("olga"));
    assertThatThrownBy(() -> sendMarked("olga", 0)).isInstanceOf(AccessDeniedException.class);
  }

  private boolean isTrue(String user) throws IOException {
    try {
      return sendMarked(user, 0);
    } catch (AccessDeniedException e) {
      return false;
    }
  }

  @Test
  void aNumberThatAClientGivesToItsNaturalRequestMeansNothing() throws Exception {
    CheckAndMutate check = natural();
    number.putOn(check, 0);
    try (Table table = cluster.table("oscar", table())) {
      assertThat(table.checkAndMutate(check).isSuccess()).isTrue();
      assertThat(table.checkAndMutate(check).isSuccess()).isFalse();
    }
  }

  /** The region has opened within the last hour, so the first attempt may have run elsewhere. */
  @Test
  void aRepeatThatTheServerCannotKnowIsNotAnsweredFalse() throws Exception {
    int anHour = 3_600_000;
    assertThat(sendMarked("oscar", 0)).isTrue();
    number = OperationNumber.random();
    assertThatThrownBy(() -> sendMarked("oscar", anHour)).hasMessageContaining("is unknown");
    fixture.table().delete(new Delete(ROW));
    assertThat(sendMarked("oscar", anHour)).isTrue();
  }

  /** Its answer was lost; the client has the one of the repeat. */
  @Test
  void anAttemptThatComesAfterItsRepeatIsNotApplied() throws Exception {
    sendMarked("mallory", 0);
    Polling.until("the region is open for long enough", this::isRepeatFalse);
    fixture.table().delete(new Delete(ROW));
    assertThatThrownBy(() -> sendMarked("oscar", 0)).hasMessageContaining("a later attempt");
    assertThat(fixture.table().exists(new Get(ROW))).isFalse();
  }

  private boolean isRepeatFalse() throws IOException {
    try {
      return !sendMarked("oscar", 1);
    } catch (DoNotRetryIOException unknown) {
      return false;
    }
  }
}
