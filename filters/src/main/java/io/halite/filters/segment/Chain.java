package io.halite.filters.segment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The segments that a query names, one behind the other, as one layout could have them: stretches
 * of fixed widths, each but the last up to a delimiter, and perhaps a rest.
 *
 * <p>Example: {@code host@#3A#3A} and {@code ts@#3A#3A+0:8} are two stretches of one delimited
 * segment each, and one of 8 bytes. {@code @0:3} does not go with them: those bytes may hold the
 * first colon. Not thread-safe.
 */
final class Chain {
  /** Bytes from the last delimiter on. */
  private static final class Stretch {
    final TreeMap<Integer, Field> fixed = new TreeMap<>();

    /** The segment that ends it, or a segment behind that one; null while none is named. */
    @Nullable Field named;

    int endOffset;
    @Nullable Extent end;
  }

  private final List<Stretch> stretches = new ArrayList<>();

  /** Adds a segment, unless it overlaps another one without being the same. */
  void add(Field field) {
    for (int i = 0; i < field.steps().size(); i++) {
      Step step = field.steps().get(i);
      end(stretch(i), step.offset(), Extent.delimited(step.delimiter()), field);
    }
    Stretch stretch = stretch(field.steps().size());
    if (!field.extent().isFixed()) {
      end(stretch, field.offset(), field.extent(), field);
      return;
    }
    if (stretch.named != null && field.end() > stretch.endOffset) {
      throw overlap(stretch.named, field);
    }
    Map.Entry<Integer, Field> before = stretch.fixed.lowerEntry(field.end());
    if (before != null
        && before.getValue().end() > field.offset()
        && !before.getValue().samePlace(field)) {
      throw overlap(before.getValue(), field);
    }
    stretch.fixed.putIfAbsent(field.offset(), field);
  }

  private Stretch stretch(int index) {
    if (index == stretches.size()) {
      stretches.add(new Stretch());
    }
    return stretches.get(index);
  }

  private static void end(Stretch stretch, int offset, Extent extent, Field field) {
    if (stretch.named == null) {
      Map.Entry<Integer, Field> last = stretch.fixed.lastEntry();
      if (last != null && last.getValue().end() > offset) {
        throw overlap(last.getValue(), field);
      }
      stretch.named = field;
      stretch.endOffset = offset;
      stretch.end = extent;
    } else if (stretch.endOffset != offset || !extent.equals(stretch.end)) {
      throw overlap(stretch.named, field);
    }
  }

  private static IllegalArgumentException overlap(Field one, Field two) {
    return new IllegalArgumentException(
        "segments '" + one + "' and '" + two + "' overlap: name one of them");
  }

  /** All segments of the key up to the last one that is named, those between them included. */
  List<Extent> extents() {
    List<Extent> extents = new ArrayList<>();
    for (Stretch stretch : stretches) {
      int at = 0;
      for (Field field : stretch.fixed.values()) {
        gap(at, field.offset(), extents);
        extents.add(field.extent());
        at = field.end();
      }
      if (stretch.end != null) {
        gap(at, stretch.endOffset, extents);
        extents.add(stretch.end);
      }
    }
    return extents;
  }

  private static void gap(int from, int to, List<Extent> extents) {
    if (to > from) {
      extents.add(Extent.fixed(to - from));
    }
  }

  /** The index of a segment in {@link #extents}. */
  int number(Field field) {
    int number = 0;
    for (int i = 0; i <= field.steps().size(); i++) {
      Stretch stretch = stretches.get(i);
      boolean last = i == field.steps().size();
      int at = 0;
      for (Field fixed : stretch.fixed.values()) {
        number += fixed.offset() > at ? 1 : 0;
        if (last && fixed.samePlace(field)) {
          return number;
        }
        number++;
        at = fixed.end();
      }
      number += stretch.end != null && stretch.endOffset > at ? 1 : 0;
      number += last ? 0 : 1;
    }
    return number;
  }
}
