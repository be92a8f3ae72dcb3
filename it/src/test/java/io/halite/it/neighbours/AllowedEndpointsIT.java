package io.halite.it.neighbours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.SiteValue;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.HelloRequest;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.IncrementCountRequest;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.PingRequest;
import org.apache.hadoop.hbase.coprocessor.protobuf.generated.PingProtos.PingService;
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
        .hasStackTraceContaining("endpoint hbase.test.pb.PingService would see stored keys")
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
      HelloRequest row = HelloRequest.newBuilder().setName("row").build();
      assertThat(reader.hello(null, row).getResponse()).isEqualTo("put");
      assertThatThrownBy(() -> service(cluster.table("nobody", table.name())).hello(null, row))
          .hasStackTraceContaining("AccessDeniedException");
    }
  }
}
