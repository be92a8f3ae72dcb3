package io.halite.coprocessor.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.CellScannable;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.Action;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ResultOrException;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/** One RPC with requests to several regions of one server: sent once, never repeated. */
public final class BatchRpc {
  private final List<Part> parts;
  private final MultiRequest message;

  /**
   * One put, delete or get.
   *
   * @param index its place in the whole batch, which no other request of the batch has
   */
  public record Request(Row row, int index) {}

  /** The requests to one region, in order. */
  public record Part(HRegionLocation location, List<Request> requests) {}

  /**
   * The answer of one region.
   *
   * @param refusal why the region refused all requests, if it did
   * @param each otherwise a {@code Result} or an {@code IOException} by the index of each request
   */
  public record Answer(Optional<IOException> refusal, Map<Integer, Object> each) {
    private static Answer refused(IOException refusal) {
      return new Answer(Optional.of(refusal), Map.of());
    }
  }

  /** Makes the message, and adds to {@code cells} what travels beside it. */
  BatchRpc(List<Part> parts, List<CellScannable> cells) throws IOException {
    this.parts = parts;
    MultiRequest.Builder request = MultiRequest.newBuilder();
    RegionAction.Builder regionAction = RegionAction.newBuilder();
    ClientProtos.Action.Builder action = ClientProtos.Action.newBuilder();
    MutationProto.Builder mutation = MutationProto.newBuilder();
    for (Part part : parts) {
      RequestConverter.buildNoDataRegionActions(
          part.location().getRegion().getRegionName(),
          part.requests().stream().map(each -> new Action(each.row(), each.index())).toList(),
          cells,
          request,
          regionAction,
          action,
          mutation,
          0,
          new HashMap<>());
    }
    this.message = request.build();
  }

  /**
   * Sends it and reads the answers, one for each part.
   *
   * @throws NoAnswerException if no answer came
   */
  List<Answer> send(ClientService.BlockingInterface stub, HBaseRpcController controller)
      throws IOException {
    try {
      MultiResponse response = stub.multi(controller, message);
      List<Answer> answers = new ArrayList<>(parts.size());
      for (int i = 0; i < parts.size(); i++) {
        answers.add(
            read(parts.get(i), response.getRegionActionResult(i), controller.cellScanner()));
      }
      return answers;
    } catch (ServiceException e) {
      throw RemoteFailure.answered(e);
    }
  }

  private static Answer read(Part part, RegionActionResult answer, CellScanner cells)
      throws IOException {
    if (answer.hasException()) {
      return Answer.refused(RemoteFailure.read(answer.getException()));
    }
    Map<Integer, Object> each = new HashMap<>();
    for (ResultOrException one : answer.getResultOrExceptionList()) {
      each.put(
          one.getIndex(),
          one.hasException()
              ? RemoteFailure.read(one.getException())
              : ProtobufUtil.toResult(one.getResult(), cells));
    }
    if (!part.requests().stream().allMatch(request -> each.containsKey(request.index()))) {
      return Answer.refused(new IOException("the owner region did not answer every request"));
    }
    return new Answer(Optional.empty(), each);
  }
}
