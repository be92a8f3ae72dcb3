package io.halite.filters.segment;

import com.google.protobuf.ByteString;
import io.halite.filters.segment.wire.SegmentFilterWire;
import io.halite.keys.SegmentType;
import java.util.ArrayList;
import java.util.List;

/** Segments that move, and values of no fixed width, in the wire format. Stateless. */
final class PathCodec {
  /** How many bytes hold the length of a value. */
  private static final int LENGTH = 2;

  private PathCodec() {}

  /** Writes what a segment of fixed offset and width does not have. */
  static void write(Field field, SegmentFilterWire.Condition.Builder wire) {
    for (Step step : field.steps()) {
      wire.addStep(
          SegmentFilterWire.Step.newBuilder()
              .setOffset(step.offset())
              .setDelimiter(step.delimiter() & 0xFF));
    }
    if (field.extent().isDelimited()) {
      wire.setDelimiter(field.extent().delimiter() & 0xFF);
    } else if (!field.extent().isFixed()) {
      wire.setRest(true);
    }
  }

  static void writeValue(Field field, byte[] value, ByteString.Output values) {
    if (!field.extent().isFixed()) {
      values.write(value.length >> Byte.SIZE);
      values.write(value.length);
    }
    values.write(value, 0, value.length);
  }

  static Field field(SegmentFilterWire.Condition wire) {
    SegmentType type = SegmentType.valueOf(wire.getType().name());
    List<Step> steps = new ArrayList<>();
    for (SegmentFilterWire.Step step : wire.getStepList()) {
      steps.add(new Step(step.getOffset(), delimiter(step.getDelimiter())));
    }
    return new Field(wire.getName(), steps, wire.getOffset(), extent(wire), type);
  }

  private static Extent extent(SegmentFilterWire.Condition wire) {
    boolean delimited = wire.hasDelimiter();
    if ((delimited && wire.getRest()) || ((delimited || wire.getRest()) && wire.getWidth() != 0)) {
      throw new IllegalArgumentException(
          "a segment has two of a width, a delimiter and the rest of the key"
              + SegmentFilterCodec.SAME_VERSION);
    }
    if (delimited) {
      return Extent.delimited(delimiter(wire.getDelimiter()));
    }
    return wire.getRest() ? Extent.rest() : Extent.fixed(wire.getWidth());
  }

  private static byte delimiter(int number) {
    if (number < 0 || number > 0xFF) {
      throw new IllegalArgumentException(
          "a delimiter is the number %s, but must be one byte%s"
              .formatted(Integer.toUnsignedString(number), SegmentFilterCodec.SAME_VERSION));
    }
    return (byte) number;
  }

  /** How many values a condition has; damaged ones are found when they are read. */
  static long valueCount(SegmentFilterWire.Condition wire) {
    ByteString values = wire.getValues();
    if (wire.getWidth() > 0) {
      return values.size() / wire.getWidth();
    }
    long count = 0;
    for (int at = 0; at < values.size() - 1; at += LENGTH + length(values, at)) {
      count++;
    }
    return count;
  }

  private static int length(ByteString values, int at) {
    return (values.byteAt(at) & 0xFF) << Byte.SIZE | values.byteAt(at + 1) & 0xFF;
  }

  /** The values of a segment without a fixed width. */
  static List<Span> values(ByteString wire) {
    List<Span> spans = new ArrayList<>();
    int at = 0;
    while (at < wire.size()) {
      int left = wire.size() - at - LENGTH;
      int length = left < 0 ? 0 : length(wire, at);
      if (left < length) {
        throw new IllegalArgumentException(
            "the last value of a segment is shorter than its length says"
                + SegmentFilterCodec.SAME_VERSION);
      }
      byte[] value = new byte[length];
      wire.copyTo(value, at + LENGTH, 0, length);
      spans.add(Span.value(value));
      at += LENGTH + length;
      if (spans.size() > Condition.MAX_SPANS) {
        throw new IllegalArgumentException(
            "a segment has more than %d values or ranges: at most %d are allowed, split the query"
                .formatted(Condition.MAX_SPANS, Condition.MAX_SPANS));
      }
    }
    return spans;
  }
}
