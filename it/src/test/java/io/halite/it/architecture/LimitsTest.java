package io.halite.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.table.Setting;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each number on the page of limits is the one in the code. */
class LimitsTest {
  private static final Pattern ITEM =
      Pattern.compile("(?m)^- \\*\\*(?<what>[^*]+)\\*\\*: (?<most>[0-9,]*[0-9])");

  /** Where the code has each limit: a constant, or a setting with its default. */
  private static final Map<String, String> SOURCES =
      Map.ofEntries(
          Map.entry("Bytes of a stored key", "keys.KeyBytes#MAX_STORED_LENGTH"),
          Map.entry("Buckets", "keys.SaltParser#MAX_BUCKETS"),
          Map.entry(
              "Digits of a digest that make buckets", "keys.DigestSalt#MOST_DIGITS_OF_BUCKETS"),
          Map.entry("Segments of a layout", "keys.LayoutParser#MAX_SEGMENTS"),
          Map.entry("Characters of a spec", "keys.SaltingSpec#MAX_LENGTH"),
          Map.entry(
              "Replicated families of a table", "coprocessor.replication.StoredEdit#MOST_FAMILIES"),
          Map.entry(
              "Bytes of all copies of a request to many places", "halite.request.copies.bytes"),
          Map.entry(
              "Copies or index entries of writes that a gateway sends at once",
              "coprocessor.owner.CopyLimit#MOST_AT_ONCE"),
          Map.entry(
              "Percent of a server's heap for scans of salted tables", "halite.memory.percent"),
          Map.entry(
              "Milliseconds of a forward that holds the lock of its gateway region",
              "coprocessor.owner.ForwardRetry#UNDER_LOCK_MILLIS"),
          Map.entry("Bytes of outcomes of conditional writes", "halite.outcomes.bytes"),
          Map.entry("Open merged scans of a server", "halite.scans.open.server"),
          Map.entry("Open merged scans of a user on a server", "halite.scans.open.user"),
          Map.entry("Passes of a scan in a gateway region", "halite.scan.passes"),
          Map.entry("Rows of all passes of a scan", "halite.scan.pass.rows"),
          Map.entry("Bytes of a pass", "halite.scan.pass.bytes"),
          Map.entry(
              "Buckets read at once by an unordered scan",
              "routing.scan.UnorderedAttribute#MOST_AT_ONCE"),
          Map.entry("Conditions without parentheses", "filters.segment.QueryLimits#MAX_CONDITIONS"),
          Map.entry(
              "Conditions with parentheses",
              "filters.segment.QueryLimits#MAX_CONDITIONS_OF_GROUPS"),
          Map.entry("Parentheses within each other", "filters.segment.QueryParser#MAX_PARENTHESES"),
          Map.entry("Values in one list", "filters.segment.Condition#MAX_SPANS"),
          Map.entry(
              "Values, prefixes and ranges of all conditions",
              "filters.segment.QueryLimits#MAX_VALUES"),
          Map.entry(
              "Prefixes and ranges of all conditions", "filters.segment.QueryLimits#MAX_RANGES"),
          Map.entry("Branches of a query multiplied out", "filters.segment.Branches#MAX_BRANCHES"),
          Map.entry("Delimiters in front of a segment", "filters.segment.Step#MAX"),
          Map.entry("Bytes of a query on the wire", "filters.segment.WireLimits#MAX_BYTES"),
          Map.entry("Rows of one key", "routing.latest.Selection#MAX_LIMIT"),
          Map.entry("Columns", "routing.latest.Selection#MAX_COLUMNS"),
          Map.entry("Times of `AT`", "routing.latest.TimeChoice$AtTimes#MAX_TIMES"),
          Map.entry(
              "Bytes of the oldest rows of one key", "coprocessor.latest.BackwardRows#MOST_BYTES"),
          Map.entry("Doors of a gateway region", "coprocessor.door.DoorWatch#MOST_DOORS"),
          Map.entry(
              "Regions of a table that a server knows for doors",
              "coprocessor.door.KnownRegions#MOST_REGIONS"),
          Map.entry("Keys that `halite advise` judges", "keys.advice.SampleTaker#MOST_KEPT"),
          Map.entry("Ranges that `explain_where` lists", "client.operate.Explanation#MOST"));

  private static long inCode(String source) throws Exception {
    for (Setting setting : Setting.values()) {
      if (setting.key().equals(source)) {
        return Long.parseLong(setting.usual());
      }
    }
    String[] names = source.split("#");
    Field constant = Class.forName("io.halite." + names[0]).getDeclaredField(names[1]);
    constant.setAccessible(true);
    return ((Number) constant.get(null)).longValue();
  }

  @Test
  void eachNumberOfThePageIsThatOfTheCode() throws Exception {
    Map<String, Long> page = new TreeMap<>();
    String text = Files.readString(Sources.ROOT.resolve("docs/limits.md"));
    Matcher item = ITEM.matcher(text);
    while (item.find()) {
      page.put(item.group("what"), Long.parseLong(item.group("most").replace(",", "")));
    }
    Map<String, Long> code = new TreeMap<>();
    for (Map.Entry<String, String> source : SOURCES.entrySet()) {
      code.put(source.getKey(), inCode(source.getValue()));
    }
    assertThat(page).isEqualTo(code);
  }
}
