package io.halite.coprocessor.host;

import java.io.IOException;
import org.apache.hadoop.hbase.CellUtil;
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
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * One RPC to one region on one server: sent once, never repeated.
 *
 * <p>HBase's own client repeats after time-outs, and offers no call that it sends only once. So the
 * messages are made and read here. Every method throws what the server answered, as {@link
 * RemoteFailure#cause} reads it; a write throws {@link NoAnswerException} if no answer came. For
 * one use by one thread.
 */
public final class RegionRpc {
  private final byte[] region;
  private final ClientService.BlockingInterface stub;
  private final HBaseRpcController controller;

  RegionRpc(byte[] region, ClientService.BlockingInterface stub, HBaseRpcController controller) {
    this.region = region;
    this.stub = stub;
    this.controller = controller;
  }

  private interface Sending<T> {
    T send() throws ServiceException, IOException;
  }

  private static <T> T write(Sending<T> sending) throws IOException {
    try {
      return sending.send();
    } catch (ServiceException e) {
      throw RemoteFailure.answered(e);
    }
  }

  /** Reads one row. */
  public Result get(Get get) throws IOException {
    try {
      GetResponse response = stub.get(controller, RequestConverter.buildGetRequest(region, get));
      return ProtobufUtil.toResult(response.getResult(), controller.cellScanner());
    } catch (ServiceException e) {
      throw RemoteFailure.cause(e);
    }
  }

  /** Applies one mutation; the result is that of an increment or append. */
  public Result mutate(Mutation mutation, Nonce nonce) throws IOException {
    controller.setCellScanner(mutation.cellScanner());
    return write(
        () -> {
          MutateResponse response =
              stub.mutate(controller, RowRequests.mutate(region, mutation, nonce));
          return response.hasResult()
              ? ProtobufUtil.toResult(response.getResult(), controller.cellScanner())
              : Result.EMPTY_RESULT;
        });
  }

  /** Applies all mutations of one row as one; the result is that of its increments and appends. */
  public Result mutateRow(RowMutations mutations, Nonce nonce) throws IOException {
    return write(() -> result(multi(RowRequests.mutateAll(region, mutations, nonce), mutations)));
  }

  /** Compares and mutates as one. */
  public CheckAndMutateResult checkAndMutate(CheckAndMutate check, Nonce nonce) throws IOException {
    return write(
        () ->
            check.getAction() instanceof RowMutations mutations
                ? checkAndMutateRow(check, mutations, nonce)
                : checkAndMutateOnce(check, nonce));
  }

  private CheckAndMutateResult checkAndMutateOnce(CheckAndMutate check, Nonce nonce)
      throws ServiceException, IOException {
    controller.setCellScanner(((Mutation) check.getAction()).cellScanner());
    return ResponseConverter.getCheckAndMutateResult(
        stub.mutate(controller, RowRequests.mutateIf(region, check, nonce)),
        controller.cellScanner());
  }

  private CheckAndMutateResult checkAndMutateRow(
      CheckAndMutate check, RowMutations mutations, Nonce nonce)
      throws ServiceException, IOException {
    RegionActionResult answer =
        multi(RowRequests.mutateAllIf(region, check, mutations, nonce), mutations);
    Result result = result(answer);
    return new CheckAndMutateResult(answer.getProcessed(), result.isEmpty() ? null : result);
  }

  private RegionActionResult multi(MultiRequest request, RowMutations mutations)
      throws ServiceException, IOException {
    controller.setCellScanner(CellUtil.createCellScanner(mutations.getMutations()));
    RegionActionResult answer = stub.multi(controller, request).getRegionActionResult(0);
    if (answer.hasException()) {
      throw RemoteFailure.read(answer.getException());
    }
    return answer;
  }

  private Result result(RegionActionResult answer) throws IOException {
    return answer.getResultOrExceptionCount() > 0 && answer.getResultOrException(0).hasResult()
        ? ProtobufUtil.toResult(
            answer.getResultOrException(0).getResult(), controller.cellScanner())
        : Result.EMPTY_RESULT;
  }
}
