package io.halite.coprocessor.door;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * A get, a mutation, or the opening of a scan.
 *
 * @param message the client's message
 */
record OnePart(Message message) implements DoorRequest {
  @Override
  public int parts() {
    return 1;
  }

  @Override
  public RegionSpecifier region(int part) {
    if (message instanceof MutateRequest mutate) {
      return mutate.getRegion();
    }
    return message instanceof GetRequest get
        ? get.getRegion()
        : ((ScanRequest) message).getRegion();
  }

  @Override
  public int operations(int part) {
    return message instanceof ScanRequest ? 0 : 1;
  }

  @Override
  public List<Action> actions(int part) {
    return List.of();
  }

  @Override
  public boolean isNatural(int part) {
    if (message instanceof MutateRequest mutate) {
      return DoorRequest.isUnmarked(mutate.getMutation().getAttributeList());
    }
    return DoorRequest.isUnmarked(
        message instanceof GetRequest get
            ? get.getGet().getAttributeList()
            : ((ScanRequest) message).getScan().getAttributeList());
  }

  @Override
  public Optional<MutationProto> firstMutation(int part) {
    return message instanceof MutateRequest mutate
        ? Optional.of(mutate.getMutation())
        : Optional.empty();
  }

  @Override
  public OptionalLong readPoint() {
    return message instanceof ScanRequest scan && scan.getScan().getMvccReadPoint() > 0
        ? OptionalLong.of(scan.getScan().getMvccReadPoint())
        : OptionalLong.empty();
  }

  @Override
  public boolean hasGets() {
    return message instanceof GetRequest;
  }

  @Override
  public Message with(List<Optional<Target>> targets) {
    if (targets.get(0).isEmpty()) {
      return message;
    }
    Target target = targets.get(0).get();
    RegionSpecifier region = DoorRequest.specifier(target.region());
    if (message instanceof MutateRequest mutate) {
      return mutate.toBuilder().setRegion(region).build();
    }
    if (message instanceof ScanRequest scan) {
      return scan.toBuilder().setRegion(region).build();
    }
    GetRequest.Builder get = ((GetRequest) message).toBuilder().setRegion(region);
    target.row().ifPresent(row -> get.setGet(GuestGet.carried(get.getGet(), row)));
    return get.build();
  }
}
