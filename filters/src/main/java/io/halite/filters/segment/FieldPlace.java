package io.halite.filters.segment;

import io.halite.keys.SegmentType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the place of a segment behind delimiters or of a rest, as {@link Field} prints it: {@code
 * #3A#3A} for what lies behind one colon and ends at the next, {@code #3A+2:4:int} for 4 bytes that
 * begin 2 bytes behind a colon, {@code 3:rest} for all from byte 3 on. Stateless.
 */
final class FieldPlace {
  private static final Pattern STEP = Pattern.compile("(\\d{0,5})#([0-9A-Fa-f]{2})");
  private static final Pattern END =
      Pattern.compile("(\\d{1,5}):(?:(rest)|(\\d{1,5})(?::([^:]*))?)");

  private FieldPlace() {}

  /** Whether the text behind an {@code @} is such a place, well-formed or not. */
  static boolean isOne(String text) {
    return text.indexOf('#') >= 0 || text.endsWith(":rest");
  }

  /**
   * The segment of that place.
   *
   * @param types reads a type, or refuses it
   * @return empty if the text is malformed
   */
  static Optional<Field> parse(String name, String text, Function<String, SegmentType> types) {
    List<Step> steps = new ArrayList<>();
    Matcher step = STEP.matcher(text);
    int at = 0;
    while (step.region(at, text.length()).lookingAt()) {
      String offset = step.group(1);
      steps.add(
          new Step(
              offset.isEmpty() ? 0 : Integer.parseInt(offset),
              (byte) Integer.parseInt(step.group(2), 16)));
      at = step.end();
      if (at == text.length()) {
        Step last = steps.remove(steps.size() - 1);
        Extent extent = Extent.delimited(last.delimiter());
        return Optional.of(
            new Field(name, steps, last.offset(), extent, SegmentType.defaultType()));
      }
      if (text.charAt(at) == '+') {
        at++;
      } else if (text.charAt(at) != '#') {
        return Optional.empty();
      }
    }
    Matcher end = END.matcher(text).region(at, text.length());
    return end.matches() ? Optional.of(ended(name, steps, end, types)) : Optional.empty();
  }

  private static Field ended(
      String name, List<Step> steps, Matcher end, Function<String, SegmentType> types) {
    int offset = Integer.parseInt(end.group(1));
    if (end.group(2) != null) {
      return new Field(name, steps, offset, Extent.rest(), SegmentType.defaultType());
    }
    SegmentType type = end.group(4) == null ? SegmentType.defaultType() : types.apply(end.group(4));
    return new Field(name, steps, offset, Extent.fixed(Integer.parseInt(end.group(3))), type);
  }
}
