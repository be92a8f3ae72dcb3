package io.halite.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.SiteValue;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.plugin.PluginTables;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTable.CoprocessorCallback;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.HelloRequest;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.HelloResponse;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.IncrementCountRequest;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.PingRequest;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.PingResponse;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.PingService;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.apache.hadoop.hbase.ipc.ServerRpcController;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A table's owner may allow endpoints for the table, which lets nobody read or write more of it
 * than without the endpoint.
 */
@Timeout(60)
@ExtendWith(SharedGuardedCluster.class)
class AllowedEndpointsIT {
  private static final String KEY = "halite.endpoints.allowed";
  private static final String SERVICE = PingService.getDescriptor().getFullName();
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final IncrementCountRequest INCREMENT =
      IncrementCountRequest.newBuilder().setDiff(1).build();
  private static final HelloRequest HELLO = HelloRequest.newBuilder().setName("row").build();
  private static final Put PUT = new Put(ROW).addColumn(TestTable.F, TestTable.Q, ROW);
  private static final String REFUSAL = "endpoint hbase.test.pb.PingService would see stored keys";
  private static GuardedCluster cluster;

  @BeforeAll
  static void start(GuardedCluster shared) {
    cluster = shared;
  }

  private static TablePlan plan() {
    return TestTable.numbered("allowed")
        .salted(TestTable.FOUR_BUCKETS)
        .coprocessor(PingEndpoint.class);
  }

  private static PingService.BlockingInterface service(Table table) {
    return PingService.newBlockingStub(table.coprocessorService(ROW));
  }

  private static void assertAnswers(Table table) throws Exception {
    assertThat(service(table).ping(null, PingRequest.getDefaultInstance()).getPong())
        .isEqualTo("pong");
  }

  private static void assertRefused(Table table) {
    assertThatThrownBy(() -> service(table).ping(null, PingRequest.getDefaultInstance()))
        .hasStackTraceContaining(REFUSAL)
        .hasStackTraceContaining("name it in halite.endpoints.allowed")
        .hasStackTraceContaining("CONFIGURATION of the table, or hbase-site.xml");
  }

  @Test
  void anEndpointRunsWhereTheTableAllowsItAndNowhereElse() throws Exception {
    try (TestTable allowing = plan().value(KEY, SERVICE).create(cluster.cluster());
        TestTable other = plan().create(cluster.cluster())) {
      assertAnswers(allowing.table());
      assertRefused(other.table());
    }
  }

  @Test
  void aTablesListIsInPlaceOfTheSites() throws Exception {
    try (SiteValue site = SiteValue.set(cluster.cluster(), KEY, "a.Service," + SERVICE);
        TestTable silent = plan().create(cluster.cluster());
        TestTable narrower = plan().value(KEY, "a.Service").create(cluster.cluster())) {
      assertAnswers(silent.table());
      assertRefused(narrower.table());
    }
  }

  private static TablePlan splitPlan() {
    return plan().splitBuckets().splits("k");
  }

  /** Its client knows the spec and leaves the calls to the gateways. */
  @Test
  void anEndpointRunsForThePlugInWhereTheTableAllowsIt() throws Throwable {
    try (TestTable allowing = splitPlan().value(KEY, SERVICE).create(cluster.cluster());
        TestTable other = splitPlan().create(cluster.cluster());
        Connection client =
            ConnectionFactory.createConnection(PluginTables.plugIns(cluster.cluster()));
        Table table = client.getTable(allowing.name());
        Table refusing = client.getTable(other.name())) {
      for (Table each : List.of(table, refusing)) {
        each.put(PUT);
        assertThat(each.get(new Get(ROW)).value()).isEqualTo(ROW);
      }
      assertThat(service(table).hello(null, HELLO).getResponse()).isEqualTo("row");
      assertThat(batchHello(table).values())
          .extracting(HelloResponse::getResponse)
          .containsExactly("row");
      Map<byte[], String> ofAll =
          table.coprocessorService(
              PingService.class,
              HConstants.EMPTY_START_ROW,
              HConstants.EMPTY_END_ROW,
              region -> {
                var answer = new CoprocessorRpcUtils.BlockingRpcCallback<PingResponse>();
                region.ping(new ServerRpcController(), PingRequest.getDefaultInstance(), answer);
                return answer.get().getPong();
              });
      assertThat(ofAll.values()).hasSize(5).containsOnly("pong");
      assertRefused(refusing);
      assertThatThrownBy(() -> batchHello(refusing)).hasStackTraceContaining(REFUSAL);
    }
  }

