package io.halite.filters.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.halite.keys.KeyLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the tables and examples of docs/segment-filter.md. */
class SegmentFilterDocTest {
  private static final KeyLayout LAYOUT =
      KeyLayout.parse(
          "origin:3 departure:12:digits destination:3 delay:4:int seen:8:revtime serial:8:long"
              + " rest:*");
  private static final KeyLayout DELIMITED =
      KeyLayout.parse("event~: host~: seen:8:revtime rest:*");
  private static final String BEHIND = "## Segments behind delimiters";
  private static final Path PAGE = Path.of("..", "docs", "segment-filter.md");
  private static final Pattern CODE = Pattern.compile("`([^`]*)`");
  private static final Pattern REFUSAL =
      Pattern.compile(
          "- (?:the empty query|`(?<query>[^`]+)`), position (?<position>\\d+):"
              + " found `(?<found>[^`]+)`, expected `(?<expected>[^`]+)`");

  /** What the page says of a query that is refused. */
  record Refusal(String query, int position, String found, String expected) {}

  /** Returns the lines from a heading to the next one. */
  private static List<String> section(String heading) throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    int start = lines.indexOf(heading) + 1;
    assertThat(start).as("section '%s'", heading).isPositive();
    int end = start;
    while (!lines.get(end).startsWith("## ")) {
      end++;
    }
    return lines.subList(start, end);
  }

  /** The rows of the table with that header, each cell's pieces of code in a list. */
  private static Stream<List<List<String>>> table(String header) throws IOException {
    List<List<List<String>>> rows = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(PAGE)) {
      inside = line.equals(header) || (inside && line.startsWith("|"));
      if (inside && line.startsWith("| `")) {
        rows.add(Stream.of(line.substring(1).split("\\|")).map(cell -> code(cell)).toList());
      }
    }
    assertThat(rows).as("table '%s'", header).isNotEmpty();
    return rows.stream();
  }

  private static List<String> code(String cell) {
    List<String> pieces = new ArrayList<>();
    Matcher matcher = CODE.matcher(cell);
    while (matcher.find()) {
      pieces.add(matcher.group(1));
    }
    return pieces.isEmpty() ? List.of(cell.strip()) : pieces;
  }

  /** Each query of the page, and the line below it. */
  static Stream<Arguments> printed() throws IOException {
    List<Arguments> pairs = new ArrayList<>(printed("## Printed form", LAYOUT));
    assertThat(pairs).hasSize(22);
    pairs.addAll(printed(BEHIND, DELIMITED));
    assertThat(pairs).hasSize(27);
    return pairs.stream();
  }

  private static List<Arguments> printed(String heading, KeyLayout layout) throws IOException {
    List<String> lines = section(heading).stream().filter(line -> line.startsWith("    ")).toList();
    List<Arguments> pairs = new ArrayList<>();
    for (int i = 0; i < lines.size(); i += 2) {
      assertThat(lines.get(i + 1)).as("below '%s'", lines.get(i)).startsWith("      ");
      pairs.add(arguments(layout, lines.get(i).strip(), lines.get(i + 1).strip()));
    }
    return pairs;
  }

  static Stream<Arguments> matched() throws IOException {
    return Stream.concat(
        table("| query | matches | does not match |").map(row -> arguments(LAYOUT, row)),
        table("| query behind delimiters | matches | does not match |")
            .map(row -> arguments(DELIMITED, row)));
  }

  /** The items of the list, each on one line. */
  static Stream<Arguments> refused() throws IOException {
    List<Arguments> refusals = new ArrayList<>(refused("## What is refused", LAYOUT));
    assertThat(refusals).hasSize(31);
    refusals.addAll(refused(BEHIND, DELIMITED));
    assertThat(refusals).hasSize(38);
    return refusals.stream();
  }

  private static List<Arguments> refused(String heading, KeyLayout layout) throws IOException {
    String items = String.join("\n", section(heading)).replace("\n  ", " ");
    return items
        .lines()
        .filter(line -> line.startsWith("- ") && line.contains(", position "))
        .map(line -> arguments(layout, refusal(line)))
        .toList();
  }

  private static Refusal refusal(String item) {
    Matcher parts = REFUSAL.matcher(item);
    assertThat(parts.matches()).as(item).isTrue();
    String query = Optional.ofNullable(parts.group("query")).orElse("");
    int position = Integer.parseInt(parts.group("position"));
    return new Refusal(query, position, parts.group("found"), parts.group("expected"));
  }

  @ParameterizedTest
  @MethodSource("printed")
  void queryPrintsAsThePageSaysAndParsesBackEqual(KeyLayout layout, String text, String printed) {
    SegmentQuery query = SegmentQuery.parse(layout, text);
    assertThat(query).hasToString(printed);
    assertThat(SegmentQuery.parse(query.toString())).isEqualTo(query).hasSameHashCodeAs(query);
    assertThat(SegmentQuery.parse(layout, query.toString())).isEqualTo(query);
  }

  @ParameterizedTest
  @MethodSource("matched")
  void queryMatchesWhatThePageSays(KeyLayout layout, List<List<String>> row) {
    SegmentQuery query = SegmentQuery.parse(layout, row.get(0).get(0));
    for (String key : row.get(1)) {
      assertThat(query.matches(key.getBytes(US_ASCII))).as(key).isTrue();
    }
    for (String key : row.get(2)) {
      assertThat(query.matches(key.getBytes(US_ASCII))).as(key).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("refused")
  void queryIsRefusedWithPlaceFindAndExpectation(KeyLayout layout, Refusal page) {
    String text = page.query();
    QueryException refusal =
        catchThrowableOfType(QueryException.class, () -> SegmentQuery.parse(layout, text));
    assertThat(refusal).as(text).isNotNull();
    assertThat(refusal.position()).as(refusal.getMessage()).isEqualTo(page.position());
    assertThat(refusal.found()).isEqualTo(page.found());
    assertThat(refusal.expected()).isEqualTo(page.expected());
    assertThat(refusal)
        .hasMessage(
            "query '%s' at position %d: found %s, expected %s"
                .formatted(text, refusal.position(), refusal.found(), refusal.expected()));
  }

  @Test
  void nameWithoutLayoutAsksForItsPlace() {
    QueryException refusal =
        catchThrowableOfType(QueryException.class, () -> SegmentQuery.parse("origin = ATL"));
    assertThat(refusal.expected())
        .isEqualTo("name@offset:width, since no layout says where 'origin' lies");
  }
}
