package io.halite.keys;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * One index of a table: it finds rows by values other than the beginning of their keys.
 *
 * <pre>
 * key=shop:4 order:6:digits,salt=hash(shop) % 16,index=byOrder(order) byBuyer(f:buyer)
 *
 * natural key                  index     entry
 * SHOP000042                   byOrder   30 30 30 30 34 32·53 48 4F 50 30 30 30 30 34 32
 *   with f:buyer = ann         byBuyer   61 6E 6E·53 48 4F 50 30 30 30 30 34 32
 * </pre>
 *
 * <p>An entry holds its values, then the whole natural key; here a dot marks the end of the values.
 * Values are segments of the key, then at most one column. Only the last value may have a variable
 * width: where it ends is stored with the entry (see {@link IndexEntry}). With a salt of its own,
 * {@code byOrder(order) % 16}, entries lie in as many buckets, by the hash of their first value.
 * Immutable and thread-safe.
 */
public final class RowIndex {
  private final String name;
  private final KeyLayout layout;
  private final List<Segment> segments;
  private final Optional<Column> column;
  private final EntrySalt salt;

  /**
   * A column of the rows.
   *
   * @param family the column family's name
   * @param qualifier the rest of the column's name
   */
  public record Column(String family, String qualifier) {
    /** Returns the family in UTF-8. */
    public byte[] familyBytes() {
      return family.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the qualifier in UTF-8. */
    public byte[] qualifierBytes() {
      return qualifier.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
      return family + ":" + qualifier;
    }
  }

  /** An index over segments of the layout, and the column after them, if there is one. */
  RowIndex(
      String name,
      KeyLayout layout,
      List<Segment> segments,
      Optional<Column> column,
      EntrySalt salt) {
    this.name = name;
    this.layout = layout;
    this.segments = List.copyOf(segments);
    this.column = column;
    this.salt = salt;
  }

  /** Returns the name of the index, {@code byOrder}. */
  public String name() {
    return name;
  }

  /** Returns the column of the index, if it has one. */
  public Optional<Column> column() {
    return column;
  }

  /** Returns how many buckets the index has; 1 if it has no salt. */
  public int buckets() {
    return salt.buckets();
  }

  /** Returns the keys that cut the table of the index into a region for each bucket. */
  public List<byte[]> splitPoints() {
    return salt.splitPoints();
  }

  /**
   * Returns the row of an entry in the table of the index: the entry itself, or behind the byte of
   * its bucket, {@code 0B·30 30 30 30 34 32 53 …}.
   */
  public byte[] storedRow(IndexEntry entry) {
    return salt.row(entry, firstWidth());
  }

  /**
   * Returns the entry in a row of the table of the index; empty if the row has another form.
   *
   * @param width of the values, in bytes
   */
  public Optional<IndexEntry> storedEntry(byte[] row, int width) {
    return salt.entry(row, width, firstWidth());
  }

  /** Where a range of entries lies in the table, if its entries begin with these values. */
  List<KeyRange> images(KeyRange entries, byte[] leading, boolean whole) {
    int first = firstWidth();
    boolean known = first > 0 ? leading.length >= first : whole;
    return salt.images(
        entries,
        known
            ? Optional.of(Arrays.copyOf(leading, first > 0 ? first : leading.length))
            : Optional.empty());
  }

  /** The width of the first value in bytes; 0 if it is of any length. */
  private int firstWidth() {
    return segments.isEmpty() ? 0 : segments.get(0).width();
  }

  /** Returns the usual name of the table that keeps the entries, {@code orders-byOrder}. */
  public String tableOf(String table) {
    return table + "-" + name;
  }

  /**
   * Returns the entry of a row.
   *
   * @param naturalKey one that fits the layout
   * @param value the column's value; an index without a column ignores it
   * @throws RowKeyException if the key does not fit, or the entry is longer than HBase stores:
   *     32,767 bytes, less that of its bucket
   */
  public IndexEntry entry(byte[] naturalKey, byte[] value) {
    layout.check(naturalKey);
    byte[] values = values(naturalKey, value);
    int length = values.length + naturalKey.length;
    int most = KeyBytes.MAX_STORED_LENGTH - salt.width();
    if (length > most) {
      throw RowKeyException.entryTooLong(length, values.length, most, this);
    }
    return IndexEntry.of(values, naturalKey);
  }

