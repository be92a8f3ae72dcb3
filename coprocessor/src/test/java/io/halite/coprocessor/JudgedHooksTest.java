package io.halite.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.coprocessor.BulkLoadObserver;
import org.apache.hadoop.hbase.coprocessor.EndpointObserver;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.junit.jupiter.api.Test;

/**
 * Every hook that HBase offers to coprocessors of a region has a line in docs/security.md that says
 * who judges what passes it, and Halite implements those alone that the page says it does.
 */
class JudgedHooksTest {
  private static final Path PAGE = Path.of("..", "docs", "security.md");
  private static final String HEADING = "## Each hook";

  /** Hook names of the page's table, with the word of the second column. */
  private static Map<String, String> page() throws Exception {
    String section = Files.readString(PAGE).split(HEADING, 2)[1].split("\n## ", 2)[0];
    Map<String, String> hooks = new TreeMap<>();
    for (String line : section.lines().filter(row -> row.startsWith("| `")).toList()) {
      String[] columns = line.split("\\|");
      for (String hook : columns[1].trim().split(",\\s*")) {
        String name = hook.replace("`", "");
        assertThat(hooks.put(name, columns[2].trim())).as("lines of %s", name).isNull();
      }
    }
    return hooks;
  }

  private static Set<String> hooksOf(Class<?>... observers) {
    return Arrays.stream(observers)
        .flatMap(observer -> Arrays.stream(observer.getDeclaredMethods()))
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> method.getParameterCount() > 0)
        .filter(method -> method.getParameterTypes()[0] == ObserverContext.class)
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyHookOfHBaseIsOnThePage() throws Exception {
    assertThat(page().keySet())
        .containsExactlyInAnyOrderElementsOf(
            hooksOf(RegionObserver.class, BulkLoadObserver.class, EndpointObserver.class));
  }

  @Test
  void haliteImplementsThoseHooksAloneOfWhichThePageSaysSo() throws Exception {
    Set<String> untouched =
        page().entrySet().stream()
            .filter(hook -> hook.getValue().equals("untouched"))
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    Set<String> implemented = hooksOf(SaltingObserver.class, ForeignEndpoints.class);
    assertThat(implemented).doesNotContainAnyElementsOf(untouched);
    Set<String> rest = new TreeSet<>(page().keySet());
    rest.removeAll(untouched);
    assertThat(implemented).containsExactlyInAnyOrderElementsOf(rest);
  }

  @Test
  void thePageHasNoOtherWords() throws Exception {
    assertThat(Set.copyOf(page().values()))
        .isSubsetOf(
            List.of(
                "forwards",
                "judges inside",
                "refuses what was bypassed",
                "keeps the answer",
                "opener",
                "stored files",
                "own services",
                "life of a region",
                "bounds answers",
                "keeps stored keys from other clusters",
                "end of a batch",
                "outcome",
                "untouched"));
  }
}
