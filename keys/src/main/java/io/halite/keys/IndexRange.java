package io.halite.keys;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Which rows a read by an index asks for: the leading values of the index, each whole, and if the
 * read wants so a range of the next value.
 *
 * <pre>
 * byBuyer(buyer day), buyer:4 day:8:digits
 *
 * byBuyer: ann1                        values 61 6E 6E 31
 * byBuyer: ann1 [20010101, 20010201)   days 32 30 30 31 30 31 30 31 up to, and without, 32 30 …
 * byBuyer: ann1 2001*                  days that begin with 2001, [2001, 2002)
 * byBuyer: [ann1, )                    buyers from ann1 on
 * byBuyer: [0x00, )                    all buyers
 * </pre>
 *
 * <p>Bounds compare as bytes, and a bound stands before all longer values that begin with it. Times
 * of type revtime compare as times in the text, and as the bytes that they are in {@link #of}. A
 * value of no bytes is in no range. Immutable and thread-safe; arrays are copied in and out.
 */
public final class IndexRange {
  private static final byte[] NONE = {};

  private final RowIndex index;
  private final byte[] leading;

  /** The value that has a range; empty if none has. */
  private final Optional<IndexPart> part;

  private final byte[] from;
  private final byte[] to;

  private IndexRange(
      RowIndex index, byte[] leading, Optional<IndexPart> part, byte[] from, byte[] to) {
    this.index = index;
    this.leading = leading;
    this.part = part;
    this.from = from;
    this.to = to;
  }

  /**
   * Returns what asks for whole values alone.
   *
   * @param asked the bytes of all values of the index, or of leading ones
   * @throws IllegalArgumentException if they end within a value, or are none
   */
  public static IndexRange values(RowIndex index, byte[] asked) {
    index.checkAsked(asked);
    return new IndexRange(index, asked.clone(), Optional.empty(), NONE, NONE);
  }

  /**
   * Returns what asks for leading values and a range {@code [from, to)} of the next one.
   *
   * @param leading the bytes of whole values, each of fixed width; none for a range of the first
   * @param from the first bytes of the smallest value; none for all from the first on
   * @param to the first bytes of the smallest value behind the range; none for all up to the last
   * @throws IllegalArgumentException if no value follows the leading ones, a bound is longer than
   *     the value, or the range holds nothing
   */
  public static IndexRange of(RowIndex index, byte[] leading, byte[] from, byte[] to) {
    IndexPart part = index.partBehind(leading);
    byte[] first = trimmed(part, from);
    byte[] end = trimmed(part, to);
    boolean nothing = to.length > 0 && (end.length == 0 || KeyBytes.compare(first, end) >= 0);
    if (nothing || longerThan(part, from) || longerThan(part, to)) {
      throw new IllegalArgumentException(
          "[%s, %s) is no range of %s in index '%s': %s"
              .formatted(
                  KeyBytes.readable(from),
                  KeyBytes.readable(to),
                  part,
                  index,
                  nothing
                      ? "it holds nothing; give a beginning that is less than its end"
                      : "bounds have at most %d bytes".formatted(part.width())));
    }
    // Without leading values, only a bound says that all are meant. No text asks for all revtimes.
    boolean all = leading.length == 0 && from.length > 0 && !part.isNewestFirst();
    if (first.length == 0 && end.length == 0 && !all) {
      return values(index, leading);
    }
    return new IndexRange(index, leading.clone(), Optional.of(part), first, end);
  }

  /**
   * Returns what asks for leading values and a beginning of the next one: {@code 32 30 30 31} for
   * {@code [32 30 30 31, 32 30 30 32)}.
   *
   * @throws IllegalArgumentException as {@link #of}
   */
  public static IndexRange prefix(RowIndex index, byte[] leading, byte[] beginning) {
    return of(index, leading, beginning, KeyBytes.prefixSuccessor(beginning));
  }

  /**
   * Returns the same range of the next value, with bounds as people write them: {@code 20010101} of
   * digits, {@code 2001-01-15T00:00Z} of a time.
   *
   * @param from the text of the smallest value, or of its beginning; empty for no bound
   * @param to the text of the smallest value behind the range; empty for no bound
   * @throws IllegalArgumentException if a text is no value, or as {@link #of}
   */
  public static IndexRange ofText(RowIndex index, byte[] leading, String from, String to) {
    IndexPart part = index.partBehind(leading);
    return between(
        index,
        leading,
        from.isEmpty() ? NONE : part.bound(from, false),
        to.isEmpty() ? NONE : part.bound(to, false));
  }

  /**
   * Returns what asks for leading values and a beginning of the next one, as people write it.
   *
   * @throws IllegalArgumentException as {@link #ofText}, or if the value is a number in bytes or a
   *     time, whose beginnings nobody writes
   */
  public static IndexRange prefixText(RowIndex index, byte[] leading, String beginning) {
    return startingWith(index, leading, beginning, false);
  }

  static IndexRange startingWith(RowIndex index, byte[] leading, String beginning, boolean quoted) {
    IndexPart part = index.partBehind(leading);
    if (part.isWhole()) {
      throw new IllegalArgumentException(
          "'%s*' cannot be used with %s in index '%s': only text has prefixes; give a range"
              .formatted(KeyBytes.cut(beginning), part, index));
    }
    return prefix(index, leading, part.bound(beginning, quoted));
  }

  /** Returns a range between two bounds; of two times, people name the earlier one first. */
  static IndexRange between(RowIndex index, byte[] leading, byte[] from, byte[] to) {
    IndexPart part = index.partBehind(leading);
    return part.isNewestFirst()
        ? of(index, leading, behind(part, to), behind(part, from))
        : of(index, leading, from, to);
  }

  /** The next value behind a time, in bytes; none behind none, nor behind the last. */
  private static byte[] behind(IndexPart part, byte[] bound) {
    return bound.length == 0 ? NONE : Arrays.copyOf(KeyBytes.prefixSuccessor(bound), part.width());
  }

  /**
   * Reads {@code byBuyer: ann1 [20010101, 20010201)} behind the name of the index and its colon.
   *
   * @param leading the bytes of the values before those in the text; none if the text has all
   * @throws IllegalArgumentException if the text is malformed, a value does not fit the index, or
   *     as {@link #of}
   */
  public static IndexRange parse(RowIndex index, byte[] leading, String text) {
    return new IndexRangeParser(index, text).parse(leading);
  }

  /** The bounds of values of fixed width are as good without the 00 at their ends. */
  private static byte[] trimmed(IndexPart part, byte[] bound) {
    int length = bound.length;
    while (part.width() > 0 && length > 0 && bound[length - 1] == 0) {
      length--;
    }
    return Arrays.copyOf(bound, length);
  }

  private static boolean longerThan(IndexPart part, byte[] bound) {
    return part.width() > 0 && bound.length > part.width();
  }

  /** Returns the index. */
  public RowIndex index() {
    return index;
  }

  /**
   * Returns where the entries asked for lie. If values are of any length, others may lie between
   * them: see {@link #answers}.
   */
  public KeyRange entries() {
    KeyRange all = KeyRange.prefix(leading);
    byte[] stop = to.length == 0 ? all.stop() : stop();
    return KeyRange.of(KeyBytes.concat(leading, from), stop);
  }

  /**
   * Returns where {@link #entries} lie in the table of the index: one range, or if the index has a
   * salt and the range does not give its first value whole, one of each bucket. Rows behind the
   * byte of their bucket are in the order of entries.
   */
  public List<KeyRange> images() {
    return index.images(entries(), leading, part.isEmpty());
  }

  /** Behind the last entry with a smaller value than {@code to}, which is given. */
  private byte[] stop() {
    int width = part.map(IndexPart::width).orElse(0);
    int common = Arrays.mismatch(from, to);
    // A value of any length that begins the bound is less, and its natural key follows.
    int shortest = common == from.length && common > 0 ? common : common + 1;
    return width > 0 || shortest >= to.length
        ? KeyBytes.concat(leading, to)
        : KeyBytes.prefixSuccessor(KeyBytes.concat(leading, Arrays.copyOf(to, shortest)));
  }

  /** Whether an entry has the values asked for. */
  public boolean answers(IndexEntry entry) {
    if (part.isEmpty()) {
      return index.answers(leading, entry);
    }
    byte[] row = entry.row();
    int end = part.get().width() > 0 ? leading.length + part.get().width() : entry.width();
    return entry.beginsWith(leading)
        && end <= entry.width()
        && end > leading.length
        && KeyRange.of(from, to).contains(row, leading.length, end - leading.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IndexRange that
        && index.equals(that.index)
        && Arrays.equals(leading, that.leading)
        && Arrays.equals(from, that.from)
        && Arrays.equals(to, that.to);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(leading) + Arrays.hashCode(from);
  }

  /** Returns the index and what is asked of it, {@code byBuyer: ann1 [20010101, 20010201)}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(index.name()).append(':');
    index.split(leading).forEach((of, value) -> text.append(' ').append(of.print(value)));
    part.ifPresent(of -> text.append(" [").append(bounds(of)).append(')'));
    return text.toString();
  }

  private String bounds(IndexPart of) {
    if (from.length == 0 && to.length == 0) {
      return of.print(full(of, from)) + ", ";
    }
    return of.isNewestFirst()
        ? printBefore(of, to) + ", " + printBefore(of, from)
        : printBound(of, from) + ", " + printBound(of, to);
  }

  private static String printBound(IndexPart of, byte[] bound) {
    return bound.length == 0 ? "" : of.print(of.isWhole() ? full(of, bound) : bound);
  }

  private static byte[] full(IndexPart of, byte[] bound) {
    return Arrays.copyOf(bound, of.width());
  }

  /** The value before a bound that {@link #behind} has made. */
  private static String printBefore(IndexPart of, byte[] bound) {
    return bound.length == 0
        ? ""
        : of.print(
            Numbers.bigEndian(Numbers.ofBigEndian(full(of, bound), 0, of.width()) - 1, of.width()));
  }
}
