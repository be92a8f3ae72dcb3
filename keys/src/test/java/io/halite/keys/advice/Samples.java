package io.halite.keys.advice;

import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/** Samples of keys in the order of writing. */
final class Samples {
  private Samples() {}

  static KeySample of(int count, IntFunction<String> key) {
    SampleTaker taker = new SampleTaker();
    for (int i = 0; i < count; i++) {
      taker.take(key.apply(i).getBytes(StandardCharsets.UTF_8));
    }
    return taker.sample();
  }

  /** Keys in an order that has nothing to do with that of writing. */
  static String scattered(int i) {
    return "%08x".formatted(i * 0x9E3779B1);
  }
}
