package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.host.NoAnswerException;
import io.halite.coprocessor.host.RegionRpcFailures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
        RegionInfoBuilder.newBuilder(TableName.valueOf(name)).setRegionId(1).build(), SERVER);
  }

  private Future<Result> put(String table, String row) {
    Put put = new Put(Bytes.toBytes(row)).addColumn(ROW, ROW, ROW);
    Budget budget = Budget.of(8_000, Long.MAX_VALUE, () -> false);
    return handlers.submit(() -> rpcs.send(region(table), put, budget));
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

  private List<Future<Result>> putInTwoRegions() {
    return IntStream.range(0, 20).mapToObj(i -> put(i % 2 == 0 ? "t" : "u", "row" + i)).toList();
  }

  /** Those who no longer wait for the RPC do not hear that its server is silent. */
  @Test
  void whoSendsAnRpcThatFailsSaysSoOfEachOfItsRegions() throws Exception {
    server.ofBatch = Optional.of(RegionRpcFailures.noAnswer(new CallTimeoutException("8 s")));
    var unused = put("t", "first");
    server.firstSent.await();
    while (server.shared.isEmpty()) {
      for (Future<Result> each : putInTwoRegions()) {
        try {
          each.get();
        } catch (ExecutionException e) {
          assertThat(e).hasCauseInstanceOf(NoAnswerException.class);
        }
      }
    }
    List<String> tables =
        server.shared.stream()
            .flatMap(rpc -> rpc.rows().stream().map(SharedRpcsTest::table).distinct())
            .toList();
    assertThat(server.failed).containsExactlyInAnyOrderElementsOf(tables);
  }

  private static String table(String row) {
    return Integer.parseInt(row.substring("row".length())) % 2 == 0 ? "t" : "u";
  }

  @Test
  void requestsToTwoRegionsOfOneServerShare() throws Exception {
    var unused = put("t", "first");
    server.firstSent.await();
    for (Future<Result> each : putInTwoRegions()) {
      each.get();
    }
    assertThat(server.requests()).isEqualTo(21);
    assertThat(server.shared).isNotEmpty();
  }
}
