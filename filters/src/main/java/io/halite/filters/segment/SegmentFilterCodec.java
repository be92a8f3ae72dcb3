package io.halite.filters.segment;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.halite.filters.segment.wire.SegmentFilterWire;
import io.halite.keys.SegmentType;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.jspecify.annotations.Nullable;

/**
 * A filter as protobuf and back. The bytes may come from anyone: {@link WireLimits} looks them over
 * before anything is built of them, and what is built passes the checks that the text form passes.
 */
final class SegmentFilterCodec {
  static final int VERSION = 1;

  /** The cure for bytes that this version does not know. */
  static final String SAME_VERSION = "; use the same version of Halite on client and servers";

  private SegmentFilterCodec() {}

  static byte[] toBytes(SegmentFilter filter) {
    SegmentFilterWire.SegmentFilter.Builder wire =
        SegmentFilterWire.SegmentFilter.newBuilder().setVersion(VERSION);
    if (filter.always()) {
      wire.setAlwaysSeek(true);
    }
    for (Condition condition : filter.query().conditions()) {
      wire.addCondition(toWire(condition));
    }
    return wire.build().toByteArray();
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
    ByteString.Output values = ByteString.newOutput();
    for (Span span : condition.spans()) {
      if (span.kind() == Span.Kind.VALUE) {
        values.write(span.bytes(), 0, span.bytes().length);
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
      if (wire.getVersion() != VERSION) {
        throw new DeserializationException(
            "segment filter of format version %s: this server reads version %d%s"
                .formatted(Integer.toUnsignedString(wire.getVersion()), VERSION, SAME_VERSION));
      }
      List<Condition> conditions = new ArrayList<>();
      for (SegmentFilterWire.Condition condition : wire.getConditionList()) {
        conditions.add(fromWire(condition));
      }
      return SegmentFilterClass.of(new SegmentQuery(conditions), wire.getAlwaysSeek());
    } catch (InvalidProtocolBufferException unknown) {
      throw unreadable(bytes.length, unknown.getMessage() + SAME_VERSION, unknown);
    } catch (IllegalArgumentException wrong) {
      throw unreadable(bytes.length, wrong.getMessage(), wrong);
    }
  }

  static DeserializationException unreadable(int bytes, @Nullable String why, Exception cause) {
    return new DeserializationException(
        "segment filter cannot be read from %d bytes: %s".formatted(bytes, why), cause);
  }

  private static Condition fromWire(SegmentFilterWire.Condition wire) {
    SegmentType type = SegmentType.valueOf(wire.getType().name());
    Field field = new Field(wire.getName(), wire.getOffset(), wire.getWidth(), type);
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
    for (SegmentFilterWire.Range range : wire.getRangeList()) {
      spans.add(fromWire(range));
    }
    return new Condition(field, wire.getNegated(), spans);
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
