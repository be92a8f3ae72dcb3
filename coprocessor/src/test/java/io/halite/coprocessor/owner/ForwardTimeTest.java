package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.index.IndexSweep;
import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.CurrentCall;
import io.halite.coprocessor.host.Requests;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.Test;

class ForwardTimeTest {
  private static final long AN_HOUR = 3_600_000;

  private final Configuration site = new Configuration(false);

  private long left(long clientDeadline) {
    return ForwardTime.of(site).budget(clientDeadline, () -> false).left();
  }

  private static long inAnHour() {
    return System.currentTimeMillis() + AN_HOUR;
  }

  @Test
  void aForwardMayTakeAsLongAsItsClientWaits() {
    assertThat(left(inAnHour())).isBetween(AN_HOUR / 2, AN_HOUR);
    assertThat(left(1)).isNegative();
  }

  @Test
  void aSiteMayLimitIt() {
    site.set("halite.forward.timeout", "3000");
    assertThat(left(inAnHour())).isBetween(1L, 3_000L);
    site.set("halite.forward.timeout", "soon");
    assertThatThrownBy(() -> ForwardTime.of(site))
        .hasMessage(
            "halite.forward.timeout 'soon' must be a whole number of at least 0: correct it in"
                + " hbase-site.xml");
  }

  /** Some clients do not say how long they wait. */
  @Test
  void withoutADeadlineAForwardTakesAsLongAsHBasesClientsWait() {
    assertThat(left(Long.MAX_VALUE)).isBetween(30_000L, 60_000L);
    site.setInt("hbase.rpc.timeout", (int) AN_HOUR);
    assertThat(left(Long.MAX_VALUE)).isBetween(AN_HOUR / 2, AN_HOUR);
    site.set("halite.forward.timeout", "3000");
    assertThat(left(Long.MAX_VALUE)).isBetween(1L, 3_000L);
  }

  /** Otherwise it would repeat what was applied because of what was not answered. */
  @Test
  void aClientReceivesTheAnswersOfAMultiRequestBeforeItGivesUp() {
    for (long millis : new long[] {6_000, 60_000}) {
      long deadline = System.currentTimeMillis() + millis;
      MultiRequest multi = Requests.multi(Requests.conditional("r", Requests.put("row")));
      try (CurrentCall call = CurrentCall.of(multi, deadline, -1)) {
        assertThat(deadline - ForwardTime.deadline(ClientRequest.current()))
            .isBetween(millis / 100, Math.min(1_000, millis / 10));
      }
      MutateRequest single = Requests.single(Requests.put("row"));
      try (CurrentCall call = CurrentCall.of(single, deadline, -1)) {
        assertThat(ForwardTime.deadline(ClientRequest.current())).isEqualTo(deadline);
      }
      try (CurrentCall call = CurrentCall.of(multi)) {
        assertThat(ForwardTime.deadline(ClientRequest.current())).isEqualTo(Long.MAX_VALUE);
      }
    }
  }

  @Test
  void aClientWaitsNoLongerForAClockThatWasSetBack() {
    long received = System.currentTimeMillis();
    EnvironmentEdgeManager.injectEdge(() -> received - AN_HOUR);
    MutateRequest request = Requests.single(Requests.put("row"));
    try (CurrentCall call = CurrentCall.of(request, received + 60_000, -1)) {
      assertThat(left(ForwardTime.deadline(ClientRequest.current()))).isBetween(1L, 60_000L);
    } finally {
      EnvironmentEdgeManager.reset();
    }
  }

  /** A sweep of an index takes older entries for those of writes that have ended. */
  @Test
  void aConditionalWriteToATableWithIndexesEndsBeforeASweepLooksForItsRow() {
    long most = IndexSweep.YOUNGEST.toMillis() / 2;
    site.setInt("hbase.rpc.timeout", (int) AN_HOUR);
    ForwardTime indexed = ForwardTime.of(site).ofIndexedConditions();
    for (long deadline : new long[] {inAnHour(), Long.MAX_VALUE}) {
      assertThat(indexed.budget(deadline, () -> false).left()).isBetween(most / 2, most);
    }
    site.set("halite.forward.timeout", "3000");
    assertThat(ForwardTime.of(site).ofIndexedConditions().limitMillis()).isEqualTo(3_000);
  }

  /** A region that closes, splits or loads files waits for the lock. */
  @Test
  void aForwardUnderTheRegionsLockTakesEightSecondsAtMost() {
    assertThat(ForwardTime.of(site).underLock(inAnHour(), () -> false).left())
        .isBetween(1L, 8_000L);
    site.set("halite.forward.timeout", "3000");
    assertThat(ForwardTime.of(site).underLock(inAnHour(), () -> false).left())
        .isBetween(1L, 3_000L);
  }

  @Test
  void aReadByAnIndexTakesEightSecondsAtMost() {
    assertThat(ForwardTime.of(site).ofIndexRead(inAnHour(), () -> false).left())
        .isBetween(1L, 8_000L);
    assertThat(ForwardTime.of(site).ofIndexRead(Long.MAX_VALUE, () -> false).left())
        .isBetween(1L, 8_000L);
  }
}
