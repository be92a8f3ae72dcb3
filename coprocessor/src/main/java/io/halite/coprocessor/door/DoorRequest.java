package io.halite.coprocessor.door;

import io.halite.routing.table.Mark;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * A request of a kind that a door may redirect or serve: a get, a mutation, the opening of a scan,
 * or several gets and mutations. Each part of it names one region.
 */
sealed interface DoorRequest permits OnePart, ManyParts {
  /** Reads a request; empty if doors leave its kind to HBase. */
  static Optional<DoorRequest> of(Message message) {
    if (message instanceof MultiRequest multi) {
      return Optional.of(new ManyParts(multi));
    }
    boolean one =
        message instanceof MutateRequest
            || message instanceof GetRequest
            || (message instanceof ScanRequest scan && scan.hasScan() && !scan.hasScannerId());
    return one ? Optional.of(new OnePart(message)) : Optional.empty();
  }

  /** The number of parts. */
  int parts();

  /** The region that a part names. */
  RegionSpecifier region(int part);

  /**
   * The number of gets and mutations in a part. Scans do not count: a gateway makes one for each
   * bucket, so those that owners receive would not compare with those that gateways receive.
   */
  int operations(int part);

  /**
   * The actions of a part that fail one by one; none of a part that is applied as a whole, or not
   * at all.
   */
  List<Action> actions(int part);

  /**
   * Whether a door may take the part: it holds no marked operation, whose row is a stored key, and
   * no call of an endpoint, which reads the rows of its region.
   */
  boolean isNatural(int part);

  /** The first mutation of a part; empty if it has none. */
  Optional<MutationProto> firstMutation(int part);

  /**
   * The read point of the scan that it opens, if it has one: the scan goes on with another one, or
   * its client has not cleared the read point of an earlier one.
   */
  OptionalLong readPoint();

  /** Whether a part reads rows by gets. */
  boolean hasGets();

  /**
   * The same request with other regions. Of gets that keep their region, it takes off the attribute
   * of {@link GuestGet}.
   *
   * @param targets where each part goes; empty for a part that keeps its region
   */
  Message with(List<Optional<Target>> targets);

  /** Whether none of the attributes is a mark. */
  static boolean isUnmarked(List<NameBytesPair> attributes) {
    for (NameBytesPair attribute : attributes) {
      if (attribute.getName().equals(Mark.ATTRIBUTE)) {
        return false;
      }
    }
    return true;
  }

  /** A region by its name. */
  static RegionSpecifier specifier(ByteString name) {
    return RegionSpecifier.newBuilder()
        .setType(RegionSpecifierType.REGION_NAME)
        .setValue(name)
        .build();
  }
}
