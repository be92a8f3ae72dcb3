package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A consumer is told of a heartbeat where an owner has sent one, and nowhere else: it may end a
 * scan that it then takes for a slow one.
 */
class PushedHeartbeatTest {
  private static final int BUCKETS = 4;

  private final List<AdvancedScanResultConsumer> owners = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final Deque<Runnable> onOtherThread = new ArrayDeque<>();
  private Optional<AdvancedScanResultConsumer.ScanResumer> resumer = Optional.empty();
  private boolean suspends;

  private final AsyncTable<AdvancedScanResultConsumer> table = Salted.owners(owners);

  /** Ends a scan at its first heartbeat, as HBase says a consumer may do with a slow one. */
  private final AdvancedScanResultConsumer consumer =
      new AdvancedScanResultConsumer() {
        @Override
        public void onNext(Result[] results, ScanController controller) {
          for (Result result : results) {
            told.add(Salted.natural(result));
          }
          if (suspends) {
            resumer = Optional.of(controller.suspend());
          }
        }

        @Override
        public void onHeartbeat(ScanController controller) {
          told.add("heartbeat");
          controller.terminate();
        }

        @Override
        public void onError(Throwable error) {
          told.add(error.getMessage());
        }

        @Override
        public void onComplete() {
          told.add("complete");
        }
      };

  @BeforeEach
  void aScanIsUnderWay() {
    new AsyncScans(table, Salted.known(), onOtherThread::add).push(new Scan(), consumer);
    runTheOtherThread();
    assertThat(owners).hasSize(BUCKETS);
    assertThat(told).isEmpty();
  }

  private void runTheOtherThread() {
    while (!onOtherThread.isEmpty()) {
      onOtherThread.remove().run();
    }
  }

  private static int bucket(String row) {
    return Salted.stored(Salted.BEFORE, row)[0];
  }

  private void answer(String row) {
    Result result = Salted.row(Salted.stored(Salted.BEFORE, row));
    owners.get(bucket(row)).onNext(new Result[] {result}, null);
  }

  private void completeAllBut(String row) {
    for (int i = 0; i < BUCKETS; i++) {
      if (i != bucket(row)) {
        owners.get(i).onComplete();
      }
    }
  }

  @Test
  void anAnswerWithARowIsNone() {
    completeAllBut("aaa");
    answer("aaa");
    assertThat(told).containsExactly("aaa");
  }

  @Test
  void anAnswerWhoseRowsWaitForAnotherBucketIsNone() {
    for (String row : List.of("aaa", "bbb", "ccc", "ddd", "eee", "fff")) {
      answer(row);
    }
    owners.forEach(AdvancedScanResultConsumer::onComplete);
    assertThat(told).containsExactly("aaa", "bbb", "ccc", "ddd", "eee", "fff", "complete");
  }

  @Test
  void aScanThatIsResumedHasHadNone() {
    suspends = true;
    completeAllBut("aaa");
    answer("aaa");
    resumer.orElseThrow().resume();
    runTheOtherThread();
    assertThat(told).containsExactly("aaa");
    owners.get(bucket("aaa")).onComplete();
    assertThat(told).containsExactly("aaa", "complete");
  }

  @Test
  void thatOfAnOwnerIsPassedOnIfNoRowIs() {
    owners.get(0).onHeartbeat(null);
    assertThat(told).containsExactly("heartbeat", "complete");
  }

  /** HBase's client asks an owner nothing while its consumer is suspended. */
  @Test
  void thatOfAnOwnerIsNotPassedOnWhileTheConsumerIsSuspendedNorAfterwards() {
    suspends = true;
    completeAllBut("aaa");
    answer("aaa");
    owners.get(bucket("aaa")).onHeartbeat(null);
    resumer.orElseThrow().resume();
    runTheOtherThread();
    assertThat(told).containsExactly("aaa");
  }

  /** The plug-in leaves such a scan to HBase's client. */
  @Test
  void aScanThatWantsCursorsReceivesTheGatewaysOwn() {
    owners.clear();
    new AsyncScans(table, Salted.known(), onOtherThread::add)
        .push(new Scan().setNeedCursorResult(true), consumer);
    assertThat(owners).containsExactly(consumer);
  }
}
