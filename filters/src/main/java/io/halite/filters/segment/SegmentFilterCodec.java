package io.halite.filters.segment;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.halite.filters.segment.wire.SegmentFilterWire;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.jspecify.annotations.Nullable;

/**
 * A filter as protobuf and back. The bytes may come from anyone: {@link WireLimits} looks them over
 * before anything is built of them, and what is built passes the checks that the text form passes.
 */
final class SegmentFilterCodec {
  /** The format of conditions that must all hold, which older servers read. */
  static final int VERSION = 1;

  /** The format with groups; an older server refuses it. */
  static final int VERSION_WITH_GROUPS = 2;

  /** The format with segments that move, with or without groups; an older server refuses it. */
  static final int VERSION_WITH_PATHS = 3;

  /** The cure for bytes that this version does not know. */
  static final String SAME_VERSION = "; use the same version of Halite on client and servers";

  private SegmentFilterCodec() {}

  static byte[] toBytes(SegmentFilter filter) {
    Formula formula = filter.query().formula();
    List<? extends Formula> all =
        formula instanceof Group group && !group.any() ? group.parts() : List.of(formula);
    boolean grouped = all.stream().anyMatch(Group.class::isInstance);
    boolean moves = formula.conditions().anyMatch(condition -> condition.field().moves());
    int version = moves ? VERSION_WITH_PATHS : grouped ? VERSION_WITH_GROUPS : VERSION;
    SegmentFilterWire.SegmentFilter.Builder wire =
        SegmentFilterWire.SegmentFilter.newBuilder().setVersion(version);
    if (filter.always()) {
      wire.setAlwaysSeek(true);
    }
    for (Formula part : all) {
      if (part instanceof Condition condition) {
        wire.addCondition(toWire(condition));
      } else {
        wire.addGroup(toWire((Group) part));
      }
    }
    return wire.build().toByteArray();
  }

  private static SegmentFilterWire.Group toWire(Group group) {
    SegmentFilterWire.Group.Builder wire = SegmentFilterWire.Group.newBuilder();
    for (Formula part : group.parts()) {
      if (part instanceof Condition condition) {
        wire.addCondition(toWire(condition));
      } else {
        wire.addGroup(toWire((Group) part));
      }
    }
    return wire.build();
  }

  private static SegmentFilterWire.Condition toWire(Condition condition) {
    Field field = condition.field();
    SegmentFilterWire.Condition.Builder wire =
        SegmentFilterWire.Condition.newBuilder()
            .setOffset(field.offset())
            .setWidth(field.width())
            .setType(SegmentFilterWire.Type.valueOf(field.type().name()))
            .setNegated(condition.negated());
    if (!field.name().isEmpty()) {
      wire.setName(field.name());
    }
    PathCodec.write(field, wire);
    ByteString.Output values = ByteString.newOutput();
    for (Span span : condition.spans()) {
      if (span.kind() == Span.Kind.VALUE) {
        PathCodec.writeValue(field, span.bytes(), values);
      } else {
        wire.addRange(toWire(span));
      }
    }
    return values.size() == 0 ? wire.build() : wire.setValues(values.toByteString()).build();
  }

  private static SegmentFilterWire.Range toWire(Span span) {
    SegmentFilterWire.Range.Builder wire = SegmentFilterWire.Range.newBuilder();
    if (span.kind() == Span.Kind.PREFIX) {
      return wire.setPrefix(ByteString.copyFrom(span.bytes())).build();
    }
    if (span.low() != null) {
      wire.setLow(ByteString.copyFrom(span.low())).setLowExclusive(span.lowExclusive());
    }
    if (span.high() != null) {
      wire.setHigh(ByteString.copyFrom(span.high())).setHighExclusive(span.highExclusive());
    }
    return wire.build();
  }

  static SegmentFilter fromBytes(byte[] bytes) throws DeserializationException {
    WireLimits.check(bytes);
    try {
      SegmentFilterWire.SegmentFilter wire = SegmentFilterWire.SegmentFilter.parseFrom(bytes);
      checkVersion(wire.getVersion(), wire.getGroupCount() > 0);
      QueryLimits.checkValues(valueCount(wire.getConditionList(), wire.getGroupList()));
      List<Formula> all = parts(wire.getConditionList(), wire.getGroupList(), true);
      checkPaths(wire.getVersion(), all);
      return SegmentFilterClass.of(SegmentQuery.of(all), wire.getAlwaysSeek());
    } catch (InvalidProtocolBufferException unknown) {
      throw unreadable(bytes.length, unknown.getMessage() + SAME_VERSION, unknown);
    } catch (IllegalArgumentException wrong) {
      throw unreadable(bytes.length, wrong.getMessage(), wrong);
    }
  }

