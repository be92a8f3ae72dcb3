package io.halite.filters.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.halite.keys.KeyLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the tables of docs/segment-filter.md. */
class SegmentFilterDocTest {
  private static final KeyLayout LAYOUT =
      KeyLayout.parse(
          "origin:3 departure:12:digits destination:3 delay:4:int seen:8:revtime serial:8:long"
              + " rest:*");
  private static final Pattern CODE = Pattern.compile("`([^`]*)`");

  /** The rows of the table with that header, each cell's pieces of code in a list. */
  private static Stream<List<List<String>>> table(String header) throws IOException {
    List<List<List<String>>> rows = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(Path.of("..", "docs", "segment-filter.md"))) {
      inside = line.equals(header) || (inside && line.startsWith("|"));
      if (inside && line.startsWith("| `")) {
        rows.add(Stream.of(line.substring(1).split("\\|")).map(cell -> code(cell)).toList());
      }
    }
    assertThat(rows).as("table '%s'", header).isNotEmpty();
    return rows.stream();
  }

  private static List<String> code(String cell) {
    if (cell.strip().equals("``")) {
      return List.of("");
    }
    List<String> pieces = new ArrayList<>();
    Matcher matcher = CODE.matcher(cell);
    while (matcher.find()) {
      pieces.add(matcher.group(1));
    }
    return pieces.isEmpty() ? List.of(cell.strip()) : pieces;
  }

  static Stream<List<List<String>>> printed() throws IOException {
    return table("| query | prints as |");
  }

  static Stream<List<List<String>>> matched() throws IOException {
    return table("| query | matches | does not match |");
  }

  static Stream<List<List<String>>> refused() throws IOException {
    return table("| query | position | found | expected |");
  }

  @ParameterizedTest
  @MethodSource("printed")
  void queryPrintsAsThePageSaysAndParsesBackEqual(List<List<String>> row) {
    SegmentQuery query = SegmentQuery.parse(LAYOUT, row.get(0).get(0));
    assertThat(query).hasToString(row.get(1).get(0));
    assertThat(SegmentQuery.parse(query.toString())).isEqualTo(query).hasSameHashCodeAs(query);
    assertThat(SegmentQuery.parse(LAYOUT, query.toString())).isEqualTo(query);
  }

  @ParameterizedTest
  @MethodSource("matched")
  void queryMatchesWhatThePageSays(List<List<String>> row) {
    SegmentQuery query = SegmentQuery.parse(LAYOUT, row.get(0).get(0));
    for (String key : row.get(1)) {
      assertThat(query.matches(key.getBytes(US_ASCII))).as(key).isTrue();
    }
    for (String key : row.get(2)) {
      assertThat(query.matches(key.getBytes(US_ASCII))).as(key).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("refused")
  void queryIsRefusedWithPlaceFindAndExpectation(List<List<String>> row) {
    String text = row.get(0).get(0);
    QueryException refusal =
        catchThrowableOfType(QueryException.class, () -> SegmentQuery.parse(LAYOUT, text));
    assertThat(refusal).as(text).isNotNull();
    assertThat(refusal.position()).as(refusal.getMessage()).isEqualTo(number(row.get(1).get(0)));
    assertThat(refusal.found()).isEqualTo(row.get(2).get(0));
    assertThat(refusal.expected()).isEqualTo(row.get(3).get(0));
    assertThat(refusal)
        .hasMessage(
            "query '%s' at position %d: found %s, expected %s"
                .formatted(text, refusal.position(), refusal.found(), refusal.expected()));
  }

  private static int number(String text) {
    return Integer.parseInt(text);
  }

  @Test
  void nameWithoutLayoutAsksForItsPlace() {
    QueryException refusal =
        catchThrowableOfType(QueryException.class, () -> SegmentQuery.parse("origin = ATL"));
    assertThat(refusal.expected())
        .isEqualTo("name@offset:width, since no layout says where 'origin' lies");
  }
}
