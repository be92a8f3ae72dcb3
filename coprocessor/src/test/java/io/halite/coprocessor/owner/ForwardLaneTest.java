package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.host.NoAnswerException;
import io.halite.coprocessor.host.RemoteFailure;
import io.halite.coprocessor.owner.ForwardLane.Answer;
import io.halite.coprocessor.owner.ForwardLane.Forward;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each RPC of these tests answers a request with its row; the first one waits to be let go. */
@Timeout(60)
class ForwardLaneTest {
  private static final HRegionLocation REGION =
      new HRegionLocation(
          RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build(),
          ServerName.valueOf("a", 16020, 1));

  private final ExecutorService handlers = Executors.newCachedThreadPool();
  private final CountDownLatch firstSent = new CountDownLatch(1);
  private final CountDownLatch letGo = new CountDownLatch(1);
  private final List<List<String>> rpcs = Collections.synchronizedList(new ArrayList<>());
  private final ForwardLane lane = new ForwardLane(this::rpc);

  @AfterEach
  void stop() {
    letGo.countDown();
    handlers.shutdownNow();
  }

  private List<Answer> rpc(List<Forward> together) {
    List<String> rows =
        together.stream().map(each -> Bytes.toString(each.request().getRow())).toList();
    rpcs.add(rows);
    if (rows.contains("first") || rows.get(0).startsWith("stuck")) {
      firstSent.countDown();
      try {
        letGo.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    if (rows.contains("poison")) {
      throw new IllegalStateException("poison");
    }
    return rows.stream().map(row -> new Answer(row, true, rows.size() - 1)).toList();
  }

  private Future<Object> send(String row, long bytes) {
    return send(new Get(Bytes.toBytes(row)), bytes);
  }

  private Future<Object> send(Get get, long bytes) {
    return send(get, bytes, Budget.of(60_000, Long.MAX_VALUE, () -> false));
  }

  private Future<Object> send(Get get, long bytes, Budget budget) {
    Forward forward = new Forward(REGION, get, bytes, budget);
    return handlers.submit(() -> lane.send(forward).value());
  }

  private Future<Object> send(String row) {
    return send(row, 100);
  }

  private Future<Object> sendFirst() throws InterruptedException {
    Future<Object> first = send("first");
    firstSent.await();
    return first;
  }

  @Test
  void requestsOneAfterTheOtherGoAlone() throws Exception {
    assertThat(send("a").get()).isEqualTo("a");
    assertThat(send("b").get()).isEqualTo("b");
    assertThat(rpcs).containsExactly(List.of("a"), List.of("b"));
  }

  @Test
  void requestsBesideASlowOneGoTogetherAndEachGetsItsOwnAnswer() throws Exception {
    Future<Object> first = sendFirst();
    List<Future<Object>> others = IntStream.range(0, 20).mapToObj(i -> send("row" + i)).toList();
    for (int i = 0; i < others.size(); i++) {
      assertThat(others.get(i).get()).isEqualTo("row" + i);
    }
    assertThat(first).as("it still waits, and held up nobody").isNotDone();
    letGo.countDown();
    assertThat(first.get()).isEqualTo("first");
    assertThat(rpcs).hasSizeLessThan(21);
    assertThat(rpcs.stream().mapToInt(List::size).sum()).isEqualTo(21);
  }

  @Test
  void requestsOfOneRowNeverShareAnRpc() throws Exception {
    var unused = sendFirst();
    List<Future<Object>> all = IntStream.range(0, 30).mapToObj(i -> send("row" + i % 3)).toList();
    letGo.countDown();
    for (Future<Object> each : all) {
      each.get();
    }
    assertThat(rpcs).allSatisfy(rpc -> assertThat(rpc).doesNotHaveDuplicates());
    assertThat(rpcs.stream().mapToInt(List::size).sum()).isEqualTo(31);
  }

  @Test
  void largeRequestsGoAlone() throws Exception {
    var unused = sendFirst();
    List<Future<Object>> all =
        IntStream.range(0, 5).mapToObj(i -> send("row" + i, 600_000)).toList();
    for (Future<Object> each : all) {
      each.get();
    }
    assertThat(rpcs).allSatisfy(rpc -> assertThat(rpc).hasSize(1));
  }

  @Test
  void aHandlerThatFailsWhileItSendsForOthersLeavesNobodyWaiting() throws Exception {
    var unused = sendFirst();
    List<Future<Object>> all =
        IntStream.range(0, 20).mapToObj(i -> send(i == 7 ? "poison" : "row" + i)).toList();
    letGo.countDown();
    int lost = 0;
    for (int i = 0; i < all.size(); i++) {
      try {
        Object value = all.get(i).get(30, TimeUnit.SECONDS);
        lost += value instanceof IOException ? 1 : 0;
      } catch (ExecutionException ofTheSender) {
        assertThat(ofTheSender).hasRootCauseMessage("poison");
        lost++;
      }
    }
    int inItsRpc = rpcs.stream().filter(rpc -> rpc.contains("poison")).mapToInt(List::size).sum();
    assertThat(lost).isEqualTo(inItsRpc);
    assertThat(send("later").get()).isEqualTo("later");
  }

  /** A request whose row cannot be read, as when memory is short. */
  private static final class Unreadable extends Get {
    Unreadable() {
      super(Bytes.toBytes("unreadable"));
    }

    @Override
    public byte[] getRow() {
      throw new OutOfMemoryError("of the test");
    }
  }

  /** Returns how many requests failed because another one could not be read. */
  private int sendBesideAnUnreadableOne() throws Exception {
    List<Future<Object>> readable = new ArrayList<>(List.of(send("a"), send("b")));
    Future<Object> unreadable = send(new Unreadable(), 1);
    readable.addAll(List.of(send("c"), send("d")));
    assertThat(outcome(unreadable)).isInstanceOf(Throwable.class);
    int lost = 0;
    for (Future<Object> each : readable) {
      lost += outcome(each) instanceof IOException ? 1 : 0;
    }
    return lost;
  }

  private static Object outcome(Future<Object> request) throws InterruptedException {
    try {
      return request.get();
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(OutOfMemoryError.class);
      return e.getCause();
    }
  }

  @Test
  void requestsThatCannotBeTakenOutOfTheQueueEndAndTheLaneGoesOn() throws Exception {
    Future<Object> first = sendFirst();
    int lost = 0;
    while (lost == 0) {
      lost += sendBesideAnUnreadableOne();
    }
    letGo.countDown();
    assertThat(first.get()).isEqualTo("first");
    for (int i = 0; i < 20; i++) {
      sendBesideAnUnreadableOne();
    }
    assertThat(send("later").get()).isEqualTo("later");
  }

  @Test
  void anInterruptedHandlerStillSendsForTheOthers() throws Exception {
    var unused = sendFirst();
    Thread[] leader = new Thread[1];
    CountDownLatch known = new CountDownLatch(1);
    Future<Object> interrupted =
        handlers.submit(
            () -> {
              leader[0] = Thread.currentThread();
              known.countDown();
              Budget budget = Budget.of(60_000, Long.MAX_VALUE, () -> false);
              Forward own = new Forward(REGION, new Get(Bytes.toBytes("own")), 1, budget);
              return lane.send(own).value();
            });
    known.await();
    leader[0].interrupt();
    Future<Object> other = send("other");
    assertThat(interrupted.get()).isEqualTo("own");
    assertThat(other.get()).isEqualTo("other");
  }

  /** By a clock that stands: a request waits for so long, and may be sent at any time. */
  private static Budget of20Millis() {
    return Budget.of(20, Long.MAX_VALUE, () -> false, () -> 0);
  }

  /** It is alone behind one that does not end. A machine that pauses makes it late. */
  @Test
  void aRequestWithLittleTimeIsSentBesideThoseUnderWayBeforeItsTimeIsOver() throws Exception {
    var unused = sendFirst();
    Object answer;
    do {
      Budget budget = Budget.of(6, Long.MAX_VALUE, () -> false);
      answer = send(new Get(Bytes.toBytes("short")), 1, budget).get();
    } while (answer instanceof NotSentException);
    assertThat(answer).isEqualTo("short");
  }

  /** The owner may apply such a request, so it must not be taken for one that was not sent. */
  @Test
  void whatAnotherHandlerSendsIsLostWhenItsOwnTimeIsOverAndStaysInTheRpc() throws Exception {
    var unused = sendFirst();
    Map<String, Future<Object>> all = new HashMap<>();
    do {
      for (int i = 0; i < 20; i++) {
        String row = "stuck" + all.size();
        all.put(row, send(new Get(Bytes.toBytes(row)), 1, of20Millis()));
      }
      awaitEnds(all);
    } while (companions().isEmpty());
    for (String companion : companions()) {
      IOException lost = (IOException) all.remove(companion).get();
      assertThat(lost).isInstanceOf(NoAnswerException.class);
      IOException seen = RemoteFailure.cause(lost);
      assertThat(ForwardRetry.nothingRan(seen)).isFalse();
      assertThat(ForwardRetry.isSilent(seen)).as("a reason to look the region up").isFalse();
      assertThat(ForwardRetry.failure(seen)).isEqualTo(SaltingMetrics.Failure.UNKNOWN);
      assertThat(ForwardRetry.forClient(seen)).hasMessageContaining("applied the request is unkn");
    }
    List<String> leaders = leaders();
    for (Map.Entry<String, Future<Object>> other : all.entrySet()) {
      if (!leaders.contains(other.getKey())) {
        assertThat(other.getValue().get()).isInstanceOf(NotSentException.class);
      }
    }
    letGo.countDown();
    for (String leader : leaders) {
      assertThat(leader.equals("first") ? leader : all.get(leader).get()).isEqualTo(leader);
    }
    assertThat(send("later").get()).isEqualTo("later");
  }

  /** Waits until each request is answered or is the first of an RPC. */
  private void awaitEnds(Map<String, Future<Object>> all) throws InterruptedException {
    while (!all.entrySet().stream()
        .allMatch(each -> each.getValue().isDone() || leaders().contains(each.getKey()))) {
      Thread.sleep(1);
    }
  }

  private List<String> leaders() {
    synchronized (rpcs) {
      return rpcs.stream().map(rpc -> rpc.get(0)).toList();
    }
  }

  /** What another handler has sent. */
  private List<String> companions() {
    synchronized (rpcs) {
      return rpcs.stream().flatMap(rpc -> rpc.stream().skip(1)).toList();
    }
  }
}
