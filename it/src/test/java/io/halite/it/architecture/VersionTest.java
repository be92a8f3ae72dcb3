package io.halite.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** One version number everywhere: poms, pages, commands and configuration. */
class VersionTest {
  private static final Pattern OF_POM =
      Pattern.compile(
          "<groupId>io\\.halite</groupId>\\s*<artifactId>[^<]+</artifactId>"
              + "\\s*<version>([^<$]+)</version>");
  private static final Pattern OF_TEXT =
      Pattern.compile("halite(?:-(?:keys|filters|client|coprocessor))?[-:](\\d+\\.\\d+\\.\\d+)\\b");

  private static String version() throws IOException {
    return versions(OF_POM, Sources.ROOT.resolve("pom.xml")).iterator().next();
  }

  private static Set<String> versions(Pattern pattern, Path file) throws IOException {
    Set<String> found = new TreeSet<>();
    for (MatchResult hit : pattern.matcher(Files.readString(file)).results().toList()) {
      found.add(hit.group(1));
    }
    return found;
  }

  /** The files that name a version other than the root's, with the versions. */
  private static Map<String, Set<String>> others(Pattern pattern, String files, int atLeast)
      throws IOException {
    Map<String, Set<String>> others = new TreeMap<>();
    int naming = 0;
    for (Path file : Sources.matching(files)) {
      Set<String> found = versions(pattern, file);
      naming += found.isEmpty() ? 0 : 1;
      found.remove(version());
      if (!found.isEmpty()) {
        others.put(Sources.name(file), found);
      }
    }
    assertThat(naming).as("files that name a version").isGreaterThanOrEqualTo(atLeast);
    return others;
  }

  @Test
  void everyPomHasTheVersionOfTheRoot() throws Exception {
    assertThat(others(OF_POM, "(.*/)?pom\\.xml", 9)).isEmpty();
  }

  @Test
  void pagesAndCommandsNameIt() throws Exception {
    assertThat(others(OF_TEXT, ".*\\.(md|rb|xml)|shell-scripts/.*", 6)).isEmpty();
  }

  @Test
  void theChangelogBeginsWithIt() throws Exception {
    List<String> lines = Files.readAllLines(Sources.ROOT.resolve("CHANGELOG.md"));
    String newest = "## " + version() + " (";
    assertThat(lines.stream().filter(line -> line.startsWith("## ")).toList().get(0))
        .startsWith(newest);
  }
}
