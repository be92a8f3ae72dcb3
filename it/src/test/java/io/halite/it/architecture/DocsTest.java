package io.halite.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.architecture.MarkdownPage.Kind;
import io.halite.it.architecture.MarkdownPage.Line;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages can be found, their links lead somewhere, and their lines fit a screen. */
class DocsTest {
  private static final int WIDEST = 100;
  private static final Path DECISIONS = Sources.ROOT.resolve("docs/decisions");
  private static final String STATUS = "(proposed|accepted|replaced by [0-9]{4})";

  /** Where a line of a fenced block may be wider, and why. */
  private static final Map<String, String> WIDE_BLOCKS =
      Map.of("docs/technique-costs.md", "the output of the demonstration, which DemoIT compares");

  @Test
  void theIndexLinksEveryPage() throws Exception {
    MarkdownPage index = MarkdownPage.read(Sources.ROOT.resolve("docs/README.md"));
    Set<String> linked = new TreeSet<>();
    for (String link : index.links()) {
      linked.add("docs/" + link.replaceFirst("#.*", ""));
    }
    for (MarkdownPage page : MarkdownPage.all()) {
      String name = page.name();
      if (name.matches("docs/[^/]+\\.md") && !name.equals("docs/README.md")) {
        assertThat(linked).as("docs/README.md links every page").contains(name);
      }
    }
    assertThat(linked).contains("docs/decisions/README.md");
  }

  @Test
  void everyLinkLeadsToAFileAndAHeading() throws Exception {
    Set<String> broken = new TreeSet<>();
    List<MarkdownPage> pages = MarkdownPage.all();
    assertThat(pages).hasSizeGreaterThan(20);
    for (MarkdownPage page : pages) {
      for (String link : page.links()) {
        if (!link.matches("[a-z]+:.*") && !leadsSomewhere(page, link)) {
          broken.add(page.name() + ": " + link);
        }
      }
    }
    assertThat(broken).as("relative links that lead nowhere").isEmpty();
  }

  private static boolean leadsSomewhere(MarkdownPage page, String link) throws Exception {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? page.path() : page.path().resolveSibling(parts[0]);
    if (!Files.exists(target)) {
      return false;
    }
    return parts.length == 1 || MarkdownPage.read(target.normalize()).anchors().contains(parts[1]);
  }

  @Test
  void everyDecisionFollowsTheTemplateAndIsListedWithItsTitle() throws Exception {
    MarkdownPage list = MarkdownPage.read(DECISIONS.resolve("README.md"));
    String listed =
        list.lines().stream().map(line -> line.text().strip()).collect(Collectors.joining(" "));
    List<Path> decisions;
    try (Stream<Path> files = Files.list(DECISIONS)) {
      decisions = files.filter(file -> !file.endsWith("README.md")).sorted().toList();
    }
    for (int i = 0; i < decisions.size(); i++) {
      String number = "%04d".formatted(i + 1);
      String file = decisions.get(i).getFileName().toString();
      assertThat(file).matches(number + "-[a-z0-9-]+\\.md");
      List<String> lines = Files.readAllLines(decisions.get(i));
      assertThat(lines.get(0)).as(file).startsWith("# " + number + ". ");
      assertThat(lines.get(2))
          .as(file)
          .matches("Date: 20[0-9]{2}-[0-9]{2}-[0-9]{2}\\. Status: " + STATUS + "\\.(?: .*)?");
      assertThat(lines.stream().filter(line -> line.startsWith("## ")))
          .as(file)
          .containsExactly("## Context", "## Decision", "## Consequences");
      String title = lines.get(0).substring("# 0000. ".length());
      assertThat(listed).contains("- [%s](%s): %s".formatted(number, file, title));
    }
  }

  @Test
  void noLineIsWiderThanAScreen() throws Exception {
    Set<String> tooWide = new TreeSet<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      for (Line line : page.lines()) {
        int width = line.text().codePointCount(0, line.text().length());
        if (width > WIDEST && !mayBeWide(page, line)) {
          tooWide.add("%s:%d: %d characters".formatted(page.name(), line.number(), width));
        }
      }
    }
    assertThat(tooWide).as("lines of more than %s characters", WIDEST).isEmpty();
  }

  /** A line of one word, such as a link, cannot be broken. */
  private static boolean mayBeWide(MarkdownPage page, Line line) {
    return line.kind() == Kind.FENCED && WIDE_BLOCKS.containsKey(page.name())
        || !line.text().strip().replaceFirst("^([-*]|[0-9]+\\.) ", "").contains(" ");
  }
}
