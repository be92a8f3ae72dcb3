package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.RequestParts.bytes;
import static io.halite.coprocessor.door.RequestParts.carried;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.host.Requests;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Get;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;

/** A multi request for guests differs from the client's in regions and in the rows of gets. */
class DoorRequestProperties {
  private static List<Optional<Target>> targets(int parts, Random random) {
    List<Optional<Target>> targets = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      Target guest = new Target(bytes("guest" + part), Optional.of(bytes("g" + part)));
      targets.add(
          switch (random.nextInt(4)) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(Target.NOWHERE);
            case 2 -> Optional.of(guest.natural());
            default -> Optional.of(guest);
          });
    }
    return targets;
  }

  /** Gives a part its old region and its old gets back, after a look at the new ones. */
  private static RegionAction undone(
      RegionAction served, RegionAction natural, Optional<Target> target) {
    assertThat(served.getRegion())
        .isEqualTo(
            target
                .map(guest -> Requests.region(guest.region().toStringUtf8()))
                .orElse(natural.getRegion()));
    RegionAction.Builder undone = served.toBuilder().setRegion(natural.getRegion());
    for (int i = 0; i < natural.getActionCount(); i++) {
      Action action = natural.getAction(i);
      if (action.hasGet()) {
        assertThat(served.getAction(i).getGet()).isEqualTo(served(action.getGet(), target));
        undone.setAction(i, served.getAction(i).toBuilder().setGet(action.getGet()));
      }
    }
    return undone.build();
  }

  private static Get served(Get natural, Optional<Target> target) {
    if (target.isEmpty()) {
      return RequestParts.unforged(natural);
    }
    return target.get().row().map(row -> carried(natural, row.toStringUtf8())).orElse(natural);
  }

  @Property
  void onlyRegionsAndRowsOfGetsChange(@ForAll long seed) {
    Random random = new Random(seed);
    MultiRequest natural = RequestParts.random(random);
    List<Optional<Target>> targets = targets(natural.getRegionActionCount(), random);
    MultiRequest served = (MultiRequest) new ManyParts(natural).with(targets);
    MultiRequest.Builder undone = served.toBuilder();
    for (int part = 0; part < targets.size(); part++) {
      undone.setRegionAction(
          part,
          undone(served.getRegionAction(part), natural.getRegionAction(part), targets.get(part)));
    }
    assertThat(undone.build()).isEqualTo(natural);
  }
}