  private static void checkVersion(int version, boolean grouped) throws DeserializationException {
    if (version < VERSION || version > VERSION_WITH_PATHS) {
      throw new DeserializationException(
          "segment filter of format version %s: this server reads versions %d to %d%s"
              .formatted(
                  Integer.toUnsignedString(version), VERSION, VERSION_WITH_PATHS, SAME_VERSION));
    }
    if (version != VERSION_WITH_PATHS && grouped != (version == VERSION_WITH_GROUPS)) {
      throw new DeserializationException(
          "segment filter of format version %d %s groups: version %d has none, %d has some%s"
              .formatted(
                  version,
                  grouped ? "holds" : "lacks",
                  VERSION,
                  VERSION_WITH_GROUPS,
                  SAME_VERSION));
    }
  }

  private static void checkPaths(int version, List<Formula> all) throws DeserializationException {
    boolean moves =
        all.stream().flatMap(Formula::conditions).anyMatch(part -> part.field().moves());
    if (moves != (version == VERSION_WITH_PATHS)) {
      throw new DeserializationException(
          ("segment filter of format version %d %s segments behind delimiters: only version %d has"
                  + " some%s")
              .formatted(version, moves ? "holds" : "lacks", VERSION_WITH_PATHS, SAME_VERSION));
    }
  }

  /** How many values and ranges there are, before anything is made of them. */
  private static long valueCount(
      List<SegmentFilterWire.Condition> conditions, List<SegmentFilterWire.Group> groups) {
    long count = 0;
    for (SegmentFilterWire.Condition condition : conditions) {
      count += PathCodec.valueCount(condition) + condition.getRangeCount();
    }
    for (SegmentFilterWire.Group group : groups) {
      count += valueCount(group.getConditionList(), group.getGroupList());
    }
    return count;
  }

  private static List<Formula> parts(
      List<SegmentFilterWire.Condition> conditions,
      List<SegmentFilterWire.Group> groups,
      boolean any) {
    List<Formula> parts = new ArrayList<>();
    for (SegmentFilterWire.Condition condition : conditions) {
      parts.add(fromWire(condition));
    }
    for (SegmentFilterWire.Group group : groups) {
      List<Formula> inside = parts(group.getConditionList(), group.getGroupList(), !any);
      if (inside.isEmpty()) {
        throw new IllegalArgumentException("a group holds no condition" + SAME_VERSION);
      }
      parts.add(Group.of(any, inside));
    }
    return parts;
  }

  static DeserializationException unreadable(int bytes, @Nullable String why, Exception cause) {
    return new DeserializationException(
        "segment filter cannot be read from %d bytes: %s".formatted(bytes, why), cause);
  }

  private static Condition fromWire(SegmentFilterWire.Condition wire) {
    Field field = PathCodec.field(wire);
    List<Span> spans =
        field.extent().isFixed() ? values(field, wire) : PathCodec.values(wire.getValues());
    for (SegmentFilterWire.Range range : wire.getRangeList()) {
      spans.add(fromWire(range));
    }
    return new Condition(field, wire.getNegated(), spans);
  }

  private static List<Span> values(Field field, SegmentFilterWire.Condition wire) {
    if (wire.getValues().size() % field.width() != 0) {
      throw new IllegalArgumentException(
          "values of segment '%s' take %d bytes, which is not a multiple of the width %d%s"
              .formatted(field, wire.getValues().size(), field.width(), SAME_VERSION));
    }
    int count = wire.getValues().size() / field.width() + wire.getRangeCount();
    if (count > Condition.MAX_SPANS) {
      throw new IllegalArgumentException(
          "segment '%2$s' has %1$d values or ranges: at most %3$d are allowed, split the query"
              .formatted(count, field, Condition.MAX_SPANS));
    }
    List<Span> spans = new ArrayList<>(count);
    for (int at = 0; at < wire.getValues().size(); at += field.width()) {
      byte[] value = new byte[field.width()];
      wire.getValues().copyTo(value, at, 0, field.width());
      spans.add(Span.value(value));
    }
    return spans;
  }

  private static Span fromWire(SegmentFilterWire.Range wire) {
    boolean bounds =
        wire.hasLow() || wire.hasHigh() || wire.hasLowExclusive() || wire.hasHighExclusive();
    if (wire.hasPrefix()) {
      if (bounds) {
        throw new IllegalArgumentException(
            "a range has both a prefix and bounds, but may have either" + SAME_VERSION);
      }
      return Span.prefix(wire.getPrefix().toByteArray());
    }
    return Span.range(
        wire.hasLow() ? wire.getLow().toByteArray() : null,
        wire.getLowExclusive(),
        wire.hasHigh() ? wire.getHigh().toByteArray() : null,
        wire.getHighExclusive());
  }
}
