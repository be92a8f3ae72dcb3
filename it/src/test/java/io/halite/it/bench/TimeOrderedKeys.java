package io.halite.it.bench;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Natural keys like those of the flights: a minute, then two airports, in time order. */
final class TimeOrderedKeys {
  private TimeOrderedKeys() {}

  /** {@code count} distinct keys {@code departure:12 origin:3 destination:3}, in order. */
  static List<byte[]> keys(int count) {
    Random random = new Random(1);
    List<byte[]> keys = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int minute = i / 12;
      keys.add(
          String.format(
                  "2001%02d%02d%02d%02d%c%c%c%s",
                  1 + minute / 1440 / 28,
                  1 + minute / 1440 % 28,
                  minute / 60 % 24,
                  minute % 60,
                  'A' + i % 12,
                  'A' + random.nextInt(26),
                  'A' + random.nextInt(26),
                  "LAX")
              .getBytes(StandardCharsets.US_ASCII));
    }
    return keys;
  }
}
