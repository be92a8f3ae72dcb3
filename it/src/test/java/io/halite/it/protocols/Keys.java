package io.halite.it.protocols;

import io.halite.it.mapreduce.StoredAs;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The natural keys of a table and its twin.
 *
 * @param all in no order
 * @param sorted the same in their order
 */
record Keys(List<byte[]> all, List<byte[]> sorted) {
  private static final int COUNT = 14;

  static Keys of(StoredAs salt) {
    List<byte[]> all = salt.keys().subList(0, COUNT);
    return new Keys(all, all.stream().sorted(Arrays::compareUnsigned).toList());
  }

  byte[] get(int index) {
    return all.get(index);
  }

  /** One of those in order. */
  byte[] inOrder(int index) {
    return sorted.get(index);
  }

  /** Whether each key is a text, as some parameters of the REST server must be. */
  boolean areTexts() {
    return all.stream().allMatch(Keys::isText);
  }

  private static boolean isText(byte[] key) {
    return new String(key, StandardCharsets.US_ASCII).matches("[A-Za-z0-9:.-]+");
  }

  /** A key as a text. */
  static String text(byte[] key) {
    return new String(key, StandardCharsets.US_ASCII);
  }
}
