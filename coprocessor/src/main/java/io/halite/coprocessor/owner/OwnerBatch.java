package io.halite.coprocessor.owner;

import io.halite.coprocessor.owner.SaltingMetrics.Failure;
import io.halite.coprocessor.owner.SaltingMetrics.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.hadoop.hbase.CellScannable;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Action;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ResultOrException;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * Sends puts, deletes and gets of many stored rows: one RPC for each owner server, all at once.
 *
 * <p>Requests for one row keep their order. Each fails by itself. Those that provably did not run
 * are sent again within the budget, to wherever their region is then.
 */
public final class OwnerBatch {
  private final OwnerRegions regions;
  private final TableName table;
  private final Map<String, byte[]> attributes;
  private final Executor executor;

  OwnerBatch(
      OwnerRegions regions, TableName table, Map<String, byte[]> attributes, Executor executor) {
    this.regions = regions;
    this.table = table;
    this.attributes = attributes;
    this.executor = executor;
  }

  /**
   * Sends the requests.
   *
   * @return for each, in order, a {@code Result}, or the {@code IOException} with which it failed
   */
  public Object[] send(List<? extends Row> requests, Budget budget) throws IOException {
    long start = System.nanoTime();
    try {
      return repeat(requests, budget);
    } finally {
      regions.metrics().ended(Kind.BATCH, System.nanoTime() - start);
    }
  }

  private Object[] repeat(List<? extends Row> requests, Budget budget) throws IOException {
    Object[] answers = new Object[requests.size()];
    List<Action> open = new ArrayList<>(requests.size());
    for (int i = 0; i < requests.size(); i++) {
      open.add(new Action(requests.get(i), i));
    }
    for (int attempt = 0; !open.isEmpty(); attempt++) {
      attempt(open, answers, budget);
      List<Action> again = new ArrayList<>();
      for (Action action : open) {
        if (answers[action.getOriginalIndex()] instanceof Refusal refusal) {
          if (OwnerFailure.nothingRan(refusal.cause())) {
            again.add(action);
          } else {
            answers[action.getOriginalIndex()] = OwnerFailure.forClient(refusal.cause());
            regions.metrics().failed(OwnerFailure.kind(refusal.cause()), 1);
          }
        }
      }
      open = again;
      if (!open.isEmpty()) {
        if (budget.pause(attempt)) {
          regions.metrics().retried(open.size());
        } else {
          open.forEach(action -> postpone(action, answers));
          regions.metrics().failed(Failure.POSTPONED, open.size());
          open = List.of();
        }
      }
    }
    return answers;
  }

  private void postpone(Action action, Object[] answers) {
    Refusal refusal = (Refusal) answers[action.getOriginalIndex()];
    answers[action.getOriginalIndex()] =
        regions.absences().refusal(refusal.location(), refusal.cause());
  }

  /** What an owner answered, where it was looked for; null if not even that is known. */
  private record Refusal(HRegionLocation location, IOException cause) {}

  private record Group(HRegionLocation location, List<Action> actions) {}

  private void attempt(List<Action> actions, Object[] answers, Budget budget) {
    List<List<Group>> servers = group(actions, answers);
    List<CompletableFuture<Void>> others = new ArrayList<>();
    for (int i = 1; i < servers.size(); i++) {
      List<Group> groups = servers.get(i);
      others.add(CompletableFuture.runAsync(() -> sendToServer(groups, answers, budget), executor));
    }
    if (!servers.isEmpty()) {
      sendToServer(servers.get(0), answers, budget);
    }
    others.forEach(CompletableFuture::join);
  }

  private List<List<Group>> group(List<Action> actions, Object[] answers) {
    Map<ServerName, Map<RegionInfo, Group>> servers = new LinkedHashMap<>();
    for (Action action : actions) {
      try {
        HRegionLocation location = regions.locate(table, action.getAction().getRow());
        servers
            .computeIfAbsent(location.getServerName(), server -> new LinkedHashMap<>())
            .computeIfAbsent(location.getRegion(), region -> new Group(location, new ArrayList<>()))
            .actions()
            .add(action);
      } catch (IOException e) {
        answers[action.getOriginalIndex()] = new Refusal(null, OwnerFailure.cause(e));
      }
    }
    return servers.values().stream().<List<Group>>map(g -> new ArrayList<>(g.values())).toList();
  }

  private void sendToServer(List<Group> groups, Object[] answers, Budget budget) {
    try {
      groups.forEach(group -> regions.sent(group.location(), group.actions().size()));
      List<CellScannable> cells = new ArrayList<>();
      MultiRequest request = request(groups, cells);
      HBaseRpcController controller = regions.controller(cells, attributes, budget);
      ClientProtos.MultiResponse response =
          regions.stub(groups.get(0).location()).multi(controller, request);
      for (int i = 0; i < groups.size(); i++) {
        settle(groups.get(i), response.getRegionActionResult(i), controller.cellScanner(), answers);
      }
    } catch (ServiceException | IOException | RuntimeException e) {
      IOException answer = OwnerFailure.cause(e);
      for (Group group : groups) {
        group.actions().forEach(action -> refuse(group, action, answer, answers));
      }
    }
  }

  private void settle(Group group, RegionActionResult answer, CellScanner cells, Object[] answers)
      throws IOException {
    IOException refusal = null;
    if (answer.hasException()) {
      refusal = OwnerFailure.read(answer.getException());
    } else if (answer.getResultOrExceptionCount() != group.actions().size()) {
      refusal = new IOException("the owner region did not answer every request");
    }
    if (refusal != null) {
      for (Action action : group.actions()) {
        refuse(group, action, refusal, answers);
      }
      return;
    }
    regions.absences().answered(group.location());
    Map<Integer, Action> actions = new HashMap<>();
    group.actions().forEach(action -> actions.put(action.getOriginalIndex(), action));
    for (ResultOrException each : answer.getResultOrExceptionList()) {
      if (each.hasException()) {
        Action refused = actions.get(each.getIndex());
        refuse(group, refused, OwnerFailure.read(each.getException()), answers);
      } else {
        answers[each.getIndex()] = ProtobufUtil.toResult(each.getResult(), cells);
      }
    }
  }

  private void refuse(Group group, Action action, IOException refusal, Object[] answers) {
    regions.forget(table, group.location(), action.getAction().getRow(), refusal);
    answers[action.getOriginalIndex()] = new Refusal(group.location(), refusal);
  }

  private static MultiRequest request(List<Group> groups, List<CellScannable> cells)
      throws IOException {
    MultiRequest.Builder request = MultiRequest.newBuilder();
    RegionAction.Builder regionAction = RegionAction.newBuilder();
    ClientProtos.Action.Builder action = ClientProtos.Action.newBuilder();
    MutationProto.Builder mutation = MutationProto.newBuilder();
    for (Group group : groups) {
      RequestConverter.buildNoDataRegionActions(
          group.location().getRegion().getRegionName(),
          group.actions(),
          cells,
          request,
          regionAction,
          action,
          mutation,
          0,
          new HashMap<>());
    }
    return request.build();
  }
}
