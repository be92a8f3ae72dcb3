package io.halite.filters.segment;

import io.halite.keys.KeyBytes;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * Finds, from any row key, the nearest key on either side that can match a query on segments that
 * move, behind delimiters or with the rest of the key.
 *
 * <p>Example: {@code host in (a, c)} over {@code event~: host~:} and the row {@code login:b:7}. The
 * smallest key from there on that can match is {@code login:c:}. From {@code login:d:7} it is the
 * smallest of another event, which begins with {@code login;} or more. There is no smallest one:
 * {@code login;00:a:} comes before {@code login;:a:}. So the target is {@code login;}, which no
 * matching key comes before.
 *
 * <p>It passes over the segments once for all branches, as {@link BranchSeeker} does, with the word
 * of each ({@link Extent}) in place of bytes of fixed width. In reverse its target is a row that
 * all later matches come before. Not thread-safe: it writes to scratch arrays.
 */
final class PathSeeker implements KeySeeker {
  /** Longer targets are cut: those of a salted table have a prefix, too. */
  static final int MAX_TARGET = 32_000;

  private static final int FIRST_SCRATCH = 128;

  private final PathTable table;
  private byte[] key = new byte[FIRST_SCRATCH];
  private int length;

  /** Where the word of each segment begins in the key. */
  private final int[] begins;

  /** The branches that admit all words before each segment. */
  private final long[] left;

  private byte[] target = new byte[0];
  private int level;

  PathSeeker(PathTable table) {
    this.table = table;
    this.begins = new int[table.complete.length];
    this.left = new long[table.complete.length];
    left[0] = table.all;
  }

  @Override
  public byte[] scratch() {
    return scratch(KeyBytes.MAX_STORED_LENGTH);
  }

  @Override
  public byte[] scratch(int rowLength) {
    if (rowLength > key.length) {
      key = Arrays.copyOf(key, Math.max(rowLength, 2 * key.length));
    }
    return key;
  }

  @Override
  public byte[] target() {
    return target;
  }

  @Override
  public byte[] takeTarget(byte[] spare) {
    return target;
  }

  @Override
  public boolean targetsRows() {
    return true;
  }

  @Override
  public int level() {
    return level;
  }

  @Override
  public boolean matches(int rowLength) {
    return table.all != 0 && firstMiss(rowLength) < 0;
  }

  @Override
  public Verdict forward(int rowLength) {
    if (table.all == 0) {
      return Verdict.DONE;
    }
    int miss = firstMiss(rowLength);
    if (miss < 0) {
      return Verdict.MATCH;
    }
    if (raise(miss, from(miss))) {
      return Verdict.SEEK;
    }
    for (int i = miss - 1; i >= 0; i--) {
      byte[] from = KeyBytes.prefixSuccessor(word(i));
      if (from.length > 0 && raise(i, from)) {
        return Verdict.SEEK;
      }
    }
    return Verdict.DONE;
  }

  @Override
  public Verdict reverse(int rowLength) {
    if (table.all == 0) {
      return Verdict.DONE;
    }
    int miss = firstMiss(rowLength);
    if (miss < 0) {
      return Verdict.MATCH;
    }
    // Where the key ends before the word, keys that begin with it come after it.
    for (int i = miss; i >= 0; i--) {
      if (lower(i, i < miss ? word(i) : begun(i))) {
        if (target.length == 0) {
          // Cut after so many FF, it would lie behind all rows. The row itself is no hint either.
          target = Arrays.copyOf(key, length);
        }
        return Verdict.SEEK;
      }
    }
    return Verdict.DONE;
  }

  /** Makes {@link #target()} the first row behind all that can match; empty if none is. */
  void seekBehindAll() {
    MaskedWords words = table.words[0];
    begins[0] = 0;
    int range = words.previous(words.size() - 1, left[0]);
    Extent.Last last = words.extent().lastIn(words.low(range), words.behind(range));
    target = last == null ? new byte[0] : highest(0, range, last);
  }

  /** The first segment that no branch left admits, or that the key lacks; -1 for a match. */
  private int firstMiss(int rowLength) {
    length = rowLength;
    int segment = 0;
    while (!isComplete(segment)) {
      MaskedWords words = table.words[segment];
      int begin = begins[segment];
      int end = words.extent().end(key, begin, length);
      long branches = end < 0 ? 0 : left[segment] & words.admitting(key, begin, end);
      if (branches == 0) {
        return segment;
      }
      segment++;
      begins[segment] = end;
      left[segment] = branches;
    }
    return -1;
  }

  /** Whether a branch is left that has no segment from that one on. */
  private boolean isComplete(int segment) {
    return (left[segment] & table.complete[segment]) != 0;
  }

