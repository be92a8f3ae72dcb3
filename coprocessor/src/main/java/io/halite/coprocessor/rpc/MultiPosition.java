package io.halite.coprocessor.rpc;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;

/** How far the serving of one multi request has come: the next action that fits is looked for. */
final class MultiPosition {
  private final MultiRequest request;
  private int group;
  private int next;

  MultiPosition(MultiRequest request) {
    this.request = request;
  }

  long nonceGroup() {
    return request.getNonceGroup();
  }

  /** The next increment or append that is served alone. */
  List<MutationProto> nextNonced(byte[] region, byte[] row) {
    for (int g = group; g < request.getRegionActionCount(); g++) {
      RegionAction actions = request.getRegionAction(g);
      if (actions.hasCondition() || actions.getAtomic() || !isOf(actions, region)) {
        continue;
      }
      for (int a = g == group ? next : 0; a < actions.getActionCount(); a++) {
        Action action = actions.getAction(a);
        if (action.hasMutation()
            && isNonced(action.getMutation())
            && isOf(action.getMutation(), row)) {
          moveTo(g, a + 1);
          return List.of(action.getMutation());
        }
      }
    }
    return List.of();
  }

  /** The next get of this row and those that follow it without a break, at most {@code most}. */
  List<ClientProtos.Get> nextGets(byte[] region, byte[] row, int most) {
    for (int g = group; g < request.getRegionActionCount(); g++) {
      RegionAction actions = request.getRegionAction(g);
      for (int a = g == group ? next : 0;
          isOf(actions, region) && a < actions.getActionCount();
          a++) {
        Action action = actions.getAction(a);
        if (action.hasGet() && Arrays.equals(action.getGet().getRow().toByteArray(), row)) {
          List<ClientProtos.Get> run =
              actions.getActionList().subList(a, actions.getActionCount()).stream()
                  .takeWhile(Action::hasGet)
                  .limit(most)
                  .map(Action::getGet)
                  .toList();
          moveTo(g, a + run.size());
          return run;
        }
      }
    }
    return List.of();
  }

  /** The actions of the next conditional mutation. */
  List<MutationProto> nextConditional(byte[] region, byte[] row) {
    for (int g = group; g < request.getRegionActionCount(); g++) {
      RegionAction actions = request.getRegionAction(g);
      boolean conditional = actions.hasCondition() || request.hasCondition();
      if (conditional && isOf(actions, region) && isOf(actions.getAction(0).getMutation(), row)) {
        moveTo(g + 1, 0);
        return mutations(actions);
      }
    }
    return List.of();
  }

  /** The next atomic group of this row, unless a run of single ones comes first. */
  Optional<List<MutationProto>> nextAtomic(byte[] region, byte[] row, int count) {
    for (int g = group; g < request.getRegionActionCount(); g++) {
      RegionAction actions = request.getRegionAction(g);
      if (actions.hasCondition() || !isOf(actions, region)) {
        continue;
      }
      if (actions.getAtomic()) {
        if (actions.getActionCount() == count && isOf(actions.getAction(0).getMutation(), row)) {
          moveTo(g + 1, 0);
          return Optional.of(mutations(actions));
        }
      } else if (holdsRun(actions, g, row, count)) {
        return Optional.empty();
      }
    }
    return Optional.of(List.of());
  }

  private boolean holdsRun(RegionAction actions, int g, byte[] row, int count) {
    int run = 0;
    for (int a = g == group ? next : 0; a < actions.getActionCount(); a++) {
      Action action = actions.getAction(a);
      if (!action.hasMutation()) {
        continue;
      }
      MutationProto mutation = action.getMutation();
      run = !isNonced(mutation) && isOf(mutation, row) ? run + 1 : 0;
      if (run == count) {
        moveTo(g, a + 1);
        return true;
      }
    }
    return false;
  }

  private void moveTo(int nextGroup, int nextAction) {
    group = nextGroup;
    next = nextAction;
  }

  private static List<MutationProto> mutations(RegionAction actions) {
    return actions.getActionList().stream().map(Action::getMutation).toList();
  }

  private static boolean isNonced(MutationProto mutation) {
    return mutation.getMutateType() == MutationType.INCREMENT
        || mutation.getMutateType() == MutationType.APPEND;
  }

  private static boolean isOf(MutationProto mutation, byte[] row) {
    return mutation.hasRow() ? Arrays.equals(mutation.getRow().toByteArray(), row) : false;
  }

  private static boolean isOf(RegionAction actions, byte[] region) {
    return Arrays.equals(actions.getRegion().getValue().toByteArray(), region);
  }
}
