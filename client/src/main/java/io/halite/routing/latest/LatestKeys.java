package io.halite.routing.latest;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyLayout;
import io.halite.keys.KeyRange;
import io.halite.keys.Segment;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where key and time lie in the natural keys of a layout.
 *
 * <pre>
 * origin:3 departed:8:revtime destination:3      natural key of ORD at 2001-01-01T00:00Z to ATL
 * +--------+-------------------------+----------+
 * | 4F5244 | 7F FF FF 1C 38 58 CB FF | 41 54 4C |   key  4F 52 44
 * | origin |        departed         |          |   time 978307200000, revtime 7F FF FF 1C 38 …
 * +--------+-------------------------+----------+   the rest distinguishes rows of one time
 * </pre>
 *
 * <p>The <em>history</em> of all rows that share every byte before the revtime segment is one run
 * of rows, newest first. The <em>key</em> is as many leading segments as the query names; if it
 * names fewer than all, one key has several histories.
 *
 * <p>Immutable and thread-safe.
 */
public final class LatestKeys {
  private final KeyLayout layout;
  private final String timeSegment;
  private final int historySegments;
  private final int keySegments;
  private final int fixedHistoryLength;

  private LatestKeys(KeyLayout layout, int historySegments, int keySegments) {
    this.layout = layout;
    this.timeSegment = layout.segments().get(historySegments).name();
    this.historySegments = historySegments;
    this.keySegments = keySegments;
    this.fixedHistoryLength = layout.fixedOffset(timeSegment).orElse(-1);
  }

  /**
   * Keys of all segments before the first revtime segment.
   *
   * @throws LatestException if the layout has no revtime segment
   */
  public static LatestKeys of(KeyLayout layout) {
    List<Segment> segments = layout.segments();
    for (int i = 0; i < segments.size(); i++) {
      if (segments.get(i).type().isNewestFirst()) {
        return new LatestKeys(layout, i, i);
      }
    }
    throw new LatestException(
        "layout",
        layout,
        "it has no segment of type revtime, such as 'ts:8:revtime', and so no newest rows",
        "correct key=… in the table's coprocessor attribute");
  }

  /** Keys of the first {@code count} segments; with 0, all rows have the same key. */
  public LatestKeys ofSegments(int count) {
    if (count < 0 || count > historySegments) {
      throw new LatestException(
          "key segments",
          count,
          "they must be at most the "
              + historySegments
              + " before '"
              + timeSegment
              + "' of '"
              + layout
              + "'");
    }
    return new LatestKeys(layout, historySegments, count);
  }

  /** The number of leading segments that make a key. */
  public int keySegments() {
    return keySegments;
  }

  /**
   * Whether the query names every segment before the revtime segment. Then the rows of a key are
   * one history, stored newest first, in the order of the answer. Otherwise a key such as {@code
   * ATL} has several histories, {@code ATLLAX} and {@code ATLSFO}, to be merged by time.
   */
  public boolean areHistories() {
    return keySegments == historySegments;
  }

  /** The layout. */
  public KeyLayout layout() {
    return layout;
  }

  /** The width of the history at the beginning of a natural key that fits the layout, in bytes. */
  public int historyLength(byte[] naturalKey) {
    return fixedHistoryLength >= 0 ? fixedHistoryLength : offset(historySegments, naturalKey);
  }

  /** The width of the key at the beginning of a natural key that fits the layout, in bytes. */
  public int keyLength(byte[] naturalKey) {
    return areHistories() ? historyLength(naturalKey) : offset(keySegments, naturalKey);
  }

  /** The key of a natural key that fits the layout, in a new array. */
  public byte[] keyOf(byte[] naturalKey) {
    return Arrays.copyOf(naturalKey, keyLength(naturalKey));
  }

  /** Whether these bytes are exactly the beginning that the rows of one history share. */
  public boolean isHistory(byte[] bytes) {
    return historySegments > 0 && end(historySegments, bytes) == bytes.length;
  }