  private byte[] word(int segment) {
    return Arrays.copyOfRange(key, begins[segment], begins[segment + 1]);
  }

  /** The word of a segment, or the bytes of it that the key has. */
  private byte[] begun(int segment) {
    int end = table.words[segment].extent().end(key, begins[segment], length);
    return Arrays.copyOfRange(key, begins[segment], end < 0 ? length : end);
  }

  /** The smallest word that keys from the row on may have. */
  private byte[] from(int segment) {
    byte[] begun = begun(segment);
    Extent extent = table.words[segment].extent();
    return extent.isDelimited() && !extent.isWord(begun) ? KeyBytes.next(begun) : begun;
  }

  /** Sets a segment to the first word from there on that is admitted; false if there is none. */
  private boolean raise(int segment, byte[] from) {
    level = segment;
    MaskedWords words = table.words[segment];
    int range = words.firstEndingBehind(from, 0, from.length);
    for (range = words.next(range, left[segment]);
        range < words.size();
        range = words.next(range + 1, left[segment])) {
      byte[] low = KeyBytes.compare(words.low(range), from) < 0 ? from : words.low(range);
      byte[] first = words.extent().firstIn(low, words.behind(range));
      if (first != null) {
        target = lowest(segment, range, first);
        return true;
      }
    }
    return false;
  }

  /** The row up to the segment, that word, and then the first words of the branches left. */
  private byte[] lowest(int from, int range, byte[] first) {
    ByteArrayOutputStream lowest = head(from);
    lowest.writeBytes(first);
    int segment = from;
    int taken = range;
    boolean whole = table.words[segment].extent().isWord(first);
    while (leave(segment, taken)
        && whole
        && lowest.size() < MAX_TARGET
        && !isComplete(segment + 1)) {
      segment++;
      MaskedWords words = table.words[segment];
      taken = words.next(0, left[segment]);
      lowest.writeBytes(words.low(taken));
      whole = words.extent().isWord(words.low(taken));
    }
    return cutLow(lowest.toByteArray());
  }

  /** The bytes before a segment, to which others are added. */
  private ByteArrayOutputStream head(int segment) {
    ByteArrayOutputStream head = new ByteArrayOutputStream(begins[segment] + FIRST_SCRATCH);
    head.write(key, 0, begins[segment]);
    return head;
  }

  /** Leaves the branches that admit a range of the segment; some do. */
  private boolean leave(int segment, int range) {
    left[segment + 1] = left[segment] & table.words[segment].branches(range);
    return left[segment + 1] != 0;
  }

  /** Sets a segment to the last word before those bytes that is admitted; false without one. */
  private boolean lower(int segment, byte[] before) {
    level = segment;
    MaskedWords words = table.words[segment];
    int range = words.lastBeginningBefore(before);
    for (range = words.previous(range, left[segment]);
        range >= 0;
        range = words.previous(range - 1, left[segment])) {
      byte[] behind = words.behind(range);
      boolean within = behind.length > 0 && KeyBytes.compare(behind, before) < 0;
      Extent.Last last = words.extent().lastIn(words.low(range), within ? behind : before);
      if (last != null) {
        target = highest(segment, range, last);
        return true;
      }
    }
    return false;
  }

  /** The first row behind all that have those words; empty if that is behind all rows. */
  private byte[] highest(int from, int range, Extent.Last word) {
    ByteArrayOutputStream head = head(from);
    int segment = from;
    int taken = range;
    Extent.Last last = word;
    while (leave(segment, taken) && last.isWord()) {
      head.writeBytes(last.bytes());
      if (isComplete(segment + 1) || head.size() >= MAX_TARGET) {
        return behindAll(head);
      }
      segment++;
      MaskedWords words = table.words[segment];
      taken = words.previous(words.size() - 1, left[segment]);
      Extent.Last next = words.extent().lastIn(words.low(taken), words.behind(taken));
      if (next == null) {
        return behindAll(head);
      }
      last = next;
    }
    if (last.bytes().length == 0) {
      return behindAll(head);
    }
    head.writeBytes(last.bytes());
    return cutBehind(head.toByteArray());
  }

  private static byte[] behindAll(ByteArrayOutputStream head) {
    return cutBehind(KeyBytes.prefixSuccessor(head.toByteArray()));
  }

  /** The row, or a shorter one before it. */
  static byte[] cutLow(byte[] row) {
    return row.length <= MAX_TARGET ? row : Arrays.copyOf(row, MAX_TARGET);
  }

  /** The row, or a shorter one behind it; empty if only the end of all rows is. */
  static byte[] cutBehind(byte[] row) {
    return row.length <= MAX_TARGET
        ? row
        : KeyBytes.prefixSuccessor(Arrays.copyOf(row, MAX_TARGET));
  }
}
