package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.host.RegionRpcFailures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SharedRpcsTest {
  private static final ServerName SERVER = ServerName.valueOf("a", 16020, 1);
  private static final byte[] ROW = {1};

  private final ExecutorService handlers = Executors.newCachedThreadPool();
  private final SlowFirstServer server = new SlowFirstServer();
  private final SharedRpcs rpcs = new SharedRpcs(server);

  @AfterEach
  void stop() {
    server.letGo.countDown();
    handlers.shutdownNow();
  }

  private static HRegionLocation region(String name) {
    return new HRegionLocation(
        RegionInfoBuilder.newBuilder(TableName.valueOf(name)).build(), SERVER);
  }

  private Future<Result> put(String table, String row, long millis) {
    Put put = new Put(Bytes.toBytes(row)).addColumn(ROW, ROW, ROW);
    Budget budget = Budget.of(millis, Long.MAX_VALUE, () -> false);
    return handlers.submit(() -> rpcs.send(region(table), put, budget));
  }

  private Future<Result> put(String table, String row) {
    return put(table, row, 8_000);
  }

  private List<Future<Result>> putBesideFirst(String... rows) throws InterruptedException {
    var unused = put("t", "first");
    server.firstSent.await();
    List<Future<Result>> all = new ArrayList<>();
    for (String row : rows) {
      all.add(put("t", row));
    }
    return all;
  }

  /** Of a delete of a newest version the client must not hear that it may be repeated. */
  @Test
  void whoSharedAnRpcHearsThatNoAnswerCame() throws Exception {
    IOException silence = RegionRpcFailures.noAnswer(new CallTimeoutException("8 s"));
    server.ofBatch = Optional.of(silence);
    List<Future<Result>> both = putBesideFirst("a", "b");
    while (server.shared.isEmpty()) {
      Thread.sleep(1);
    }
    for (Future<Result> each : both) {
      assertThatThrownBy(each::get).hasCause(silence);
    }
  }

  @Test
  void onlyPlainGetsPutsAndDeletesShare() throws IOException {
    assertThat(SharedRpcs.isSharable(new Get(ROW))).isTrue();
    assertThat(SharedRpcs.isSharable(new Put(ROW))).isTrue();
    assertThat(SharedRpcs.isSharable(new Delete(ROW))).isTrue();
    assertThat(SharedRpcs.isSharable(new Increment(ROW))).isFalse();
    assertThat(SharedRpcs.isSharable(new Append(ROW))).isFalse();
    assertThat(SharedRpcs.isSharable(new Get(ROW).setCheckExistenceOnly(true))).isFalse();
    assertThat(SharedRpcs.isSharable(new Get(ROW).setReplicaId(1))).isFalse();
    assertThat(SharedRpcs.isSharable(new Get(ROW).setConsistency(Consistency.TIMELINE))).isFalse();
    Get counted = new Get(ROW);
    counted.setQueryMetricsEnabled(true);
    assertThat(SharedRpcs.isSharable(counted)).isFalse();
  }

  @Test
  void aRequestThatIsRefusedAmongOthersFailsAloneAndTheOthersSucceed() throws Exception {
    List<Future<Result>> all = putBesideFirst("a", "poison", "b");
    assertThat(all.get(0).get()).isNotNull();
    assertThat(all.get(2).get()).isNotNull();
    assertThatThrownBy(() -> all.get(1).get())
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(DoNotRetryIOException.class);
  }

  @Test
  void aBusyRegionIsNotAskedAgainAlone() throws Exception {
    server.ofEach = Optional.of(new RegionTooBusyException("busy"));
    List<Future<Result>> all = putBesideFirst("a", "b");
    for (Future<Result> each : all) {
      // One of them may have been sent alone, if the machine paused between the two.
      try {
        each.get();
      } catch (ExecutionException e) {
        assertThat(e).hasCauseInstanceOf(RegionTooBusyException.class);
      }
    }
    assertThat(server.requests()).isEqualTo(3);
  }

  @Test
  void aLostRpcIsNotSentAgain() throws Exception {
    server.ofBatch = Optional.of(new CallDroppedException());
    List<Future<Result>> all = putBesideFirst("a", "b", "c");
    for (Future<Result> each : all) {
      try {
        each.get();
      } catch (ExecutionException e) {
        assertThat(e).hasCauseInstanceOf(CallDroppedException.class);
      }
    }
    assertThat(server.requests()).isEqualTo(4);
  }

  @Test
  void requestsOfDistantDeadlinesNeverShare() throws Exception {
    var unused = put("t", "first");
    server.firstSent.await();
    List<Future<Result>> all =
        IntStream.range(0, 24)
            .mapToObj(i -> i % 2 == 0 ? put("t", "long" + i, 8_000) : put("t", "short" + i, 2_000))
            .toList();
    for (Future<Result> each : all) {
      each.get();
    }
    assertThat(server.shared)
        .isNotEmpty()
        .allSatisfy(
            rpc ->
                assertThat(rpc.rows().stream().map(row -> row.replaceAll("[0-9]", "")).distinct())
                    .hasSize(1));
  }

  /** Their deadlines are of one class, and the least is neither the first nor the last. */
  @Test
  void anRpcHasTheTimeOfTheOneOfItsRequestsThatHasLeast() throws Exception {
    Map<String, Long> left = new HashMap<>();
    var unused = put("t", "first");
    server.firstSent.await();
    List<Future<Result>> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String row = "row" + i;
      left.put(row, 7_600L + (7 * i + 5) % 20 * 25);
      Put put = new Put(Bytes.toBytes(row)).addColumn(ROW, ROW, ROW);
      Budget budget = Budget.of(left.get(row), Long.MAX_VALUE, () -> false, () -> 0);
      all.add(handlers.submit(() -> rpcs.send(region("t"), put, budget)));
    }
    for (Future<Result> each : all) {
      each.get();
    }
    assertThat(left.values()).extracting(ForwardRetry::deadlineClass).containsOnly(103);
    assertThat(server.shared)
        .isNotEmpty()
        .allSatisfy(
            rpc -> {
              long least = rpc.rows().stream().mapToLong(left::get).min().orElseThrow();
              assertThat(rpc.timeoutMillis()).isLessThanOrEqualTo((int) least).isPositive();
            });
  }

  @Test
  void requestsOfOneDeadlineClassDifferByLessThanATenth() {
    for (long left = 50; left < 20_000; left++) {
      assertThat(ForwardRetry.deadlineClass(left * 110 / 100 + 1))
          .isGreaterThan(ForwardRetry.deadlineClass(left));
    }
    assertThat(ForwardRetry.deadlineClass(-5)).isZero();
  }

  /** A put that is in time when it asks to be sent, and late when its RPC begins. */
  private Future<Result> putThatComesTooLate(String row) {
    Put put = new Put(Bytes.toBytes(row)).addColumn(ROW, ROW, ROW);
    AtomicBoolean asked = new AtomicBoolean();
    AtomicInteger looks = new AtomicInteger();
    Budget budget =
        Budget.of(
            8_000,
            Long.MAX_VALUE,
            () -> false,
            () -> asked.get() && looks.getAndIncrement() > 0 ? 9_000 : 0);
    asked.set(true);
    return handlers.submit(() -> rpcs.send(region("t"), put, budget));
  }

  @Test
  void aRequestWhoseTimeIsOverStaysBehindAndFailsNoOther() throws Exception {
    var unused = put("t", "first");
    server.firstSent.await();
    List<Future<Result>> late = new ArrayList<>();
    List<Future<Result>> timely = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      late.add(putThatComesTooLate("late" + i));
      timely.add(put("t", "timely" + i));
    }
    for (Future<Result> each : timely) {
      assertThat(each.get()).isNotNull();
    }
    for (Future<Result> each : late) {
      assertThatThrownBy(each::get)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(NotSentException.class);
    }
    assertThat(server.requests()).isEqualTo(11);
  }

  @Test
  void requestsToTwoRegionsOfOneServerShare() throws Exception {
    var unused = put("t", "first");
    server.firstSent.await();
    List<Future<Result>> all =
        IntStream.range(0, 20).mapToObj(i -> put(i % 2 == 0 ? "t" : "u", "row" + i)).toList();
    for (Future<Result> each : all) {
      each.get();
    }
    assertThat(server.requests()).isEqualTo(21);
    assertThat(server.shared).isNotEmpty();
  }
}
