package io.halite.keys;

import static io.halite.keys.Text.bytes;
import static io.halite.keys.Text.hex;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Runs the tables and examples of docs/row-key-format.md. */
class RowKeyFormatDocTest {
  private static final Path PAGE = Path.of("..", "docs", "row-key-format.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern ITEM = Pattern.compile("^- `([^`]+)`: ");

  @Test
  void fingerprintsAreThoseOfThePage() throws IOException {
    for (List<String> row : table("## The attribute", 2)) {
      SaltingSpec spec = SaltingSpec.parse(code(row.get(0)));
      assertThat(spec).hasToString(code(row.get(0)));
      assertThat("%016x".formatted(spec.fingerprint())).isEqualTo(code(row.get(1)));
    }
  }

  @Test
  void layoutExamplesParseAndPrintBack() throws IOException {
    for (List<String> row : table("## Layouts", 5)) {
      for (String example : CODE.matcher(row.get(2)).results().map(m -> m.group(1)).toList()) {
        assertThat(KeyLayout.parse(example)).hasToString(example);
      }
    }
  }

  @Test
  void typesReadAndWriteTheirValues() throws IOException {
    for (List<String> row : table("### Types", SegmentType.values().length)) {
      SegmentType type = SegmentType.named(row.get(0)).orElseThrow();
      byte[] bytes = hex(code(row.get(4)));
      assertThat(type.parse(code(row.get(3)))).isEqualTo(bytes);
      assertThat(type.print(bytes, 0, bytes.length)).contains(code(row.get(3)));
      int width = type.demandedWidth();
      assertThat(row.get(1)).isEqualTo(width == 0 ? "any" : String.valueOf(width));
    }
  }

  @Test
  void saltsAreDoneAsThePageSays() throws IOException {
    List<String> salts =
        section("## Salts").stream()
            .map(ITEM::matcher)
            .filter(Matcher::find)
            .map(item -> item.group(1).replace("N", "16"))
            .toList();
    assertThat(salts).hasSize(14).doesNotHaveDuplicates();
    for (String salt : salts) {
      String arguments = "key=a:2 b:2 ts:4:int,salt=" + salt;
      assertThat(SaltingSpec.parse(arguments).salt()).hasToString(salt);
    }
  }

  @Test
  void workedExamplesHold() throws IOException {
    for (List<String> row : examples("### Worked examples", 20)) {
      Salt salt = SaltingSpec.parse(row.get(0)).salt();
      byte[] natural = bytes(row.get(1));
      byte[] stored = salt.salt(natural);
      assertThat(KeyBytes.readable(stored, salt.prefixWidth())).isEqualTo(row.get(2));
      assertThat(salt.unsalt(hex(row.get(2)))).isEqualTo(natural);
    }
  }

  @Test
  void rangesHaveTheImagesOfThePage() throws IOException {
    for (List<String> row : examples("### Which buckets", 21)) {
      KeyRange range = KeyRange.of(hex(row.get(1)), hex(row.get(2)));
      assertThat(SaltingSpec.parse(row.get(0)).salt().images(range))
          .as(row.toString())
          .hasSize(Integer.parseInt(row.get(3)));
    }
  }

  @Test
  void entriesAreMadeAsThePageSays() throws IOException {
    for (List<String> row : examples("## Indexes", 3)) {
      RowIndex index = SaltingSpec.parse(row.get(0)).indexes().get(0);
      assertThat(index.entry(bytes(row.get(1)), bytes(row.get(2)))).hasToString(row.get(3));
    }
  }

  @Test
  void entriesOfASaltedIndexAreStoredAsThePageSays() throws IOException {
    for (List<String> row : examples("### Indexes with a salt", 3)) {
      RowIndex index = SaltingSpec.parse(row.get(0)).indexes().get(0);
      IndexEntry entry = index.entry(bytes(row.get(1)), bytes(row.get(2)));
      assertThat(KeyBytes.readable(index.storedRow(entry), 1)).isEqualTo(row.get(3));
    }
  }

  @Test
  void knownAnswersAreGiven() throws IOException {
    for (List<String> row : examples("## Known answers", 12)) {
      Salt salt = SaltingSpec.parse(row.get(0)).salt();
      assertThat(salt.salt(bytes(row.get(1)))).asString().isEqualTo(row.get(2));
      assertThat(salt.unsalt(bytes(row.get(2)))).asString().isEqualTo(row.get(1));
    }
  }

  @Test
  void segmentsAreSetAndPrintedAsOnThePage() throws IOException {
    for (List<String> row : examples("## Keys by segments", 5)) {
      KeyLayout layout = KeyLayout.parse(row.get(0));
      RowKeyBuilder builder = layout.key();
      for (String value : row.get(1).split(" ")) {
        String[] pair = value.split("=", 2);
        set(builder, layout.segment(pair[0]).orElseThrow(), pair[1]);
      }
      assertThat(KeyBytes.readable(builder.build())).isEqualTo(row.get(2));
      assertThat(layout.read(builder.build())).hasToString(row.get(1));
    }
  }

  private static void set(RowKeyBuilder builder, Segment segment, String value) {
    if (segment.type().isCharacters()) {
      builder.set(segment.name(), value);
    } else {
      builder.set(segment.name(), segment.type().parse(value));
    }
  }

  private static String code(String cell) {
    return cell.substring(1, cell.length() - 1);
  }

  /** Returns the lines from a heading to the next one. */
  private static List<String> section(String heading) throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    int start = 0;
    while (!lines.get(start).startsWith(heading)) {
      start++;
    }
    int end = start + 1;
    while (end < lines.size() && !lines.get(end).startsWith("#")) {
      end++;
    }
    return lines.subList(start + 1, end);
  }

  /** Returns the rows of the only table under a heading, of which there must be so many. */
  private static List<List<String>> table(String heading, int rows) throws IOException {
    List<List<String>> table =
        section(heading).stream()
            .filter(line -> line.startsWith("| "))
            .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ")))
            .toList();
    assertThat(table).as(heading).hasSize(rows + 1);
    return table.subList(1, table.size());
  }

  /**
   * Returns the examples under a heading, of which there must be so many, each as the line above it
   * that is indented by four spaces and then its own columns, with two spaces or more between.
   */
  private static List<List<String>> examples(String heading, int count) throws IOException {
    List<List<String>> examples = new ArrayList<>();
    String subject = "";
    for (String line : section(heading)) {
      if (line.startsWith("      ")) {
        List<String> example = new ArrayList<>(List.of(subject));
        example.addAll(List.of(line.strip().split(" {2,}")));
        examples.add(example);
      } else if (line.startsWith("    ")) {
        subject = line.strip();
      }
    }
    assertThat(examples).as(heading).hasSize(count);
    return examples;
  }
}
