package io.halite.it.neighbours;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.coprocessor.AggregationClient;
import org.apache.hadoop.hbase.client.coprocessor.LongColumnInterpreter;
import org.apache.hadoop.hbase.coprocessor.example.generated.BulkDeleteProtos.BulkDeleteRequest;
import org.apache.hadoop.hbase.coprocessor.example.generated.BulkDeleteProtos.BulkDeleteResponse;
import org.apache.hadoop.hbase.coprocessor.example.generated.BulkDeleteProtos.BulkDeleteService;
import org.apache.hadoop.hbase.coprocessor.example.generated.ExampleProtos.CountRequest;
import org.apache.hadoop.hbase.coprocessor.example.generated.ExampleProtos.CountResponse;
import org.apache.hadoop.hbase.coprocessor.example.generated.ExampleProtos.RowCountService;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.apache.hadoop.hbase.ipc.ServerRpcController;
import org.apache.hadoop.hbase.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MultiRowMutationService;
import org.apache.hadoop.hbase.protobuf.generated.MultiRowMutationProtos.MutateRowsRequest;
import org.apache.hadoop.hbase.protobuf.generated.RowProcessorProtos.ProcessRequest;
import org.apache.hadoop.hbase.protobuf.generated.RowProcessorProtos.RowProcessorService;
import org.apache.hadoop.hbase.util.Bytes;

/** A call of each of HBase's endpoints for users, on the rows {@code row1} to {@code row5}. */
enum EndpointCall {
  ROW_COUNT(5L, (client, table) -> client.rowCount(table, new LongColumnInterpreter(), all())),
  ROW_COUNT_OF_RANGE(
      2L, (client, table) -> client.rowCount(table, new LongColumnInterpreter(), range())),
  MAX(5L, (client, table) -> client.max(table, new LongColumnInterpreter(), all())),
  MAX_OF_RANGE(3L, (client, table) -> client.max(table, new LongColumnInterpreter(), range())),
  MIN(1L, (client, table) -> client.min(table, new LongColumnInterpreter(), all())),
  MIN_OF_RANGE(2L, (client, table) -> client.min(table, new LongColumnInterpreter(), range())),
  SUM(15L, (client, table) -> client.sum(table, new LongColumnInterpreter(), all())),
  SUM_OF_RANGE(5L, (client, table) -> client.sum(table, new LongColumnInterpreter(), range())),
  AVERAGE(3.0, (client, table) -> client.avg(table, new LongColumnInterpreter(), all())),
  AVERAGE_OF_RANGE(2.5, (client, table) -> client.avg(table, new LongColumnInterpreter(), range())),
  DEVIATION(Math.sqrt(2), (client, table) -> client.std(table, new LongColumnInterpreter(), all())),
  DEVIATION_OF_RANGE(
      0.5, (client, table) -> client.std(table, new LongColumnInterpreter(), range())),
  /** HBase's median halves the sum of the values, not their number. */
  MEDIAN(2L, (client, table) -> client.median(table, new LongColumnInterpreter(), all())),
  /** On a plain table null, where two regions share the range. */
  MEDIAN_OF_RANGE(
      "null",
      (client, table) ->
          String.valueOf(client.median(table, new LongColumnInterpreter(), range()))),
  COUNT("hbase.pb.RowCountService", "count by RowCounter", 5L, EndpointCall::count),
  MULTI_ROW(
      "hbase.pb.MultiRowMutationService",
      "change each row by mutateRow or checkAndMutate",
      "done",
      EndpointCall::multiRow),
  ROW_PROCESSOR(
      "hbase.pb.RowProcessorService",
      "change one row by mutateRow or checkAndMutate",
      "done",
      EndpointCall::rowProcessor),
  BULK_DELETE(
      "hbase.pb.BulkDeleteService",
      "delete what a scan returns, or use the shell's delete_by_prefix",
      2L,
      EndpointCall::bulkDelete);

  private final String service;
  private final String instead;
  private final Object answer;
  private final Act act;

  private interface Act {
    Object call(Table table) throws Throwable;
  }

  private interface Aggregation {
    Object call(AggregationClient client, Table table) throws Throwable;
  }