  private static Map<byte[], HelloResponse> batchHello(Table table) throws Throwable {
    return table.batchCoprocessorService(
        PingService.getDescriptor().findMethodByName("hello"),
        HELLO,
        ROW,
        ROW,
        HelloResponse.getDefaultInstance());
  }

  @Test
  void anEndpointRunsForTheAsynchronousPlugInWhereTheTableAllowsIt() throws Exception {
    try (TestTable allowing = splitPlan().value(KEY, SERVICE).create(cluster.cluster());
        TestTable other = splitPlan().create(cluster.cluster());
        AsyncConnection client =
            ConnectionFactory.createAsyncConnection(PluginTables.plugIns(cluster.cluster()))
                .get()) {
      AsyncTable<AdvancedScanResultConsumer> table = client.getTable(allowing.name());
      AsyncTable<AdvancedScanResultConsumer> refusing = client.getTable(other.name());
      for (AsyncTable<?> each : List.of(table, refusing)) {
        each.put(PUT).get();
        assertThat(each.get(new Get(ROW)).get().value()).isEqualTo(ROW);
      }
      assertThat(hello(table).get()).isEqualTo("row");
      assertThatThrownBy(() -> hello(refusing).get()).hasStackTraceContaining(REFUSAL);
      EachRegion answers = new EachRegion();
      table
          .<PingService.Interface, String>coprocessorService(
              PingService::newStub,
              (stub, controller, done) ->
                  stub.ping(
                      controller,
                      PingRequest.getDefaultInstance(),
                      answer -> done.run(answer.getPong())),
              answers)
          .execute();
      assertThat(answers.all.get()).hasSize(5).containsOnly("pong");
    }
  }

  private static CompletableFuture<String> hello(AsyncTable<?> table) {
    return table.<PingService.Interface, String>coprocessorService(
        PingService::newStub,
        (stub, controller, done) ->
            stub.hello(
                controller, HELLO, answer -> done.run(answer == null ? "" : answer.getResponse())),
        ROW);
  }

  /** Collects the answers of all regions. */
  private static final class EachRegion implements CoprocessorCallback<String> {
    private final Queue<String> answers = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<Queue<String>> all = new CompletableFuture<>();

    @Override
    public void onRegionComplete(RegionInfo region, String answer) {
      answers.add(answer);
    }

    @Override
    public void onRegionError(RegionInfo region, Throwable error) {
      all.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
      all.complete(answers);
    }

    @Override
    public void onError(Throwable error) {
      all.completeExceptionally(error);
    }
  }

  @Test
  void onlyWhoMayAlterTheTableMayAllowAnEndpoint() throws Exception {
    try (TestTable table = plan().create(cluster.cluster())) {
      cluster.grant("user", table.name(), null, null, Action.READ, Action.WRITE, Action.EXEC);
      assertThatThrownBy(() -> allow("user", table.name()))
          .hasStackTraceContaining("AccessDeniedException");
      assertRefused(cluster.table("user", table.name()));
      cluster.grant("owner", table.name(), null, null, Action.CREATE);
      allow("owner", table.name());
      assertAnswers(cluster.table("user", table.name()));
    }
  }

  private static void allow(String user, TableName table) throws Exception {
    try (Admin admin = cluster.connection(user).getAdmin()) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(
                  cluster.cluster().connection().getAdmin().getDescriptor(table))
              .setValue(KEY, SERVICE)
              .build());
    }
  }

  /** A get and a put of the region itself pass Halite, and what comes before it. */
  @Test
  void whatAnAllowedEndpointGetsAndPutsIsJudgedForItsCaller() throws Exception {
    try (TestTable table = plan().value(KEY, SERVICE).create(cluster.cluster())) {
      cluster.grant("writer", table.name(), null, null, Action.READ, Action.WRITE);
      cluster.grant("reader", table.name(), null, null, Action.READ);
      PingService.BlockingInterface reader = service(cluster.table("reader", table.name()));
      assertThatThrownBy(() -> reader.increment(null, INCREMENT))
          .hasStackTraceContaining("AccessDeniedException");
      assertThat(table.table().exists(new Get(ROW))).isFalse();
      service(cluster.table("writer", table.name())).increment(null, INCREMENT);
      assertThat(Bytes.toString(table.table().get(new Get(ROW)).value())).isEqualTo("put");
      assertThat(reader.hello(null, HELLO).getResponse()).isEqualTo("put");
      assertThatThrownBy(() -> service(cluster.table("nobody", table.name())).hello(null, HELLO))
          .hasStackTraceContaining("AccessDeniedException");
    }
  }
}
