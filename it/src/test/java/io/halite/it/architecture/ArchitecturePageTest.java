package io.halite.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.architecture.MarkdownPage.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The contributors' map names classes and packages that exist, and no package is missing. */
class ArchitecturePageTest {
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** {@code routing.scan.ScanPlan}. */
  private static final String CLASS = "([a-z]+\\.)+[A-Z][A-Za-z0-9]*";

  /** {@code ModulesTest}, a test without its package. */
  private static final String TEST = "[A-Z][A-Za-z0-9]*(Test|IT|Fire)";

  private static final String PACKAGE = "(keys|filters|routing|client|coprocessor|it)(\\.[a-z]+)*";

  private static Set<String> named(String pattern) throws IOException {
    return MarkdownPage.read(Sources.ROOT.resolve("docs/architecture.md")).lines().stream()
        .filter(line -> line.kind() == Kind.PROSE)
        .flatMap(line -> CODE.matcher(line.text()).results())
        .map((MatchResult code) -> code.group(1))
        .filter(code -> code.matches(pattern))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Names below {@code io.halite} of all Java sources, such as {@code keys.Salt}. */
  private static Set<String> sources(String tree) throws IOException {
    Pattern source = Pattern.compile("[a-z]+/src/" + tree + "/java/io/halite/(.*)\\.java");
    Set<String> names = new TreeSet<>();
    for (Path file : Sources.matching(source.pattern())) {
      names.add(source.matcher(Sources.name(file)).replaceFirst("$1").replace('/', '.'));
    }
    return names;
  }

  private static String packageOf(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  @Test
  void everyClassIsInThePackageThatThePageNames() throws Exception {
    Set<String> missing = named(CLASS);
    assertThat(missing).hasSizeGreaterThan(80);
    missing.removeAll(sources("main"));
    assertThat(missing).as("classes in docs/architecture.md that no main source has").isEmpty();
  }

  @Test
  void everyTestExists() throws Exception {
    Set<String> tests =
        sources("test").stream()
            .map(name -> name.substring(name.lastIndexOf('.') + 1))
            .collect(Collectors.toSet());
    assertThat(tests).containsAll(named(TEST));
  }

  @Test
  void everyPackageIsOnThePageAndEveryPackageOnThePageExists() throws Exception {
    Set<String> packages =
        sources("main").stream()
            .filter(name -> name.endsWith(".package-info"))
            .map(ArchitecturePageTest::packageOf)
            .filter(name -> !name.startsWith("it."))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> named = named(PACKAGE);
    assertThat(named).containsAll(packages);
    packages.addAll(Set.of("filters", "routing", "client", "it"));
    assertThat(packages).containsAll(named);
  }
}
