package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.ipc.HBaseRpcControllerImpl;
import org.apache.hadoop.hbase.ipc.StoppedRpcClientException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanResponse;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcCallback;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OpenRegionScannersTest {
  private static final long LONG = 600_000;

  private final AtomicLong clock = new AtomicLong();
  private final List<Message> sent = new ArrayList<>();
  private final List<RpcCallback<Message>> waiting = new ArrayList<>();
  private final OpenRegionScanners scanners =
      new OpenRegionScanners(HBaseRpcControllerImpl::new, clock::get);
  private final RpcChannel server =
      scanners.watched(
          (method, controller, request, prototype, done) -> {
            sent.add(request);
            if (request instanceof ScanRequest scan && scan.getCloseScanner()) {
              done.run(ScanResponse.getDefaultInstance());
            } else {
              waiting.add(done);
            }
          });

  @AfterEach
  void thisThreadIsNotInterruptedAnyMore() {
    Thread.interrupted();
  }

  private HBaseRpcController send(Message request, RpcCallback<Message> done) {
    HBaseRpcController controller = new HBaseRpcControllerImpl();
    server.callMethod(
        ClientService.getDescriptor().findMethodByName("Scan"),
        controller,
        request,
        ScanResponse.getDefaultInstance(),
        done);
    return controller;
  }

  private void send(Message request) {
    send(request, answer -> {});
  }

  private void answer(ScanResponse answer) {
    waiting.remove(0).run(answer);
  }

  private static ScanRequest request(long id) {
    return ScanRequest.newBuilder().setScannerId(id).build();
  }

  private static ScanRequest closing(long id) {
    return request(id).toBuilder().setCloseScanner(true).build();
  }

  private static ScanResponse opened(long id) {
    return more(true).toBuilder().setScannerId(id).build();
  }

  private static ScanResponse more(boolean inRegion) {
    return ScanResponse.newBuilder().setMoreResults(true).setMoreResultsInRegion(inRegion).build();
  }

  private List<Long> closed() {
    return sent.stream()
        .map(ScanRequest.class::cast)
        .filter(ScanRequest::getCloseScanner)
        .map(ScanRequest::getScannerId)
        .toList();
  }

  @Test
  void theEndClosesTheScannersThatNobodyHasClosed() {
    send(ScanRequest.getDefaultInstance());
    answer(opened(7));
    send(ScanRequest.getDefaultInstance());
    answer(opened(8));
    send(closing(8));
    scanners.end(LONG);
    assertThat(closed()).containsExactly(8L, 7L);
  }

  @Test
  void theEndClosesNoScannerThatItsServerHasClosed() {
    send(ScanRequest.getDefaultInstance());
    answer(opened(7).toBuilder().setMoreResultsInRegion(false).build());
    send(ScanRequest.getDefaultInstance());
    answer(opened(8).toBuilder().setMoreResults(false).build());
    send(ScanRequest.getDefaultInstance());
    answer(opened(9));
    send(request(9));
    answer(more(false));
    assertThat(scanners.begin()).isFalse();
    scanners.end(LONG);
    assertThat(closed()).isEmpty();
  }

  private static ScanRequest renewal(long id) {
    return request(id).toBuilder().setRenew(true).build();
  }

  @Test
  void aScannerWhoseLeaseIsRenewedStaysOpen() {
    send(ScanRequest.getDefaultInstance());
    answer(opened(7));
    send(renewal(7));
    answer(ScanResponse.getDefaultInstance());
    scanners.end(LONG);
    assertThat(closed()).containsExactly(7L);
  }

  @Test
  void theRenewalOfALeaseLetsItBeginAgain() {
    send(ScanRequest.getDefaultInstance());
    answer(opened(7).toBuilder().setTtl(60_000).build());
    clock.addAndGet(TimeUnit.SECONDS.toNanos(50));
    send(renewal(7));
    answer(ScanResponse.getDefaultInstance());
    clock.addAndGet(TimeUnit.SECONDS.toNanos(50));
    send(ScanRequest.getDefaultInstance());
    answer(opened(8));
    scanners.end(LONG);
    assertThat(closed()).containsExactly(7L, 8L);
  }

  @Test
  void theRenewalOfAScannerThatIsClosedMeanwhileOpensNone() {
    send(ScanRequest.getDefaultInstance());
    answer(opened(7));
    send(renewal(7));
    send(closing(7));
    answer(ScanResponse.getDefaultInstance());
    scanners.end(LONG);
    assertThat(closed()).containsExactly(7L);
  }

  @Test
  void theEndWaitsForTheAnswersThatAreOnTheirWay() throws InterruptedException {
    send(ScanRequest.getDefaultInstance());
    Thread end = new Thread(() -> scanners.end(LONG));
    end.start();
    while (end.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertThat(sent).hasSize(1);
    answer(opened(7));
    end.join();
    assertThat(closed()).containsExactly(7L);
  }

  @Test
  void aScanThatCloseLearnsOfAtItsAnswerClosesItsScannerOnce() {
    send(ScanRequest.getDefaultInstance(), answer -> send(closing(7)));
    scanners.begin();
    answer(opened(7));
    scanners.end(LONG);
    assertThat(closed()).containsExactly(7L);
  }

  @Test
  void theEndWaitsNoLongerThanItMay() {
    send(ScanRequest.getDefaultInstance());
    scanners.end(1);
    assertThat(waiting).hasSize(1);
  }

  @Test
  void aThreadThatIsInterruptedWaitsNoMoreAndStaysInterrupted() {
    send(ScanRequest.getDefaultInstance());
    Thread.currentThread().interrupt();
    scanners.end(LONG);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void behindTheEndNothingIsSentThatClosesNoScanner() {
    scanners.begin();
    List<Message> answers = new ArrayList<>();
    for (Message request : List.of(GetRequest.getDefaultInstance(), request(7))) {
      assertThat(send(request, answers::add).getFailed())
          .isInstanceOf(StoppedRpcClientException.class);
    }
    assertThat(answers).hasSize(2).containsOnlyNulls();
    assertThat(sent).isEmpty();
  }

  /** The loser of a read of replicas, for one, is asked nothing more. */
  @Test
  void scannersWhoseLeaseHasEndedAreForgotten() {
    for (int id = 1; id <= 3; id++) {
      send(ScanRequest.getDefaultInstance());
      answer(opened(id).toBuilder().setTtl(id == 3 ? 60_000 : 0).build());
      clock.incrementAndGet();
    }
    scanners.end(LONG);
    assertThat(closed()).containsExactly(3L);
  }

  /** A server that looks for rows sees that its client is gone, and closes the scanner. */
  @Test
  void theEndDoesNotWaitLongForRows() {
    send(ScanRequest.getDefaultInstance());
    answer(opened(7));
    send(request(7));
    scanners.end(LONG);
    assertThat(waiting).hasSize(1);
  }
}
