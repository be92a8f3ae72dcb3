package io.halite.filters.segment;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import org.apache.hadoop.hbase.exceptions.DeserializationException;

/**
 * Reads the bytes of a filter without building objects, and refuses filters that would take too
 * much memory: protobuf makes objects of about a hundred bytes out of two bytes.
 */
final class WireLimits {
  static final int MAX_BYTES = 4 << 20;
  private static final int MAX_FIELDS = 100_000;

  private static final int[] FILTER = {
    0, WireFormat.WIRETYPE_VARINT, 2, WireFormat.WIRETYPE_VARINT, 2
  };
  private static final int[] GROUP = {0, 2, 2};
  private static final int[] CONDITION = {0, 2, 0, 0, 0, 0, 2, 2, 2, 0, 0};
  private static final int[] STEP = {0, 0, 0};
  private static final int[] RANGE = {0, 2, 2, 0, 2, 0};
  private static final int CONDITION_FIELD = 2;
  private static final int GROUP_FIELD = 4;
  private static final int CONDITION_OF_GROUP = 1;
  private static final int GROUP_OF_GROUP = 2;
  private static final int RANGE_FIELD = 7;
  private static final int STEP_FIELD = 8;

  private int conditions;
  private int conditionsOfGroups;
  private int groups;
  private int depth;
  private int ranges;
  private int steps;
  private int others;

  private final int size;

  private WireLimits(int size) {
    this.size = size;
  }

  static void check(byte[] bytes) throws DeserializationException {
    if (bytes.length > MAX_BYTES) {
      throw new DeserializationException(
          "segment filter of %d bytes: at most %d are read; give fewer values"
              .formatted(bytes.length, MAX_BYTES));
    }
    try {
      new WireLimits(bytes.length).walk(CodedInputStream.newInstance(bytes), FILTER);
    } catch (IOException broken) {
      throw SegmentFilterCodec.unreadable(
          bytes.length, broken.getMessage() + SegmentFilterCodec.SAME_VERSION, broken);
    }
  }

  private void walk(CodedInputStream in, int[] wireTypes)
      throws IOException, DeserializationException {
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      int field = WireFormat.getTagFieldNumber(tag);
      int type = tag & 7;
      if (field >= wireTypes.length || wireTypes[field] != type) {
        throw unknown(field, type, in.getTotalBytesRead());
      }
      if (wireTypes == FILTER && field == CONDITION_FIELD) {
        count(++conditions, QueryLimits.MAX_CONDITIONS, "conditions");
        nested(in, CONDITION);
      } else if (wireTypes == GROUP && field == CONDITION_OF_GROUP) {
        count(++conditionsOfGroups, QueryLimits.MAX_CONDITIONS_OF_GROUPS, "conditions in groups");
        nested(in, CONDITION);
      } else if ((wireTypes == FILTER && field == GROUP_FIELD)
          || (wireTypes == GROUP && field == GROUP_OF_GROUP)) {
        count(++groups, QueryLimits.MAX_CONDITIONS_OF_GROUPS, "groups");
        count(++depth, QueryLimits.MAX_DEPTH, "groups within each other");
        nested(in, GROUP);
        depth--;
      } else if (wireTypes == CONDITION && field == RANGE_FIELD) {
        count(++ranges, QueryLimits.MAX_RANGES, "ranges");
        nested(in, RANGE);
      } else if (wireTypes == CONDITION && field == STEP_FIELD) {
        count(++steps, QueryLimits.MAX_STEPS, "delimiters before segments");
        nested(in, STEP);
      } else {
        // A field that may come once can be repeated on the wire, and costs work each time.
        count(++others, MAX_FIELDS, "fields");
        if (type == WireFormat.WIRETYPE_VARINT) {
          in.skipField(tag);
        } else {
          in.skipRawBytes(length(in));
        }
      }
    }
  }

  private static DeserializationException unknown(int field, int type, int at) {
    return new DeserializationException(
        ("segment filter holds field %d of wire type %d at byte %d, which format version %d"
                + " does not have%s")
            .formatted(
                field,
                type,
                at,
                SegmentFilterCodec.VERSION_WITH_PATHS,
                SegmentFilterCodec.SAME_VERSION));
  }

  private void nested(CodedInputStream in, int[] wireTypes)
      throws IOException, DeserializationException {
    int outer = in.pushLimit(length(in));
    walk(in, wireTypes);
    in.checkLastTagWas(0);
    in.popLimit(outer);
  }

  /** Protobuf 2.5 adds a length to its position before it looks at it, and may overflow. */
  private int length(CodedInputStream in) throws IOException {
    int length = in.readRawVarint32();
    if (length < 0 || length > size - in.getTotalBytesRead()) {
      throw new IOException("a field is longer than the rest of the bytes");
    }
    return length;
  }

  private static void count(int count, int most, String what) throws DeserializationException {
    if (count > most) {
      throw new DeserializationException(
          "segment filter has more than %d %s: give at most %d".formatted(most, what, most));
    }
  }
}
