package io.halite.it.forwards;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.MultiActionResultTooLarge;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ResultOrException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Gets of more than a server puts into the answer of one batch: 100 MB, and here 10 KB. HBase then
 * answers those that come first, and asks to repeat the others.
 */
class CutAnswersIT {
  private static final int MOST = 10 << 10;
  private static final int ROWS = 40;
  private static final int VALUE_BYTES = 1_000;
  private static final int CELLS = 100;

  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.startWithoutHdfs(1, CutAnswersIT::limit);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private static void limit(Configuration settings) {
    settings.setLong(HConstants.HBASE_SERVER_SCANNER_MAX_RESULT_SIZE_KEY, MOST);
  }

  /** Each of its places has more than one answer takes. */
  @Test
  void aGetJoinsAllItsPlaces() throws Exception {
    try (TestTable table = TestTable.numbered("cut").salted("salt=random % 32").create(cluster)) {
      byte[] row = Bytes.toBytes("row");
      for (int cell = 0; cell < CELLS; cell++) {
        byte[] qualifier = Bytes.toBytes("q%03d".formatted(cell));
        table.table().put(new Put(row).addColumn(F, qualifier, new byte[MOST + 1]));
      }
      Result joined = table.table().get(new Get(row));
      assertThat(joined.size()).isEqualTo(CELLS);
      assertThat(table.table().exists(new Get(row))).isTrue();
    }
  }

  @Test
  void aGatewayAnswersAsManyGetsOfAListAsThePlainTablesServer() throws Exception {
    for (String salt : List.of("hash(*) % 4", "random % 4")) {
      try (TestTable salted =
              TestTable.numbered("cut").salted("key=row:*,salt=" + salt).create(cluster);
          TestTable plain = TestTable.numbered("cut").create(cluster)) {
        int answered = answered(filled(plain));
        assertThat(answered).as("of a plain table").isBetween(9, 11);
        assertThat(answered(filled(salted))).as(salt).isEqualTo(answered);
        List<Result> all = Arrays.asList(salted.table().get(gets()));
        assertThat(all).hasSize(ROWS).allMatch(row -> row.value().length == VALUE_BYTES);
      }
    }
  }

  private static TestTable filled(TestTable table) throws Exception {
    for (Get get : gets()) {
      table.table().put(new Put(get.getRow()).addColumn(F, Q, new byte[VALUE_BYTES]));
    }
    return table;
  }

  private static List<Get> gets() {
    List<Get> gets = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      gets.add(new Get(Bytes.toBytes("row%02d".formatted(row))));
    }
    return gets;
  }

  /** How many gets one RPC answers; the others are to be repeated. */
  private static int answered(TestTable table) throws Exception {
    return answered(table, gets());
  }

  /** The same of these gets, whose rows lie in one gateway region. */
  static int answered(TestTable table, List<Get> gets) throws Exception {
    ClusterConnection connection = (ClusterConnection) table.connection();
    HRegionLocation at;
    try (RegionLocator regions = connection.getRegionLocator(table.name())) {
      at = regions.getRegionLocation(gets.get(0).getRow());
    }
    RegionAction.Builder actions =
        RegionAction.newBuilder()
            .setRegion(
                RequestConverter.buildRegionSpecifier(
                    RegionSpecifierType.REGION_NAME, at.getRegion().getRegionName()));
    for (Get get : gets) {
      actions.addAction(
          Action.newBuilder().setIndex(actions.getActionCount()).setGet(ProtobufUtil.toGet(get)));
    }
    HBaseRpcController controller = connection.getRpcControllerFactory().newController();
    controller.setCallTimeout(60_000);
    controller.setRequestAttributes(Map.of());
    MultiResponse answer =
        connection
            .getClient(at.getServerName())
            .multi(controller, MultiRequest.newBuilder().addRegionAction(actions).build());
    int answered = 0;
    for (ResultOrException each : answer.getRegionActionResult(0).getResultOrExceptionList()) {
      if (each.hasException()) {
        assertThat(each.getException().getName())
            .isEqualTo(MultiActionResultTooLarge.class.getName());
      } else {
        answered++;
      }
    }
    return answered;
  }
}
