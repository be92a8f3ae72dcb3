package io.halite.keys.advice;

import io.halite.keys.KeyLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A layout that a sample suggests, with the reason.
 *
 * <p>{@code web1:1001} and {@code db12:1002} suggest {@code s1~: s2:*}; {@code ORD200101010001} (4F
 * 52 44 32 30 …) suggests {@code s1:3 s2:12:digits}. Every key that the sample has fits the layout;
 * it is {@code row:*}, one segment, if the keys have nothing in common. Immutable.
 *
 * @param layout of the keys
 * @param reason what the keys have in common
 */
public record LayoutGuess(KeyLayout layout, String reason) {
  private static final int MOST_SEGMENTS = 4;
  private static final int FEWEST_DIGITS = 4;
  private static final char DIGIT = '0';
  private static final char OTHER = '?';
  private static final String DELIMITERS = ":|/#;_~-.\t\0";

  /** Returns the layout of the sample's keys. */
  public static LayoutGuess of(KeySample sample) {
    List<byte[]> keys = sample.keys();
    return Stream.of(binaryTime(keys), delimited(keys), classes(keys), leadingDigits(keys))
        .flatMap(Optional::stream)
        .filter(guess -> keys.stream().allMatch(guess.layout::accepts))
        .findFirst()
        .orElseGet(
            () ->
                new LayoutGuess(
                    KeyLayout.parse("row:*"),
                    "the keys have no delimiter, width or number in common"));
  }

  private static Optional<LayoutGuess> guess(String layout, String reason) {
    return Optional.of(new LayoutGuess(KeyLayout.parse(layout), reason));
  }

  private static Optional<LayoutGuess> binaryTime(List<byte[]> keys) {
    if (keys.stream().allMatch(key -> startsWith(key, 0x00, 0x00, 0x01))) {
      return guess("ts:8:long id:*", "8 bytes that may be epoch ms begin each key");
    }
    return keys.stream().allMatch(key -> startsWith(key, 0x7F, 0xFF, 0xFE))
        ? guess("ts:8:revtime id:*", "8 bytes that may be a revtime begin each key")
        : Optional.empty();
  }

  private static boolean startsWith(byte[] key, int... bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if (key.length <= i || (key[i] & 0xFF) != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  private static Optional<LayoutGuess> delimited(List<byte[]> keys) {
    for (byte delimiter : DELIMITERS.getBytes(StandardCharsets.US_ASCII)) {
      int fewest = keys.stream().mapToInt(key -> count(key, delimiter)).min().orElse(0);
      if (fewest > 0) {
        String sign = delimiter > ' ' ? "~" + (char) delimiter : "~0x%02X".formatted(delimiter);
        StringBuilder layout = new StringBuilder();
        int segments = Math.min(fewest, MOST_SEGMENTS - 1);
        for (int i = 1; i <= segments; i++) {
          layout.append("s").append(i).append(sign).append(' ');
        }
        layout.append("s").append(segments + 1).append(":*");
        return guess(layout.toString(), "each key has the delimiter " + sign);
      }
    }
    return Optional.empty();
  }

  private static int count(byte[] key, byte delimiter) {
    int count = 0;
    for (byte one : key) {
      count += one == delimiter ? 1 : 0;
    }
    return count;
  }

  /** Keys of one length, with letters and digits at the same offsets in each of them. */
  private static Optional<LayoutGuess> classes(List<byte[]> keys) {
    String form = form(keys.get(0));
    if (form.indexOf(OTHER) >= 0 || !keys.stream().allMatch(key -> form(key).equals(form))) {
      return Optional.empty();
    }
    List<String> elements = new ArrayList<>();
    for (int from = 0; from < form.length(); ) {
      int to = from;
      while (to < form.length() && form.charAt(to) == form.charAt(from)) {
        to++;
      }
      String type = form.charAt(from) == DIGIT ? ":digits" : "";
      elements.add("s" + (elements.size() + 1) + ":" + (to - from) + type);
      from = to;
    }
    return elements.size() > MOST_SEGMENTS
        ? Optional.empty()
        : guess(
            String.join(" ", elements), "letters and digits lie at the same offsets in each key");
  }

  /** {@code aaa00} for {@code ORD20}; any other byte is {@code ?}. */
  private static String form(byte[] key) {
    StringBuilder form = new StringBuilder();
    for (byte one : key) {
      boolean letter = (one >= 'A' && one <= 'Z') || (one >= 'a' && one <= 'z');
      form.append(letter ? 'a' : one >= '0' && one <= '9' ? DIGIT : OTHER);
    }
    return form.toString();
  }

  private static Optional<LayoutGuess> leadingDigits(List<byte[]> keys) {
    int fewest = keys.stream().mapToInt(LayoutGuess::digits).min().orElse(0);
    int most = keys.stream().mapToInt(LayoutGuess::digits).max().orElse(0);
    return fewest == most && fewest >= FEWEST_DIGITS
        ? guess("n:" + fewest + ":digits id:*", "a number of so many digits begins each key")
        : Optional.empty();
  }

  private static int digits(byte[] key) {
    int digits = 0;
    while (digits < key.length && key[digits] >= '0' && key[digits] <= '9') {
      digits++;
    }
    return digits;
  }
}
