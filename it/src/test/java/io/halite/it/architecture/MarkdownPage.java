package io.halite.it.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A Markdown page of the repository, line by line.
 *
 * @param path from the module {@code it}, such as {@code ../docs/latest.md}
 */
record MarkdownPage(Path path, List<Line> lines) {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^()\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("#+ (.*)");

  /** What a line is part of. */
  enum Kind {
    PROSE,
    TABLE,
    FENCED,
    INDENTED
  }

  /** A line and its number, from 1. */
  record Line(int number, Kind kind, String text) {}

  /** All pages of the repository. */
  static List<MarkdownPage> all() throws IOException {
    List<MarkdownPage> pages = new ArrayList<>();
    for (Path file : Sources.matching(".*\\.md")) {
      pages.add(read(file));
    }
    return pages;
  }

  static MarkdownPage read(Path path) throws IOException {
    List<Line> lines = new ArrayList<>();
    Kind before = Kind.PROSE;
    boolean mayIndent = true;
    boolean fenced = false;
    for (String text : Files.readAllLines(path)) {
      boolean fence = text.strip().startsWith("```");
      Kind kind = fence || fenced ? Kind.FENCED : kind(text, before == Kind.INDENTED || mayIndent);
      fenced ^= fence;
      lines.add(new Line(lines.size() + 1, kind, text));
      mayIndent = text.isBlank() || HEADING.matcher(text).matches();
      before = text.isBlank() ? before : kind;
    }
    return new MarkdownPage(path, List.copyOf(lines));
  }

  private static Kind kind(String text, boolean mayIndent) {
    if (text.startsWith("|")) {
      return Kind.TABLE;
    }
    return mayIndent && text.startsWith("    ") ? Kind.INDENTED : Kind.PROSE;
  }

  /** {@code docs/latest.md}. */
  String name() {
    return Sources.name(path);
  }

  /** The lines under a heading, up to the next heading of any depth. */
  List<Line> section(String heading) {
    List<Line> section = new ArrayList<>();
    boolean inside = false;
    for (Line line : lines) {
      Matcher here = HEADING.matcher(line.text());
      if (line.kind() == Kind.PROSE && here.matches()) {
        inside = here.group(1).equals(heading);
      } else if (inside) {
        section.add(line);
      }
    }
    return section;
  }

  /** The headings as GitHub makes anchors of them. */
  Set<String> anchors() {
    return lines.stream()
        .filter(line -> line.kind() == Kind.PROSE)
        .map(line -> HEADING.matcher(line.text()))
        .filter(Matcher::matches)
        .map(heading -> anchor(heading.group(1)))
        .collect(Collectors.toSet());
  }

  private static String anchor(String heading) {
    return heading
        .toLowerCase(Locale.ROOT)
        .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }

  /** The targets of all links outside of code, such as {@code latest.md#load-it}. */
  List<String> links() {
    return lines.stream()
        .filter(line -> line.kind() == Kind.PROSE || line.kind() == Kind.TABLE)
        .flatMap(line -> LINK.matcher(line.text().replaceAll("`[^`]*`", "`")).results())
        .map(link -> link.group(1))
        .toList();
  }
}
