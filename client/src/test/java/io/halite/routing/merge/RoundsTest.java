package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.junit.jupiter.api.Test;

/** How long a merge goes on while an owner fails. */
class RoundsTest {
  private final IOException broken = new ConnectException("broken");
  private final AtomicLong millis = new AtomicLong(Long.MAX_VALUE - 50_000);
  private final ScriptedTable table = new ScriptedTable();
  private final AtomicInteger begun = new AtomicInteger();
  private final MergedScan merged =
      table.open(
          1,
          false,
          1_000,
          new Rounds(3, 10_000, millis::get, begun::incrementAndGet),
          ScanMemory.UNCOUNTED);

  private ScriptedTable.OpenScan last() {
    return table.scans.get(table.scans.size() - 1);
  }

  /** A failure after which the merge reads the image again. */
  private void fail() throws IOException {
    int scans = table.scans.size();
    last().fail(broken);
    assertThat(merged.poll()).isNull();
    assertThat(table.scans).hasSize(scans + 1);
  }

  private void assertIsOver() {
    last().fail(broken);
    // With any other exception HBase's server has the client open the scan again, for new rounds.
    assertThatThrownBy(merged::poll)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageStartingWith("an owner region could not be read for 10 s")
        .hasCause(broken);
  }

  @Test
  void aScanEndsAfterItsRounds() throws Exception {
    fail();
    fail();
    fail();
    assertThat(table.locationsForgotten).isEqualTo(3);
    assertIsOver();
    assertThat(begun).hasValue(3);
  }

  /** A server that accepts requests and does not answer takes a minute for each round. */
  @Test
  void aScanEndsWhenItsTimeIsOverThoughItHasRounds() throws Exception {
    fail();
    millis.addAndGet(9_999);
    fail();
    millis.addAndGet(1);
    assertIsOver();
  }

  @Test
  void aRowBeginsRoundsAndTimeAgain() throws Exception {
    fail();
    fail();
    millis.addAndGet(20_000);
    last().rows("0a");
    assertThat(merged.poll()).isNotNull();
    fail();
    fail();
    fail();
    assertIsOver();
  }

  /** A filter drops the rows of an owner that is well; it was away for a moment long ago. */
  @Test
  void aHeartbeatBeginsRoundsAndTimeAgain() throws Exception {
    fail();
    last().heartbeat();
    millis.addAndGet(20_000);
    fail();
  }

  @Test
  void aMergeWithoutRoundsFailsAsTheTableDoes() {
    MergedScan once = table.open(1, false, 1_000, Rounds.NONE, ScanMemory.UNCOUNTED);
    last().fail(broken);
    assertThatThrownBy(once::poll).isSameAs(broken);
  }

  /** Such as of a filter that throws: HBase's client gives up on a plain table, too. */
  @Test
  void anOwnerThatAnswersByAFailureOfItsOwnIsAskedForAMinute() throws Exception {
    IOException own = new IOException("java.lang.NullPointerException");
    for (IOException failure : List.of(own, exhausted(own), broken, exhausted(broken))) {
      AtomicLong now = new AtomicLong();
      Rounds rounds = new Rounds(300, 600_000, now::get, () -> {});
      RoundCount count = new RoundCount(rounds);
      for (int round = 0; round < 5; round++) {
        count.begin(failure);
      }
      boolean isAway = failure == broken || failure.getCause() == broken;
      now.set(isAway ? 599_999 : 59_999);
      count.begin(failure);
      now.incrementAndGet();
      assertThatThrownBy(() -> count.begin(failure))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining(isAway ? "for 600 s" : "for 60 s")
          .hasCause(failure);
    }
  }

  private static IOException exhausted(IOException last) {
    return (IOException) new RetriesExhaustedException("after 4 attempts").initCause(last);
  }

  @Test
  void theMinuteBeginsWithTheFirstOfTheseAnswers() throws Exception {
    AtomicLong now = new AtomicLong();
    RoundCount count = new RoundCount(new Rounds(300, 600_000, now::get, () -> {}));
    IOException own = new IOException("java.lang.NullPointerException");
    count.begin(broken);
    now.set(300_000);
    for (int round = 0; round < 5; round++) {
      count.begin(own);
    }
    now.set(359_999);
    count.begin(own);
    count.begin(broken);
    for (int round = 0; round < 5; round++) {
      count.begin(own);
    }
    now.set(419_998);
    count.begin(own);
    now.set(419_999);
    assertThatThrownBy(() -> count.begin(own)).hasMessageContaining("for 60 s");
  }

  /** Each answer of a server whose file system is slow may take a minute. */
  @Test
  void anOwnerWhoseAnswersAreSlowIsAskedSomeTimes() throws Exception {
    AtomicLong now = new AtomicLong();
    RoundCount count = new RoundCount(new Rounds(300, 600_000, now::get, () -> {}));
    IOException slow = new IOException("Could not iterate");
    for (int round = 0; round < Rounds.FAILING_ROUNDS; round++) {
      count.begin(slow);
      now.addAndGet(60_000);
    }
    assertThatThrownBy(() -> count.begin(slow)).isInstanceOf(DoNotRetryIOException.class);
  }
}
