package io.halite.client.plugin;

import static org.apache.hadoop.hbase.client.Consistency.STRONG;
import static org.apache.hadoop.hbase.client.Consistency.TIMELINE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;

/**
 * Gets of a timeline, by a client that says of one whose primary region has failed that the time is
 * over, whatever the region has said.
 */
class TimelineGetsTest {
  private static final IOException OVER =
      new RetriesExhaustedException("Timed out after 1200000ms. Get is sent to replicas");

  private final AtomicLong now = new AtomicLong();
  private final TableSpec spec = new TableSpec(Salted.NAME, 100, now::get);
  private Optional<IOException> primary = Optional.empty();
  private Optional<String> served = Optional.of(Salted.BEFORE);

  private final Fake<Table> real =
      new Fake<>(Table.class)
          .on("getName", any -> Salted.NAME)
          .on("getOperationTimeout", any -> 60_000L)
          .on("exists", asked -> !answer((Get) asked.get(0)).isEmpty())
          .on("get", asked -> answer((Get) asked.get(0)));

  private final ScanTables owners =
      like -> {
        throw new IllegalStateException("the owners are asked");
      };

  private final DirectTable table =
      new DirectTable(real.build(), Salted.conf(), spec, owners, IdleScanners.never(), () -> null);

  private Result answer(Get get) throws IOException {
    Optional<IOException> refusal = primary;
    if (Mark.isOn(get)
        && served.isPresent()
        && !Salted.mark(served.get()).isThisOn(get)
        && primary.isEmpty()) {
      refusal = Optional.of(Salted.markRefusal(served.get()));
    }
    if (refusal.isPresent()) {
      throw get.getConsistency() == TIMELINE && get.getReplicaId() < 0 ? OVER : refusal.get();
    }
    return Salted.row(get.getRow());
  }

  private static Get timeline(String row) {
    Get get = new Get(Salted.key(row));
    get.setConsistency(TIMELINE);
    return get;
  }

  private List<Object> sent(String method) {
    return real.given(method, Get.class).stream().<Object>map(Get::getConsistency).toList();
  }

  @Test
  void whoDoesNotKnowTheSpecIsShownIt() throws Exception {
    assertThat(Salted.natural(table.get(timeline("one")))).isEqualTo("one");
    assertThat(sent("get")).containsExactly(TIMELINE, STRONG, STRONG);
    assertThat(real.given("get", Get.class).get(2).getRow())
        .isEqualTo(Salted.stored(Salted.BEFORE, "one"));
  }

  @Test
  void anExistsByWhoDoesNotKnowTheSpecIsRefusedAndRepeated() throws Exception {
    assertThat(table.exists(timeline("one"))).isTrue();
    assertThat(sent("exists")).containsExactly(TIMELINE, STRONG, STRONG);
  }

  @Test
  void theReplicasOfAPlainTableMayAnswerTheFirstGetAndAllOthers() throws Exception {
    served = Optional.empty();
    table.get(timeline("one"));
    table.get(timeline("two"));
    now.addAndGet(100);
    table.get(timeline("three"));
    assertThat(sent("get")).containsExactly(TIMELINE, TIMELINE, TIMELINE);
  }

  @Test
  void whoKnowsTheSpecAsksNoReplica() throws Exception {
    spec.learn(SaltingSpec.parse(Salted.BEFORE));
    table.get(timeline("one"));
    assertThat(sent("get")).containsExactly(STRONG);
  }

  @Test
  void atHalfAgeAndAtTheMaximumAgeNoQuestionGoesToAReplica() throws Exception {
    spec.learn(SaltingSpec.parse(Salted.BEFORE));
    for (long age : new long[] {50, 100}) {
      now.addAndGet(age);
      assertThat(Salted.natural(table.get(timeline("one")))).isEqualTo("one");
    }
    assertThat(sent("get")).containsExactly(STRONG, STRONG, STRONG, STRONG);
  }

  @Test
  void aChangedSpecIsShown() throws Exception {
    spec.learn(SaltingSpec.parse(Salted.AFTER));
    assertThat(Salted.natural(table.get(timeline("one")))).isEqualTo("one");
    assertThat(sent("get")).containsExactly(STRONG, STRONG);
  }

  @Test
  void theQuestionOfAScanIsShownTheSpec() {
    Scan scan = new Scan();
    scan.setConsistency(TIMELINE);
    assertThatThrownBy(() -> table.getScanner(scan)).hasMessage("the owners are asked");
    assertThat(sent("get")).containsExactly(TIMELINE, STRONG);
  }

  @Test
  void whoMayNotAskReadsThroughTheGatewaysFromThenOn() throws Exception {
    primary = Optional.of(new AccessDeniedException("not you"));
    assertThatThrownBy(() -> table.get(timeline("one"))).isSameAs(OVER);
    primary = Optional.empty();
    table.get(timeline("one"));
    assertThat(sent("get")).containsExactly(TIMELINE, STRONG, TIMELINE, TIMELINE);
  }

  @Test
  void anyOtherFailureIsTheOneThatHbaseGives() {
    primary = Optional.of(new DoNotRetryIOException("no such family"));
    assertThatThrownBy(() -> table.get(timeline("one")))
        .isSameAs(OVER)
        .hasSuppressedException(primary.get());
    assertThat(sent("get")).containsExactly(TIMELINE, STRONG);
  }

  @Test
  void aGetThatNamesAReplicaIsLeftToIt() throws Exception {
    Get get = timeline("one");
    get.setReplicaId(0);
    table.get(get);
    assertThat(sent("get")).containsExactly(TIMELINE, TIMELINE);
  }
}
