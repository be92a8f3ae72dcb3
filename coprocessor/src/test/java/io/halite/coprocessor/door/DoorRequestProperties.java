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

  /** Gives a part its old region and the rows of its gets back, after a look at the new ones. */
  private static RegionAction undone(RegionAction served, RegionAction natural, Target target) {
    assertThat(served.getRegion()).isEqualTo(Requests.region(target.region().toStringUtf8()));
    RegionAction.Builder undone = served.toBuilder().setRegion(natural.getRegion());
    for (int i = 0; i < natural.getActionCount() && target.row().isPresent(); i++) {
      Action action = natural.getAction(i);
      if (action.hasGet()) {
        assertThat(served.getAction(i).getGet())
            .isEqualTo(carried(action.getGet(), target.row().get().toStringUtf8()));
        undone.setAction(i, served.getAction(i).toBuilder().setGet(action.getGet()));
      }
    }
    return undone.build();
  }

  @Property
  void onlyRegionsAndRowsOfGetsChange(@ForAll long seed) {
    Random random = new Random(seed);
    MultiRequest natural = RequestParts.random(random);
    List<Optional<Target>> targets = targets(natural.getRegionActionCount(), random);
    MultiRequest served = (MultiRequest) new ManyParts(natural).with(targets);
    MultiRequest.Builder undone = served.toBuilder();
    for (int part = 0; part < targets.size(); part++) {
      if (targets.get(part).isPresent()) {
        undone.setRegionAction(
            part,
            undone(
                served.getRegionAction(part),
                natural.getRegionAction(part),
                targets.get(part).get()));
      }
    }
    assertThat(undone.build()).isEqualTo(natural);
  }
}
