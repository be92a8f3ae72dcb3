package io.halite.it.upstream;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The differences that {@code docs/upstream.md} lists: each item {@code - `Suite#method`: reason}
 * of its lists, over one line or more. Those of {@code - `Suite#method` (plug-in): reason} count
 * through the plug-in only, those of {@code (doors)} through doors. {@code Suite#(class)} stands
 * for the end of the class and for those of its methods that never ran with Halite, and for no
 * other. The page is the record: what is not in it fails the judgement.
 */
final class AcceptedDifferences {
  private static final Pattern ITEM =
      Pattern.compile("- `(\\w+#\\S+)`(?: \\((plug-in|doors)\\))?: (.*\\S)");

  private final Map<String, String> reasons;
  private final Set<String> ofThisWay;

  private AcceptedDifferences(Map<String, String> reasons, Set<String> ofThisWay) {
    this.reasons = reasons;
    this.ofThisWay = ofThisWay;
  }

  static AcceptedDifferences read(Path page, JudgedWay way) throws IOException {
    return parse(Files.readAllLines(page, StandardCharsets.UTF_8), way);
  }

  static AcceptedDifferences parse(List<String> page, JudgedWay way) {
    Map<String, String> reasons = new LinkedHashMap<>();
    Set<String> ofThisWay = new LinkedHashSet<>();
    String text = String.join("\n", page).replace("\n  ", " ");
    for (String line : text.lines().toList()) {
      Matcher item = ITEM.matcher(line.strip());
      if (!item.matches()) {
        continue;
      }
      String only = Objects.requireNonNullElse(item.group(2), "");
      boolean isOfThisWay = only.equals(way.label());
      boolean counts = isOfThisWay || only.isEmpty();
      if (counts && reasons.put(item.group(1), item.group(3)) != null) {
        throw new IllegalArgumentException(
            "difference '%s' is listed twice: one reason each is the rule"
                .formatted(item.group(1)));
      }
      if (isOfThisWay) {
        ofThisWay.add(item.group(1));
      }
    }
    return new AcceptedDifferences(reasons, ofThisWay);
  }

  boolean lists(Difference difference) {
    return reasons.containsKey(difference.name())
        || (difference.with() == Status.ABSENT && reasons.containsKey(difference.nameOfClass()));
  }

  Set<String> names() {
    return reasons.keySet();
  }

  /**
   * Those that differ by the way that is judged alone. What is listed for gateways may be equal
   * through the plug-in and through doors.
   */
  Set<String> ofThisWay() {
    return ofThisWay;
  }
}