  EndpointCall(Object answer, Aggregation aggregation) {
    this(
        "hbase.pb.AggregateService",
        "scan the range and aggregate its rows in the client, or count rows by RowCounter",
        answer,
        table -> {
          try (AggregationClient client = new AggregationClient(table.getConfiguration())) {
            return aggregation.call(client, table);
          }
        });
  }

  EndpointCall(String service, String instead, Object answer, Act act) {
    this.service = service;
    this.instead = instead;
    this.answer = answer;
    this.act = act;
  }

  /** The full name of the service. */
  String service() {
    return service;
  }

  /** What a refusal says to do instead. */
  String instead() {
    return instead;
  }

  /** The answer where rows lie under their natural keys. */
  Object answer() {
    return answer;
  }

  /** Calls the endpoint. */
  Object call(Table table) throws Throwable {
    return act.call(table);
  }

  /** Puts the rows, with values 1 to 5. */
  static void fill(Table table) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (long i = 1; i <= 5; i++) {
      puts.add(new Put(Bytes.toBytes("row" + i)).addColumn(F, Q, Bytes.toBytes(i)));
    }
    table.put(puts);
  }

  static Scan all() {
    return new Scan().addColumn(F, Q);
  }

  static Scan range() {
    return all().withStartRow(Bytes.toBytes("row2")).withStopRow(Bytes.toBytes("row4"));
  }

  private static Object count(Table table) throws Throwable {
    Map<byte[], Long> counts =
        table.coprocessorService(
            RowCountService.class,
            HConstants.EMPTY_START_ROW,
            HConstants.EMPTY_END_ROW,
            region -> {
              CoprocessorRpcUtils.BlockingRpcCallback<CountResponse> answer =
                  new CoprocessorRpcUtils.BlockingRpcCallback<>();
              ServerRpcController controller = new ServerRpcController();
              region.getRowCount(controller, CountRequest.getDefaultInstance(), answer);
              return answered(controller, answer).getCount();
            });
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private static <T> T answered(
      ServerRpcController controller, CoprocessorRpcUtils.BlockingRpcCallback<T> answer)
      throws IOException {
    T received = answer.get();
    if (controller.failedOnException()) {
      throw controller.getFailedOn();
    }
    return received;
  }

  private static Object multiRow(Table table) throws Exception {
    MutateRowsRequest.Builder request = MutateRowsRequest.newBuilder();
    for (String row : List.of("row1", "row2")) {
      Put put = new Put(Bytes.toBytes(row)).addColumn(F, F, F);
      request.addMutationRequest(ProtobufUtil.toMutation(MutationType.PUT, put));
    }
    MultiRowMutationService.newBlockingStub(table.coprocessorService(Bytes.toBytes("row1")))
        .mutateRows(null, request.build());
    return "done";
  }

  private static Object rowProcessor(Table table) throws Exception {
    ProcessRequest request =
        ProcessRequest.newBuilder()
            .setRowProcessorClassName(RowProcessing.AddingCell.class.getName())
            .build();
    RowProcessorService.newBlockingStub(table.coprocessorService(Bytes.toBytes("row1")))
        .process(null, request);
    return "done";
  }

  private static Object bulkDelete(Table table) throws Throwable {
    BulkDeleteRequest request =
        BulkDeleteRequest.newBuilder()
            .setScan(ProtobufUtil.toScan(range()))
            .setDeleteType(BulkDeleteRequest.DeleteType.ROW)
            .setRowBatchSize(10)
            .build();
    Map<byte[], Long> deleted =
        table.coprocessorService(
            BulkDeleteService.class,
            range().getStartRow(),
            range().getStopRow(),
            region -> {
              CoprocessorRpcUtils.BlockingRpcCallback<BulkDeleteResponse> answer =
                  new CoprocessorRpcUtils.BlockingRpcCallback<>();
              ServerRpcController controller = new ServerRpcController();
              region.delete(controller, request, answer);
              return answered(controller, answer).getRowsDeleted();
            });
    return deleted.values().stream().mapToLong(Long::longValue).sum();
  }
}
