package io.halite.routing.latest;

import io.halite.keys.KeyBytes;
import io.halite.keys.TimeText;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which rows of a key, as text: {@code 3}, {@code 24 each 1h} or {@code at 2001-01-15T00:00Z
 * 2001-01-16T00:00Z}. Immutable.
 *
 * @param limit at most how many rows of each key
 * @param choice which of them
 */
public record ChoiceText(int limit, TimeChoice choice) {
  private static final int LONGEST = 65_536;
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,5}");
  private static final Pattern WIDTH = Pattern.compile("([0-9]{1,15})(ms|s|m|h|d)");

  /**
   * Reads the text.
   *
   * @param name what the text is called, in an error
   * @throws LatestException if it has none of the three forms
   */
  public static ChoiceText parse(String name, String text) {
    if (text.length() > LONGEST) {
      throw refusal(name, text);
    }
    List<String> words = Arrays.asList(text.strip().split("\\s+"));
    if (words.get(0).equals("at")) {
      TimeChoice.AtTimes at = TimeChoice.AtTimes.of(times(name, words.subList(1, words.size())));
      return new ChoiceText(at.times().size(), at);
    }
    boolean steps = words.size() == 3 && words.get(1).equals("each");
    if ((words.size() != 1 && !steps) || !NUMBER.matcher(words.get(0)).matches()) {
      throw refusal(name, text);
    }
    int limit = Integer.parseInt(words.get(0));
    if (limit < 1 || limit > Selection.MAX_LIMIT) {
      throw refusal(name, text);
    }
    return new ChoiceText(
        limit, steps ? new TimeChoice.EachStep(width(name, words.get(2))) : TimeChoice.NEWEST);
  }

  private static long[] times(String name, List<String> words) {
    try {
      return words.stream().mapToLong(TimeText::parse).toArray();
    } catch (IllegalArgumentException e) {
      throw new LatestException(
          name, KeyBytes.cut(String.join(" ", words)), "it must be " + e.getMessage());
    }
  }

  /**
   * Reads the width of a step, {@code 15m}, as milliseconds.
   *
   * @throws LatestException if it is not a number and one of ms, s, m, h and d
   */
  public static long width(String name, String text) {
    Matcher parts = WIDTH.matcher(text);
    if (!parts.matches()) {
      throw new LatestException(
          name, KeyBytes.cut(text), "it must be a width of time such as 500ms, 30s, 15m, 1h or 1d");
    }
    try {
      return Math.multiplyExact(Long.parseLong(parts.group(1)), millis(parts.group(2)));
    } catch (ArithmeticException tooWide) {
      throw new LatestException(name, text, "it must have less than 2^63 milliseconds");
    }
  }

  private static long millis(String unit) {
    return switch (unit) {
      case "ms" -> 1;
      case "s" -> 1_000;
      case "m" -> 60_000;
      case "h" -> 3_600_000;
      default -> 86_400_000;
    };
  }

  private static LatestException refusal(String name, String text) {
    return new LatestException(
        name,
        KeyBytes.cut(text),
        "it must be a number of rows, 1 to "
            + Selection.MAX_LIMIT
            + ", which 'each 1h' may follow, or 'at' and times; only LatestClient finds the oldest"
            + " rows");
  }
}
