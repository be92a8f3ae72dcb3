package io.halite.it.oracle;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyLayout;
import io.halite.keys.SaltingSpec;
import io.halite.keys.Segment;
import io.halite.keys.SegmentType;
import java.util.Arrays;
import java.util.Optional;

/**
 * Makes any bytes a key that a table takes: one that fits the layout, since a plain twin takes all.
 */
public interface KeyForm {
  /** The key that these bytes stand for; the same for the same bytes. */
  byte[] fit(byte[] bytes);

  /** The layout of the keys, if they have one. */
  default Optional<KeyLayout> layout() {
    return Optional.empty();
  }

  /** Whether the layout has segments that end at a delimiter. */
  default boolean hasDelimiters() {
    return layout().stream()
        .flatMap(layout -> layout.segments().stream())
        .anyMatch(segment -> segment.kind() == Segment.Kind.DELIMITED);
  }

  /** The first segment of the layout that holds times, newest first. */
  default Optional<Segment> timed() {
    return layout().stream()
        .flatMap(layout -> layout.segments().stream())
        .filter(segment -> segment.type() == SegmentType.REVTIME)
        .findFirst();
  }

  /** Keys as they are. */
  static KeyForm any() {
    return bytes -> bytes;
  }

  /** Keys that a spec takes; none longer than its segments where it does not take those. */
  static KeyForm of(SaltingSpec spec) {
    KeyForm form = of(spec.layout());
    return new KeyForm() {
      @Override
      public byte[] fit(byte[] bytes) {
        byte[] key = form.fit(bytes);
        return spec.salt().places(key).isEmpty()
            ? Arrays.copyOf(key, spec.layout().minimumLength())
            : key;
      }

      @Override
      public Optional<KeyLayout> layout() {
        return Optional.of(spec.layout());
      }
    };
  }

  /** Keys of a layout: its segments are filled with the bytes one after the other. */
  static KeyForm of(KeyLayout layout) {
    return bytes -> {
      if (layout.accepts(bytes)) {
        return bytes;
      }
      byte[] key = new byte[0];
      int used = 0;
      for (Segment segment : layout.segments()) {
        int width =
            switch (segment.kind()) {
              case FIXED -> segment.width();
              case DELIMITED -> Math.min(2, Math.max(0, bytes.length - used));
              case REST -> Math.max(0, bytes.length - used);
            };
        byte[] part =
            part(
                segment,
                Arrays.copyOfRange(
                    bytes, Math.min(used, bytes.length), Math.min(used, bytes.length) + width));
        key = KeyBytes.concat(key, part);
        used += width;
      }
      return key.length == 0 ? new byte[1] : key;
    };
  }

  private static byte[] part(Segment segment, byte[] bytes) {
    String alphabet = segment.type().alphabet();
    for (int i = 0; i < bytes.length; i++) {
      if (!alphabet.isEmpty()) {
        bytes[i] = (byte) alphabet.charAt((bytes[i] & 0xFF) % alphabet.length());
      } else if (segment.kind() == Segment.Kind.DELIMITED && bytes[i] == segment.delimiter()) {
        bytes[i] ^= 0x40;
      }
    }
    return segment.kind() == Segment.Kind.DELIMITED
        ? KeyBytes.concat(bytes, new byte[] {segment.delimiter()})
        : bytes;
  }
}
