package io.halite.coprocessor.door;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Get;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * Several gets and mutations, in one part for each region.
 *
 * @param multi the client's message
 */
record ManyParts(MultiRequest multi) implements DoorRequest {
  @Override
  public int parts() {
    return multi.getRegionActionCount();
  }

  @Override
  public RegionSpecifier region(int part) {
    return multi.getRegionAction(part).getRegion();
  }

  @Override
  public int operations(int part) {
    return multi.getRegionAction(part).getActionCount();
  }

  @Override
  public List<Action> actions(int part) {
    RegionAction actions = multi.getRegionAction(part);
    return actions.getAtomic() || actions.hasCondition() || multi.hasCondition()
        ? List.of()
        : actions.getActionList();
  }

  @Override
  public boolean isNatural(int part) {
    for (Action action : multi.getRegionAction(part).getActionList()) {
      if (action.hasServiceCall()
          || !DoorRequest.isUnmarked(action.getMutation().getAttributeList())
          || !DoorRequest.isUnmarked(action.getGet().getAttributeList())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Optional<MutationProto> firstMutation(int part) {
    for (Action action : multi.getRegionAction(part).getActionList()) {
      if (action.hasMutation()) {
        return Optional.of(action.getMutation());
      }
    }
    return Optional.empty();
  }

  @Override
  public OptionalLong readPoint() {
    return OptionalLong.empty();
  }

  @Override
  public boolean hasGets() {
    return multi.getRegionActionList().stream().anyMatch(ManyParts::hasGets);
  }

  private static boolean hasGets(RegionAction actions) {
    return actions.getActionList().stream().anyMatch(Action::hasGet);
  }

  @Override
  public Message with(List<Optional<Target>> targets) {
    MultiRequest.Builder request = multi.toBuilder();
    for (int part = 0; part < targets.size(); part++) {
      RegionAction actions = multi.getRegionAction(part);
      Optional<Target> target = targets.get(part);
      if (target.isEmpty()) {
        // A guest in another part makes hooks read the attribute in this part, too.
        request.setRegionAction(part, withGets(actions, GuestGet::unforged));
      } else {
        RegionAction moved =
            actions.toBuilder().setRegion(DoorRequest.specifier(target.get().region())).build();
        Function<ByteString, RegionAction> carried =
            row -> withGets(moved, get -> GuestGet.carried(get, row));
        request.setRegionAction(part, target.get().row().map(carried).orElse(moved));
      }
    }
    return request.build();
  }

  private static RegionAction withGets(RegionAction actions, UnaryOperator<Get> change) {
    if (!hasGets(actions)) {
      return actions;
    }
    RegionAction.Builder changed = actions.toBuilder();
    for (int i = 0; i < actions.getActionCount(); i++) {
      Action action = actions.getAction(i);
      if (action.hasGet()) {
        changed.setAction(i, action.toBuilder().setGet(change.apply(action.getGet())));
      }
    }
    return changed.build();
  }
}
