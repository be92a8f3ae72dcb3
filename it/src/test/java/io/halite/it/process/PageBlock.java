package io.halite.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A block of commands or settings as a page has it: between fences, or indented.
 *
 * @param lines its lines, without what all of them are indented by
 */
record PageBlock(List<String> lines) {
  private static final String INDENT = "    ";

  /** The one block of a page of the project that contains these words. */
  static PageBlock of(String page, String words) throws IOException {
    List<PageBlock> found =
        all(Files.readAllLines(Path.of("..").resolve(page))).stream()
            .filter(block -> block.text().contains(words))
            .toList();
    assertThat(found).as("blocks of %s with '%s'", page, words).hasSize(1);
    return found.get(0);
  }

  private static List<PageBlock> all(List<String> page) {
    List<PageBlock> blocks = new ArrayList<>();
    List<String> block = new ArrayList<>();
    boolean fenced = false;
    for (String line : page) {
      boolean fence = line.startsWith("```");
      boolean inside = !fence && (fenced || line.startsWith(INDENT));
      if (inside) {
        block.add(line);
      } else if (!block.isEmpty()) {
        blocks.add(of(block));
        block.clear();
      }
      fenced ^= fence;
    }
    return blocks;
  }

  private static PageBlock of(List<String> lines) {
    int indent = lines.stream().mapToInt(line -> line.indexOf(line.strip())).min().orElse(0);
    return new PageBlock(lines.stream().map(line -> line.substring(indent)).toList());
  }

  /** The block with another text in place of one that it must contain. */
  PageBlock with(String placeholder, String value) {
    assertThat(text()).contains(placeholder);
    return new PageBlock(lines.stream().map(line -> line.replace(placeholder, value)).toList());
  }

  /** All lines. */
  String text() {
    return String.join("\n", lines);
  }

  /** The block as settings, one {@code key = value} in a line, without "…," of a longer list. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String line : lines) {
      String[] parts = line.split(" = ", 2);
      assertThat(parts).as(line).hasSize(2);
      settings.put(parts[0].strip(), parts[1].strip().replace("…,", ""));
    }
    return settings;
  }
}
