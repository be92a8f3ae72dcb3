package io.halite.it.techniques;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.oracle.TechniqueData;
import io.halite.keys.KeyBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The sections of docs/techniques.md that hold a line. */
final class TechniquesPage {
  static final Path PAGE = Path.of("..", "docs", "techniques.md");

  private static final Pattern ROW =
      Pattern.compile("\\| (?<name>[a-z0-9 ]+|\\(continued\\)) \\| (`?)(?<value>[^|]+)\\2 \\|");

  /** The name of a row that continues the value of the row before it. */
  private static final String CONTINUED = "(continued)";

  /** Which sections are run, by their titles: {@code -Dhalite.techniques='Reversed.*'}. */
  private static final String WANTED = System.getProperty("halite.techniques", ".*");

  /**
   * One section.
   *
   * @param line the arguments of the attribute
   * @param stored the stored key in readable bytes
   * @param data what its table is run with
   * @param regions the points of four regions, if it has some
   */
  record Section(
      String title,
      String line,
      TechniqueData data,
      byte[] natural,
      String stored,
      Optional<String> regions) {
    @Override
    public String toString() {
      return title;
    }
  }

  private TechniquesPage() {}

  /** The sections that are wanted. */
  static List<Section> sections() throws IOException {
    return all().stream().filter(one -> one.title().matches(WANTED)).toList();
  }

  static List<Section> all() throws IOException {
    List<Section> sections = new ArrayList<>();
    String title = "";
    String last = "";
    Map<String, String> rows = new LinkedHashMap<>();
    List<String> lines = new ArrayList<>(Files.readAllLines(PAGE));
    lines.add("## end");
    for (String line : lines) {
      if (line.startsWith("## ")) {
        if (rows.containsKey("line")) {
          sections.add(section(title, rows));
        }
        title = line.substring(3);
        rows.clear();
      } else {
        var row = ROW.matcher(line);
        if (row.matches()) {
          last = row.group("name").equals(CONTINUED) ? last : row.group("name");
          rows.merge(last, row.group("value"), (start, rest) -> start + " " + rest);
        }
      }
    }
    assertThat(sections).hasSize(18);
    return sections;
  }

  private static Section section(String title, Map<String, String> rows) {
    String natural = rows.get("natural key");
    return new Section(
        title,
        rows.get("line"),
        TechniqueData.named(rows.get("data")),
        natural.startsWith("0x")
            ? KeyBytes.parseReadable(natural.substring(2))
            : natural.getBytes(StandardCharsets.US_ASCII),
        rows.get("stored key"),
        Optional.ofNullable(rows.get("4 regions")));
  }
}
