package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import io.halite.routing.scan.UnorderedAttribute;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Owners answer by hand here, so that the order of all events is known. */
class PushedScanTest {
  private final List<Scan> sent = new ArrayList<>();
  private final List<AdvancedScanResultConsumer> owners = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private AdvancedScanResultConsumer.ScanResumer resumer;
  private final Deque<Runnable> onOtherThread = new ArrayDeque<>();
  private AdvancedScanResultConsumer.ScanController last;
  private Optional<RuntimeException> thrown = Optional.empty();
  private boolean resumesAtOnce;
  private boolean suspends;
  private boolean terminates;
  private boolean ownersAnswerAtOnce;

  private final AdvancedScanResultConsumer consumer =
      new AdvancedScanResultConsumer() {
        @Override
        public void onNext(Result[] results, ScanController controller) {
          for (Result result : results) {
            told.add(Salted.natural(result));
          }
          last = controller;
          if (thrown.isPresent()) {
            throw thrown.get();
          }
          if (resumesAtOnce) {
            controller.suspend().resume();
          }
          if (suspends) {
            resumer = controller.suspend();
          }
          if (terminates) {
            controller.terminate();
            told.add("returns");
          }
        }

        @Override
        public void onHeartbeat(ScanController controller) {
          told.add("heartbeat");
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

  private void scan(Scan scan) {
    scan(scan, Salted.known());
  }

  private void scan(Scan scan, TableSpec spec) {
    send(scan, spec);
    runTheOtherThread();
  }

  private void runTheOtherThread() {
    while (!onOtherThread.isEmpty()) {
      onOtherThread.remove().run();
    }
  }

  @SuppressWarnings("unchecked")
  private void send(Scan scan, TableSpec spec) {
    AsyncTable<AdvancedScanResultConsumer> table =
        new Fake<>(AsyncTable.class)
            .on(
                "scan",
                arguments -> {
                  sent.add((Scan) arguments.get(0));
                  owners.add((AdvancedScanResultConsumer) arguments.get(1));
                  if (ownersAnswerAtOnce) {
                    owners.get(owners.size() - 1).onComplete();
                  }
                  return null;
                })
            .build();
    new AsyncScans(table, spec, onOtherThread::add).push(scan, consumer);
  }

  /** The bucket that holds a row, by its number. */
  private static int bucket(String row) {
    return Salted.stored(Salted.BEFORE, row)[0];
  }

  private void answer(String... rows) {
    for (String row : rows) {
      Result result = Salted.row(Salted.stored(Salted.BEFORE, row));
      owners.get(bucket(row)).onNext(new Result[] {result}, null);
    }
  }

  private void completeAll() {
    List.copyOf(owners).forEach(AdvancedScanResultConsumer::onComplete);
  }

  @Test
  void rowsArePassedOnInNaturalOrderWhenNoOtherBucketCanHaveAnEarlierOne() {
    scan(new Scan());
    assertThat(told).isEmpty();
    answer("aaa", "bbb");
    assertThat(told).isEmpty();
    completeAll();
    assertThat(told).containsExactly("aaa", "bbb", "complete");
  }

  @Test
  void theCallerPassesNothingOnThatArrivesWhileItSendsTheScans() {
    ownersAnswerAtOnce = true;
    send(new Scan(), Salted.known());
    assertThat(told).isEmpty();
    runTheOtherThread();
    assertThat(told).containsExactly("complete");
  }

  @Test
  void aSuspendedConsumerReceivesNothingUntilItResumes() {
    suspends = true;
    scan(new Scan());
    for (int i = 0; i < owners.size(); i++) {
      if (i != bucket("aaa")) {
        owners.get(i).onComplete();
      }
    }
    answer("aaa");
    assertThat(told).containsExactly("aaa");
    owners.get(bucket("aaa")).onComplete();
    assertThat(told).containsExactly("aaa");
    resumer.resume();
    assertThat(told).containsExactly("aaa");
    onOtherThread.remove().run();
    assertThat(told).containsExactly("aaa", "complete");
  }

  private void onlyBucketOf(String row) {
    for (int i = 0; i < owners.size(); i++) {
      if (i != bucket(row)) {
        owners.get(i).onComplete();
      }
    }
  }

  @Test
  void aResumerWorksOnce() {
    suspends = true;
    scan(new Scan());
    onlyBucketOf("aaa");
    answer("aaa");
    resumer.resume();
    onOtherThread.remove().run();
    AdvancedScanResultConsumer.ScanResumer first = resumer;
    owners
        .get(bucket("aaa"))
        .onNext(new Result[] {Salted.row(Salted.stored(Salted.BEFORE, "aaa"))}, null);
    first.resume();
    assertThat(onOtherThread).isEmpty();
    owners.get(bucket("aaa")).onComplete();
    assertThat(told).containsExactly("aaa", "aaa");
  }

  @Test
  void aScanMayBeResumedBeforeTheCallbackReturns() {
    scan(new Scan());
    onlyBucketOf("aaa");
    resumesAtOnce = true;
    answer("aaa");
    onOtherThread.remove().run();
    owners.get(bucket("aaa")).onComplete();
    assertThat(told).containsExactly("aaa", "complete");
  }

  @Test
  void aControllerWorksInItsCallbackOnly() {
    scan(new Scan());
    onlyBucketOf("aaa");
    answer("aaa");
    assertThatThrownBy(() -> last.terminate()).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> last.suspend()).isInstanceOf(IllegalStateException.class);
    owners.get(bucket("aaa")).onComplete();
    assertThat(told).containsExactly("aaa", "complete");
  }

  @Test
  void aConsumerThatThrowsReceivesItsExceptionOnceAndNothingMore() {
    thrown = Optional.of(new IllegalArgumentException("a fault of the application"));
    scan(new Scan());
    onlyBucketOf("aaa");
    answer("aaa");
    owners.get(bucket("aaa")).onComplete();
    assertThat(told).filteredOn(text -> text.startsWith("a fault")).hasSize(1);
    assertThat(told).last().isEqualTo("a fault of the application");
  }

  @Test
  void aTerminatedScanIsCompleteAndReportsNothingMore() {
    terminates = true;
    scan(new Scan());
    for (int i = 0; i < owners.size(); i++) {
      if (i != bucket("aaa")) {
        owners.get(i).onComplete();
      }
    }
    answer("aaa");
    owners.get(bucket("aaa")).onError(new IOException("too late"));
    assertThat(told).containsExactly("aaa", "returns", "complete");
  }

  @Test
  void aLimitEndsTheScanBeforeItsBuckets() {
    scan(new Scan().setLimit(1));
    answer("aaa", "bbb");
    completeAll();
    assertThat(told).containsExactly("aaa", "complete");
  }

  @Test
  void aFailureIsReportedBehindTheRowsBeforeIt() {
    scan(new Scan());
    answer("aaa");
    owners.forEach(owner -> owner.onError(new IOException("gone")));
    assertThat(told).last().isEqualTo("gone");
    assertThat(told).doesNotContain("complete");
  }

  @Test
  void aRefusedMarkOpensTheScanAgainUnlessRowsWereReturned() throws Exception {
    scan(new Scan());
    owners.get(0).onError(Salted.markRefusal(Salted.AFTER));
    assertThat(told).isEmpty();
    assertThat(sent).hasSize(4 + 8);
    assertThat(Salted.mark(Salted.AFTER).isThisOn(sent.get(4))).isTrue();
  }

  @Test
  void aFailureBehindRowsWithoutOrderMustNotBeRetried() {
    scan(UnorderedAttribute.putOn(new Scan(), 4));
    answer("aaa");
    owners.get(bucket("aaa")).onError(new IOException("gone"));
    assertThat(told).first().isEqualTo("aaa");
    assertThat(told).last().asString().contains("halite.unordered");
  }

  @Test
  void rowsOfWhichTheScanTakesNoCellAreReadToTheirEndAfterTheLastNews() {
    TableSpec spec = Salted.unknown();
    spec.learn(SaltingSpec.parse("salt=random % 2"));
    scan(new Scan().setRowOffsetPerColumnFamily(1), spec);
    owners.get(1).onComplete();
    Result[] rows = new Result[20_000];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Salted.row(Bytes.add(new byte[] {0}, Bytes.toBytes(i)));
    }
    AdvancedScanResultConsumer.ScanController controller =
        new Fake<>(AdvancedScanResultConsumer.ScanController.class)
            .on("suspend", any -> (AdvancedScanResultConsumer.ScanResumer) () -> {})
            .build();
    owners.get(0).onNext(rows, controller);
    owners.get(0).onComplete();
    assertThat(told).containsExactly("complete");
  }
}