  private byte[] values(byte[] naturalKey, byte[] value) {
    byte[] values = new byte[0];
    for (Segment segment : segments) {
      Slice slice = layout.slice(segment.name(), naturalKey).orElseThrow();
      values =
          KeyBytes.concat(
              values,
              Arrays.copyOfRange(naturalKey, slice.offset(), slice.offset() + slice.length()));
    }
    return column.isPresent() ? KeyBytes.concat(values, value) : values;
  }

  /** Whether the entry's row has exactly this entry if the column has this value. */
  public boolean makes(IndexEntry entry, byte[] value) {
    byte[] naturalKey = entry.naturalKey();
    return layout.accepts(naturalKey)
        && entry.equals(IndexEntry.of(values(naturalKey, value), naturalKey));
  }

  /**
   * Refuses bytes that are not whole values.
   *
   * @param asked all values of the index, or leading ones
   * @throws IllegalArgumentException naming how many bytes are values
   */
  public void checkAsked(byte[] asked) {
    List<Integer> ends = ends();
    boolean open = hasOpenEnd() && asked.length > fixedWidth();
    if (!open && !ends.contains(asked.length)) {
      throw new IllegalArgumentException(
          "%s cannot be looked up in index '%s': %d bytes given, %s expected; give whole values"
              .formatted(KeyBytes.readable(asked), this, asked.length, expected(ends)));
    }
  }

  private String expected(List<Integer> ends) {
    StringJoiner text = new StringJoiner(" or ");
    ends.forEach(end -> text.add(end.toString()));
    if (hasOpenEnd()) {
      text.add("more than " + fixedWidth());
    }
    return text.toString();
  }

  /**
   * Whether an entry matches the values asked for: its values are these bytes, or begin with them
   * if they are leading values only.
   */
  public boolean answers(byte[] asked, IndexEntry entry) {
    boolean whole = hasOpenEnd() && asked.length > fixedWidth();
    return entry.beginsWith(asked) && (!whole || entry.width() == asked.length);
  }

  /**
   * The value that follows leading ones.
   *
   * @throws IllegalArgumentException if these end within a value, or no value follows
   */
  IndexPart partBehind(byte[] leading) {
    int offset = 0;
    for (IndexPart part : parts()) {
      if (offset == leading.length) {
        return part;
      }
      if (part.width() == 0) {
        break;
      }
      offset += part.width();
    }
    throw new IllegalArgumentException(
        "index '%s' has no value behind the %d bytes %s: give whole values of it before a range,"
                .formatted(this, leading.length, KeyBytes.readable(leading))
            + " and leave one for the range");
  }

  /** The leading values in these bytes, by their parts. */
  Map<IndexPart, byte[]> split(byte[] leading) {
    Map<IndexPart, byte[]> values = new LinkedHashMap<>();
    int offset = 0;
    for (IndexPart part : parts()) {
      if (offset < leading.length) {
        int end = part.width() > 0 ? offset + part.width() : leading.length;
        values.put(part, Arrays.copyOfRange(leading, offset, end));
        offset = end;
      }
    }
    return values;
  }

  private List<IndexPart> parts() {
    List<IndexPart> parts = new ArrayList<>();
    segments.forEach(segment -> parts.add(IndexPart.of(segment)));
    column.ifPresent(last -> parts.add(IndexPart.of(last)));
    return parts;
  }

  /** The offsets at which the values of fixed width end. */
  private List<Integer> ends() {
    List<Integer> ends = new ArrayList<>();
    int end = 0;
    for (Segment segment : segments) {
      if (segment.kind() == Segment.Kind.FIXED) {
        end += segment.width();
        ends.add(end);
      }
    }
    return ends;
  }

  private int fixedWidth() {
    return segments.stream().mapToInt(Segment::width).sum();
  }

  private boolean hasOpenEnd() {
    return column.isPresent() || segments.get(segments.size() - 1).kind() != Segment.Kind.FIXED;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowIndex that
        && toString().equals(that.toString())
        && layout.equals(that.layout);
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /** Returns the index as a spec has it, {@code byOrder(order) % 16}. */
  @Override
  public String toString() {
    StringJoiner items = new StringJoiner(" ", name + "(", ")" + salt);
    segments.forEach(segment -> items.add(segment.name()));
    column.ifPresent(last -> items.add(last.toString()));
    return items.toString();
  }
}