  /**
   * Returns the bytes before the revtime segment, which all rows of one history share; empty if no
   * byte follows them. In {@code origin:3 departed:8:revtime}, {@code 4F 52 44 7F} gives {@code 4F
   * 52 44}; {@code 4F 52 44} and {@code 4F 52} give nothing.
   */
  public Optional<byte[]> historyOf(byte[] bytes) {
    int end = end(historySegments, bytes);
    return historySegments == 0 && bytes.length == 0 || end < 0 || end == bytes.length
        ? Optional.empty()
        : Optional.of(Arrays.copyOf(bytes, end));
  }

  /**
   * The revtime segment of a natural key as an unsigned number; the newest time has the smallest.
   */
  public long revtime(byte[] naturalKey) {
    int offset = historyLength(naturalKey);
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << 8 | naturalKey[offset + i] & 0xFF;
    }
    return value;
  }

  /** The time of a natural key in milliseconds since 1970. */
  public long time(byte[] naturalKey) {
    return Long.MAX_VALUE - revtime(naturalKey);
  }

  /**
   * The first row of a history, natural or stored, whose time is at most this, in milliseconds
   * since 1970: {@code 4F 52 44} gives {@code 4F 52 44 7F FF FF …}.
   */
  public static byte[] rowAt(byte[] history, long millis) {
    long revtime = Long.MAX_VALUE - millis;
    byte[] row = Arrays.copyOf(history, history.length + Long.BYTES);
    for (int i = 0; i < Long.BYTES; i++) {
      row[history.length + i] = (byte) (revtime >>> 8 * (Long.BYTES - 1 - i));
    }
    return row;
  }

  /**
   * The bytes that the rows of a key begin with: the key, completed by the delimiter of its last
   * segment if that is missing.
   *
   * @throws LatestException if {@code key} is not exactly the bytes of the key's segments
   */
  public byte[] prefix(byte[] key) {
    byte[] whole = key;
    for (int attempt = 0; attempt < 2; attempt++) {
      int end = end(keySegments, whole);
      if (end == whole.length) {
        return whole;
      }
      if (end > 0 || keySegments == 0 || !endsDelimited()) {
        break;
      }
      whole = Arrays.copyOf(key, key.length + 1);
      whole[key.length] = layout.segments().get(keySegments - 1).delimiter();
    }
    throw new LatestException(
        "key",
        KeyBytes.readable(key),
        "it must be exactly the bytes of the segments '"
            + String.join(
                " ",
                layout.segments().subList(0, keySegments).stream().map(Segment::toString).toList())
            + "'");
  }

  /**
   * The rows of the keys in a range of keys.
   *
   * @throws LatestException if a bound is longer than the key's segments
   */
  public KeyRange rows(KeyRange keys) {
    checkBound(keys.start());
    checkBound(keys.stop());
    return keys;
  }

  /** Whether one key may have rows in both of two ranges; the second follows the first. */
  public boolean mayShareKey(KeyRange range, KeyRange next) {
    int end = end(keySegments, next.start());
    if (end <= 0) {
      return true;
    }
    KeyRange rows = KeyRange.prefix(Arrays.copyOf(next.start(), end));
    return !range.intersect(rows).isEmpty();
  }

  private void checkBound(byte[] bound) {
    int end = end(keySegments, bound);
    if (end >= 0 && end < bound.length) {
      throw new LatestException(
          "range bound",
          KeyBytes.readable(bound, end),
          "it reaches into '" + layout.segments().get(keySegments).name() + "', behind the key");
    }
  }

  private boolean endsDelimited() {
    return layout.segments().get(keySegments - 1).kind() == Segment.Kind.DELIMITED;
  }

  private int offset(int segments, byte[] naturalKey) {
    int end = end(segments, naturalKey);
    if (end < 0) {
      throw new IllegalStateException("unchecked key " + KeyBytes.readable(naturalKey));
    }
    return end;
  }

  /** Where the first segments end in these bytes; -1 if the bytes end before that. */
  private int end(int segments, byte[] bytes) {
    if (segments == 0) {
      return 0;
    }
    Segment last = layout.segments().get(segments - 1);
    return layout
        .slice(last.name(), bytes)
        .map(slice -> slice.offset() + slice.length() + delimiterWidth(last))
        .orElse(-1);
  }

  private static int delimiterWidth(Segment segment) {
    return segment.kind() == Segment.Kind.DELIMITED ? 1 : 0;
  }
}
