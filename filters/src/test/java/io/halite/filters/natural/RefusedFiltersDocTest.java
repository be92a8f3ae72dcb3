package io.halite.filters.natural;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.natural.StockFilters.Treatment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares docs/compatibility.md with the filters that the code refuses. */
class RefusedFiltersDocTest {
  private static final Pattern CODE = Pattern.compile("`(\\w+Filter)`");

  /** The filters that a bullet begins with, before it says when they are refused. */
  private static final Pattern BULLET = Pattern.compile("(?m)^- (?:`\\w+Filter`(?: and |,?\\s))*");

  private static String section() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "compatibility.md"));
    String heading = "### Filters that a scan refuses";
    assertThat(page).containsOnlyOnce(heading);
    String rest = page.substring(page.indexOf(heading) + heading.length());
    return rest.substring(0, rest.indexOf("\n#"));
  }

  private static Set<String> names(String text) {
    return CODE.matcher(text).results().map(match -> match.group(1)).collect(Collectors.toSet());
  }

  private static Set<String> inCode(Set<Treatment> treatments) {
    return StockFilters.TABLE.values().stream()
        .filter(row -> treatments.contains(row.treatment()))
        .map(row -> row.className().replaceAll(".*[.$]", ""))
        .collect(Collectors.toSet());
  }

  @Test
  void eachFilterThatMayBeRefusedHasItsPlaceOnThePage() throws IOException {
    String bullets =
        BULLET.matcher(section()).results().map(MatchResult::group).collect(Collectors.joining());
    assertThat(names(bullets))
        .isEqualTo(
            inCode(
                EnumSet.of(
                    Treatment.REFUSED,
                    Treatment.REFUSED_EVEN_FOR_ONE_ROW,
                    Treatment.PAGE,
                    Treatment.WHILE_MATCH)));
  }

  @Test
  void thePageNamesTheFiltersThatDropRowsBehindAPage() throws IOException {
    assertThat(names(section()))
        .containsAll(inCode(EnumSet.of(Treatment.RUN_LATE, Treatment.SKIP)));
  }
}
