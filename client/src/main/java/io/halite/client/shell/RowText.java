package io.halite.client.shell;

import io.halite.keys.KeyLayout;
import io.halite.keys.Segment;
import io.halite.keys.SegmentType;
import io.halite.keys.Slice;
import io.halite.keys.TimeText;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Natural keys as people read them, segment by segment: {@code ORD 2001-01-31T23:59:00Z LAX}.
 *
 * <p>Text is printed as HBase's shell prints bytes, without the bytes that pad a fixed segment;
 * numbers and times are printed as such. {@code 77 65 62 37 00 00} of {@code host:6} prints {@code
 * web7}. Immutable.
 */
record RowText(KeyLayout layout) {
  /** The names of the segments, {@code origin departed destination}. */
  String names() {
    return names(layout.segments().size());
  }

  /** The names of the first segments; {@code (all keys)} for none. */
  String names(int segments) {
    List<String> names =
        layout.segments().subList(0, segments).stream().map(Segment::name).toList();
    return names.isEmpty() ? "(all keys)" : String.join(" ", names);
  }

  /** The segments that these bytes hold whole, and the bytes left after them. */
  String print(byte[] natural) {
    StringJoiner text = new StringJoiner(" ");
    int end = 0;
    for (Segment segment : layout.segments()) {
      Optional<Slice> slice = layout.slice(segment.name(), natural);
      if (slice.isEmpty()) {
        break;
      }
      int offset = slice.get().offset();
      int length = slice.get().length();
      text.add(print(segment, natural, offset, length));
      end = offset + length + (segment.kind() == Segment.Kind.DELIMITED ? 1 : 0);
    }
    if (end < natural.length) {
      text.add(Bytes.toStringBinary(natural, end, natural.length - end));
    }
    return text.toString();
  }

  /** A cell as HBase's shell prints it, with its timestamp as a time. */
  static String print(Cell cell) {
    return "column=%s:%s, timestamp=%s, value=%s"
        .formatted(
            Bytes.toStringBinary(CellUtil.cloneFamily(cell)),
            Bytes.toStringBinary(CellUtil.cloneQualifier(cell)),
            TimeText.print(cell.getTimestamp()),
            Bytes.toStringBinary(CellUtil.cloneValue(cell)));
  }

  private static String print(Segment segment, byte[] bytes, int offset, int length) {
    SegmentType type = segment.type();
    if (type.isCharacters()) {
      int shown = segment.unpaddedLength(bytes, offset, length);
      // Of nothing but padding all is shown, so that no column of the listing is empty.
      return Bytes.toStringBinary(bytes, offset, shown == 0 ? length : shown);
    }
    return type.print(bytes, offset, length)
        .orElseGet(() -> Long.toString(type.number(bytes, offset, length)));
  }
}
