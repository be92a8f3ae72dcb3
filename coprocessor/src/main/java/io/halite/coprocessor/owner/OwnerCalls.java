package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.Nonce;
import io.halite.coprocessor.owner.SaltingMetrics.Kind;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.ResponseConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * Requests of one stored row each, sent to its owner region under the client's own nonce.
 *
 * <p>Thread-safe. Every method throws what {@link OwnerFailure#forClient} makes of a refusal.
 */
public final class OwnerCalls {
  private final OwnerRegions regions;
  private final TableName table;
  private final Map<String, byte[]> attributes;

  OwnerCalls(OwnerRegions regions, TableName table, Map<String, byte[]> attributes) {
    this.regions = regions;
    this.table = table;
    this.attributes = attributes;
  }

  /** Reads one row. */
  public Result get(Get get, Budget budget) throws IOException {
    return regions.call(
        Kind.GET,
        table,
        get.getRow(),
        attributes,
        budget,
        (region, stub, controller) -> {
          GetResponse response =
              stub.get(controller, RequestConverter.buildGetRequest(region, get));
          return ProtobufUtil.toResult(response.getResult(), controller.cellScanner());
        });
  }

  /** Applies one mutation; the result is that of an increment or append. */
  public Result mutate(Mutation mutation, Nonce nonce, Budget budget) throws IOException {
    return regions.call(
        Kind.MUTATE,
        table,
        mutation.getRow(),
        attributes,
        budget,
        (region, stub, controller) -> {
          controller.setCellScanner(mutation.cellScanner());
          MutateResponse response =
              stub.mutate(controller, RowRequests.mutate(region, mutation, nonce));
          return response.hasResult()
              ? ProtobufUtil.toResult(response.getResult(), controller.cellScanner())
              : Result.EMPTY_RESULT;
        });
  }

  /** Applies all mutations of one row as one; the result is that of its increments and appends. */
  public Result mutateRow(RowMutations mutations, Nonce nonce, Budget budget) throws IOException {
    return regions.call(
        Kind.MUTATE,
        table,
        mutations.getRow(),
        attributes,
        budget,
        (region, stub, controller) -> {
          controller.setCellScanner(CellUtil.createCellScanner(mutations.getMutations()));
          RegionActionResult answer =
              onlyAnswer(stub.multi(controller, RowRequests.mutateAll(region, mutations, nonce)));
          return result(answer, controller.cellScanner());
        });
  }

  /** Compares and mutates as one. */
  public CheckAndMutateResult checkAndMutate(CheckAndMutate check, Nonce nonce, Budget budget)
      throws IOException {
    return regions.call(
        Kind.MUTATE,
        table,
        check.getRow(),
        attributes,
        budget,
        (region, stub, controller) ->
            check.getAction() instanceof RowMutations mutations
                ? checkAndMutateRow(region, stub, controller, check, mutations, nonce)
                : checkAndMutateOnce(region, stub, controller, check, nonce));
  }

  private static CheckAndMutateResult checkAndMutateOnce(
      byte[] region,
      ClientProtos.ClientService.BlockingInterface stub,
      HBaseRpcController controller,
      CheckAndMutate check,
      Nonce nonce)
      throws ServiceException, IOException {
    controller.setCellScanner(((Mutation) check.getAction()).cellScanner());
    return ResponseConverter.getCheckAndMutateResult(
        stub.mutate(controller, RowRequests.mutateIf(region, check, nonce)),
        controller.cellScanner());
  }

  private static CheckAndMutateResult checkAndMutateRow(
      byte[] region,
      ClientProtos.ClientService.BlockingInterface stub,
      HBaseRpcController controller,
      CheckAndMutate check,
      RowMutations mutations,
      Nonce nonce)
      throws ServiceException, IOException {
    controller.setCellScanner(CellUtil.createCellScanner(mutations.getMutations()));
    RegionActionResult answer =
        onlyAnswer(
            stub.multi(controller, RowRequests.mutateAllIf(region, check, mutations, nonce)));
    Result result = result(answer, controller.cellScanner());
    return new CheckAndMutateResult(answer.getProcessed(), result.isEmpty() ? null : result);
  }

  private static RegionActionResult onlyAnswer(MultiResponse response) throws IOException {
    RegionActionResult answer = response.getRegionActionResult(0);
    if (answer.hasException()) {
      throw OwnerFailure.read(answer.getException());
    }
    return answer;
  }

  private static Result result(RegionActionResult answer, CellScanner cells) throws IOException {
    return answer.getResultOrExceptionCount() > 0 && answer.getResultOrException(0).hasResult()
        ? ProtobufUtil.toResult(answer.getResultOrException(0).getResult(), cells)
        : Result.EMPTY_RESULT;
  }
}
