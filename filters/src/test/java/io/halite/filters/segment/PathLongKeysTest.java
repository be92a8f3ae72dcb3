package io.halite.filters.segment;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.harness.FilterHarness;
import io.halite.filters.harness.FilterRun;
import io.halite.filters.natural.NaturalViewFilter;
import io.halite.keys.KeyLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.Filter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows so long that a target behind their beginning is cut: none that matches is lost. */
class PathLongKeysTest {
  private static final KeyLayout LAYOUT = KeyLayout.parse("a~: b~: rest:*");
  private static final byte[] F = {'f'};

  /** Queries, each with what a key of the parts a, b and rest must be. */
  private static final Map<String, Predicate<String[]>> QUERIES =
      Map.of(
          "rest = x*", key -> key[2].startsWith("x"),
          "b = x", key -> key[1].equals("x"),
          "b in (x, y) and rest >= b", key -> key[1].matches("[xy]") && key[2].matches("[b-z].*"),
          "a != q and b > x", key -> key[1].compareTo("x") > 0,
          "b = '' or rest = 1", key -> key[1].isEmpty() || key[2].equals("1"));

  private static TreeSet<String> keys(char fill) {
    TreeSet<String> keys = new TreeSet<>();
    for (int length : new int[] {PathSeeker.MAX_TARGET - 2, PathSeeker.MAX_TARGET + 1, 32_700}) {
      String head = String.valueOf(fill).repeat(length);
      for (String tail : List.of("::x", ":x:1", ":x:x1", ":x1:a", ":y:", ":y:c", "b:x:x")) {
        keys.add(head + tail);
      }
    }
    keys.add("a:x:x");
    return keys;
  }

  private static List<KeyValue> cells(TreeSet<String> keys, int prefixWidth) {
    List<KeyValue> cells = new ArrayList<>();
    keys.forEach(
        key ->
            cells.add(
                new KeyValue(("s".repeat(prefixWidth) + key).getBytes(ISO_8859_1), F, F, 1, F)));
    return cells;
  }

  private static List<String> tails(FilterRun run, int prefixWidth) {
    return run.rows().stream()
        .map(row -> new String(CellUtil.cloneRow(row.get(0)), ISO_8859_1).substring(prefixWidth))
        .map(PathLongKeysTest::shown)
        .toList();
  }

  /** A key with its length in place of its long beginning. */
  private static String shown(String key) {
    return key.length() + key.substring(Math.max(0, key.length() - 6));
  }

  @ParameterizedTest
  @ValueSource(chars = {'a', 0xFF, 0})
  void rowsBehindACutTargetAreReadOn(char fill) throws IOException {
    TreeSet<String> keys = keys(fill);
    for (Map.Entry<String, Predicate<String[]>> query : QUERIES.entrySet()) {
      List<String> wanted =
          keys.stream()
              .filter(key -> query.getValue().test(key.split(":", 3)))
              .map(PathLongKeysTest::shown)
              .toList();
      assertThat(wanted).isNotEmpty();
      List<String> backwards = new ArrayList<>(wanted);
      Collections.reverse(backwards);
      for (int way = 0; way < 8; way++) {
        int prefixWidth = (way & 1) * 2;
        SegmentFilter adaptive = SegmentFilter.where(LAYOUT, query.getKey());
        SegmentFilter own = (way & 2) == 0 ? adaptive : adaptive.alwaysSeeking();
        Filter filter = prefixWidth == 0 ? own : new NaturalViewFilter(own, prefixWidth);
        FilterHarness harness = FilterHarness.over(cells(keys, prefixWidth)).newer();
        harness = (way & 4) == 0 ? harness : harness.reversed();
        assertThat(tails(harness.run(filter), prefixWidth))
            .as("%s, way %d", query.getKey(), way)
            .isEqualTo((way & 4) == 0 ? wanted : backwards);
      }
    }
  }

  /** The greatest key of those that match begins with too many FF for a hint in reverse. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void inReverseTheEndOfAllRowsIsNoTarget(boolean always) throws IOException {
    byte[] other = new byte[32_003];
    Arrays.fill(other, (byte) 0xFF);
    other[32_001] = ':';
    other[32_002] = 'y';
    byte[] matching = Arrays.copyOf(other, 32_004);
    matching[32_002] = 'x';
    matching[32_003] = '1';
    SegmentFilter filter = SegmentFilter.where(KeyLayout.parse("a~: rest:*"), "rest = x*");
    FilterRun run =
        FilterHarness.over(
                List.of(new KeyValue(other, F, F, 1, F), new KeyValue(matching, F, F, 1, F)))
            .reversed()
            .run(always ? filter.alwaysSeeking() : filter);
    assertThat(run.rows()).hasSize(1);
    assertThat(CellUtil.cloneRow(run.rows().get(0).get(0))).isEqualTo(matching);
    assertThat(run.hints()).isEmpty();
  }

  @Test
  void inReverseAHintThatIsStoredIsReadInVain() throws IOException {
    List<KeyValue> cells = new ArrayList<>();
    for (String row : List.of("boot:b:T", "boot:b;", "boot:c:T", "boot:d:T", "boot:e:T")) {
      cells.add(new KeyValue(row.getBytes(ISO_8859_1), F, F, 1, F));
    }
    FilterRun run =
        FilterHarness.over(cells)
            .reversed()
            .run(SegmentFilter.where("@#3A#3A in (a, b)").alwaysSeeking());
    assertThat(run.rows()).hasSize(1);
    assertThat(run.hints()).hasSize(1);
    assertThat(CellUtil.cloneRow(run.hints().get(0))).asString(ISO_8859_1).isEqualTo("boot:b;");
    assertThat(run.cellsRead())
        .as("the first row, the one of the hint, and the match")
        .isEqualTo(3);
  }
}
