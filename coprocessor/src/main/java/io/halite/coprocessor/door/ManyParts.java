package io.halite.coprocessor.door;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
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
      request.setRegionAction(
          part, targets.get(part).map(target -> at(target, actions)).orElseGet(() -> own(actions)));
    }
    return request.build();
  }

  /** A part that keeps its region, without the attributes that only a door may add. */
  private static RegionAction own(RegionAction actions) {
    if (actions.getActionList().stream().noneMatch(action -> GuestGet.isForged(action.getGet()))) {
      return actions;
    }
    RegionAction.Builder own = actions.toBuilder();
    for (int i = 0; i < actions.getActionCount(); i++) {
      Action action = actions.getAction(i);
      if (GuestGet.isForged(action.getGet())) {
        own.setAction(i, action.toBuilder().setGet(GuestGet.unforged(action.getGet())));
      }
    }
    return own.build();
  }

  private static RegionAction at(Target target, RegionAction actions) {
    RegionAction.Builder moved =
        actions.toBuilder().setRegion(DoorRequest.specifier(target.region()));
    if (target.row().isPresent() && hasGets(actions)) {
      for (int i = 0; i < actions.getActionCount(); i++) {
        Action action = actions.getAction(i);
        if (action.hasGet()) {
          moved.setAction(
              i, action.toBuilder().setGet(GuestGet.carried(action.getGet(), target.row())));
        }
      }
    }
    return moved.build();
  }
}
