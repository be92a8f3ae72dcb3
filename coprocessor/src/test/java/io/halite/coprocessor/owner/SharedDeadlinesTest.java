package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the deadlines of requests mean for the RPC that they share. */
@Timeout(60)
class SharedDeadlinesTest {
  private static final HRegionLocation REGION =
      new HRegionLocation(
          RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build(),
          ServerName.valueOf("a", 16020, 1));
  private static final byte[] ROW = {1};

  private final ExecutorService handlers = Executors.newCachedThreadPool();
  private final SlowFirstServer server = new SlowFirstServer();
  private final SharedRpcs rpcs = new SharedRpcs(server);

  @AfterEach
  void stop() {
    server.letGo.countDown();
    handlers.shutdownNow();
  }

  private Future<Result> put(String row, long millis) {
    Put put = new Put(Bytes.toBytes(row)).addColumn(ROW, ROW, ROW);
    Budget budget = Budget.of(millis, Long.MAX_VALUE, () -> false);
    return handlers.submit(() -> rpcs.send(REGION, put, budget));
  }

  @Test
  void requestsOfDistantDeadlinesNeverShare() throws Exception {
    var unused = put("first", 8_000);
    server.firstSent.await();
    List<Future<Result>> all =
        IntStream.range(0, 24)
            .mapToObj(i -> i % 2 == 0 ? put("long" + i, 8_000) : put("short" + i, 2_000))
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
    var unused = put("first", 8_000);
    server.firstSent.await();
    List<Future<Result>> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String row = "row" + i;
      left.put(row, 7_600L + (7 * i + 5) % 20 * 25);
      Put put = new Put(Bytes.toBytes(row)).addColumn(ROW, ROW, ROW);
      Budget budget = Budget.of(left.get(row), Long.MAX_VALUE, () -> false, () -> 0);
      all.add(handlers.submit(() -> rpcs.send(REGION, put, budget)));
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
    return handlers.submit(() -> rpcs.send(REGION, put, budget));
  }

  @Test
  void aRequestWhoseTimeIsOverStaysBehindAndFailsNoOther() throws Exception {
    var unused = put("first", 8_000);
    server.firstSent.await();
    List<Future<Result>> late = new ArrayList<>();
    List<Future<Result>> timely = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      late.add(putThatComesTooLate("late" + i));
      timely.add(put("timely" + i, 8_000));
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

  /** A put that is in time when its lane looks, and late when the RPC of another begins. */
  private Future<Result> putThatIsLateForTheRpcOfAnother(String row, AtomicInteger late) {
    Put put = new Put(Bytes.toBytes(row)).addColumn(ROW, ROW, ROW);
    return handlers.submit(
        () -> {
          Thread own = Thread.currentThread();
          AtomicInteger looks = new AtomicInteger();
          LongSupplier clock =
              () -> {
                boolean isLate = Thread.currentThread() != own && looks.getAndIncrement() > 0;
                late.addAndGet(isLate ? 1 : 0);
                return isLate ? 8_000 : 0;
              };
          Budget budget = Budget.of(8_000, Long.MAX_VALUE, () -> false, clock);
          return rpcs.send(REGION, put, budget);
        });
  }

  @Test
  void noSharedRpcBeginsBehindTheDeadlineOfOneOfItsRequests() throws Exception {
    var unused = put("first", 8_000);
    server.firstSent.await();
    AtomicInteger late = new AtomicInteger();
    int unsent = 0;
    int asked = 0;
    while (late.get() == 0) {
      List<Future<Result>> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        String row = "row" + asked++;
        all.add(i % 2 == 0 ? put(row, 8_000) : putThatIsLateForTheRpcOfAnother(row, late));
      }
      for (Future<Result> each : all) {
        unsent += isUnsent(each) ? 1 : 0;
      }
    }
    assertThat(unsent).isEqualTo(late.get());
    assertThat(server.requests()).isEqualTo(1 + asked - unsent);
  }

  private static boolean isUnsent(Future<Result> put) throws InterruptedException {
    try {
      put.get();
      return false;
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(NotSentException.class);
      return true;
    }
  }
}
