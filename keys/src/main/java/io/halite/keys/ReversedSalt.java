package io.halite.keys;

import java.util.Arrays;
import java.util.List;

/**
 * {@code reverse(a b)}: the natural key with the bytes of segments reversed, each in its place.
 *
 * <pre>
 * reverse(user) over user:11:digits ts:8:revtime
 * natural key   31 33 38 30 30 31 33 38 30 30 37 | 7F …      13800138007
 * stored key    37 30 30 38 33 31 30 30 38 33 31 | 7F …      70083100831
 * </pre>
 *
 * <p>It adds no byte, so each segment keeps its offset, and reversing twice gives the same key
 * again. A stored key does not show whether it was reversed. Immutable and thread-safe.
 */
final class ReversedSalt extends BoundSalt {
  private static final int NONE = Integer.MAX_VALUE;

  private final HashedSegments reversed;

  ReversedSalt(KeyLayout layout, HashedSegments reversed) {
    super(layout);
    this.reversed = reversed;
  }

  @Override
  public boolean isPrefix() {
    return false;
  }

  /** Reversed, {@code 12} is stored as {@code 21}, which is a natural key, too. */
  @Override
  public boolean distinguishesStoredKeys() {
    return false;
  }

  @Override
  public boolean keepsNaturalOrder() {
    return false;
  }

  @Override
  public boolean keepsNaturalOrder(KeyRange natural) {
    return CommonPrefix.of(natural, layout().minimumLength()).map(reversed::fixedBy).orElse(true);
  }

  @Override
  public List<String> scatteringSegments() {
    return reversed.names();
  }

  @Override
  public byte[] salt(byte[] naturalKey) {
    requireStorable(naturalKey);
    return turned(naturalKey, naturalKey.length);
  }

  @Override
  public byte[] unsalt(byte[] storedKey) {
    if (storedKey.length == 0) {
      throw RowKeyException.empty();
    }
    return turned(storedKey, storedKey.length);
  }

  /** Reverses the segments that lie wholly in the first {@code length} bytes, and returns those. */
  private byte[] turned(byte[] key, int length) {
    byte[] turned = Arrays.copyOf(key, length);
    for (int index = 0; index < layout().segments().size(); index++) {
      long slice = reversed.names(index) ? layout().slice(index, key, 0, length) : KeyLayout.ABSENT;
      if (slice != KeyLayout.ABSENT) {
        int from = KeyLayout.sliceOffset(slice);
        int last = from + KeyLayout.sliceLength(slice) - 1;
        for (int i = from; i <= last; i++) {
          turned[i] = key[last - (i - from)];
        }
      }
    }
    return turned;
  }

  /**
   * Returns one range. If all keys of the natural range have the same bytes in every reversed
   * segment, it holds exactly their stored keys. Otherwise its bounds have only the bytes before
   * the first reversed segment that varies, and it holds other keys too, which the caller drops.
   */
  @Override
  public List<KeyRange> images(KeyRange natural) {
    return common(natural).map(common -> images(natural, common)).orElse(List.of());
  }

  private List<KeyRange> images(KeyRange natural, CommonPrefix common) {
    KeyRange image =
        common.isWholeKey()
            ? KeyRange.point(turned(common.bytes(), common.length()))
            : image(natural, common);
    KeyRange storable = image.storable();
    return storable.isEmpty() ? List.of() : List.of(storable);
  }

  private KeyRange image(KeyRange natural, CommonPrefix common) {
    int head = 0;
    int free = NONE;
    for (int i = 0; i < layout().segments().size() && free == NONE; i++) {
      if (reversed.names(i) && common.fixes(layout(), i)) {
        head = layout().beginning(i + 1, common.bytes(), 0, common.length());
      } else if (reversed.names(i)) {
        free = i;
      }
    }
    byte[] natHead = Arrays.copyOf(common.bytes(), head);
    byte[] storedHead = turned(natHead, head);
    return KeyRange.ofOwned(
        start(natural.sharedStart(), natHead, storedHead, free),
        stop(natural.sharedStop(), natHead, storedHead, free));
  }

  private byte[] start(byte[] start, byte[] natHead, byte[] storedHead, int free) {
    return KeyRange.prefix(natHead).contains(start)
        ? KeyBytes.concat(storedHead, tail(start, natHead.length, cut(start, free)))
        : storedHead;
  }

  private byte[] stop(byte[] stop, byte[] natHead, byte[] storedHead, int free) {
    if (stop.length <= natHead.length || !KeyRange.prefix(natHead).contains(stop)) {
      return KeyBytes.prefixSuccessor(storedHead);
    }
    int cut = cut(stop, free);
    byte[] stored = KeyBytes.concat(storedHead, tail(stop, natHead.length, cut));
    return cut < stop.length ? KeyBytes.prefixSuccessor(stored) : stored;
  }

  /** How much of a bound lies before the first reversed segment that the range leaves free. */
  private int cut(byte[] bound, int free) {
    return free == NONE
        ? bound.length
        : Math.min(bound.length, layout().beginning(free, bound, 0, bound.length));
  }

  private static byte[] tail(byte[] bytes, int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }

  @Override
  public KeyRange image(byte[] prefix, KeyRange natural) {
    if (prefix.length != 0) {
      throw noPrefix(prefix);
    }
    List<KeyRange> images = images(natural);
    return images.isEmpty() ? KeyRange.none() : images.get(0);
  }

  /** Refuses a key that does not fit the layout; a key does not show whether it was reversed. */
  @Override
  public void verify(byte[] array, int offset, int length) {
    verifyInPlace(array, offset, length);
  }

  @Override
  public String toString() {
    return "reverse(" + reversed + ")";
  }
}
