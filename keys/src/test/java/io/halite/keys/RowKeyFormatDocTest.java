package io.halite.keys;

import static io.halite.keys.Text.bytes;
import static io.halite.keys.Text.hex;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Runs the tables of docs/row-key-format.md. */
class RowKeyFormatDocTest {
  private static final Path PAGE = Path.of("..", "docs", "row-key-format.md");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

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
    for (List<String> row : table("## Layouts", 4)) {
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
    for (List<String> row : table("## Salts", 13)) {
      String salt = code(row.get(0)).replace("N", "16");
      String arguments = "key=a:2 b:2 ts:4:int,salt=" + salt;
      assertThat(SaltingSpec.parse(arguments).salt()).hasToString(salt);
    }
  }

  @Test
  void workedExamplesHold() throws IOException {
    for (List<String> row : table("### Worked examples", 16)) {
      Salt salt = SaltingSpec.parse(code(row.get(0))).salt();
      byte[] natural = bytes(code(row.get(1)));
      byte[] stored = salt.salt(natural);
      assertThat(KeyBytes.readable(stored, salt.prefixWidth())).isEqualTo(code(row.get(2)));
      assertThat(salt.unsalt(hex(code(row.get(2))))).isEqualTo(natural);
    }
  }

  @Test
  void rangesHaveTheImagesOfThePage() throws IOException {
    for (List<String> row : table("### Which buckets", 18)) {
      KeyRange range = KeyRange.of(hex(code(row.get(1))), hex(code(row.get(2))));
      assertThat(SaltingSpec.parse(code(row.get(0))).salt().images(range))
          .as(row.toString())
          .hasSize(Integer.parseInt(code(row.get(3))));
    }
  }

  @Test
  void entriesAreMadeAsThePageSays() throws IOException {
    for (List<String> row : table("## Indexes", 3)) {
      RowIndex index = SaltingSpec.parse(code(row.get(0))).indexes().get(0);
      assertThat(index.entry(bytes(code(row.get(1))), bytes(code(row.get(2)))))
          .hasToString(code(row.get(3)));
    }
  }

  @Test
  void knownAnswersAreGiven() throws IOException {
    for (List<String> row : table("## Known answers", 11)) {
      Salt salt = SaltingSpec.parse(code(row.get(0))).salt();
      assertThat(salt.salt(bytes(code(row.get(1))))).asString().isEqualTo(code(row.get(2)));
      assertThat(salt.unsalt(bytes(code(row.get(2))))).asString().isEqualTo(code(row.get(1)));
    }
  }

  @Test
  void segmentsAreSetAndPrintedAsOnThePage() throws IOException {
    for (List<String> row : table("## Keys by segments", 4)) {
      KeyLayout layout = KeyLayout.parse(code(row.get(0)));
      RowKeyBuilder builder = layout.key();
      for (String value : code(row.get(1)).split(" ")) {
        String[] pair = value.split("=", 2);
        set(builder, layout.segment(pair[0]).orElseThrow(), pair[1]);
      }
      assertThat(KeyBytes.readable(builder.build())).isEqualTo(code(row.get(2)));
      assertThat(layout.read(builder.build())).hasToString(code(row.get(1)));
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

  /** Returns the rows of the first table under a heading, of which there must be so many. */
  private static List<List<String>> table(String heading, int rows) throws IOException {
    List<List<String>> table = new ArrayList<>();
    boolean found = false;
    for (String line : Files.readAllLines(PAGE)) {
      found |= line.startsWith(heading);
      if (found && line.startsWith("| ")) {
        table.add(Arrays.asList(line.substring(2, line.length() - 2).split(" \\| ")));
      } else if (!table.isEmpty() && !line.startsWith("|")) {
        break;
      }
    }
    assertThat(table).as(heading).hasSize(rows + 1);
    return table.subList(1, table.size());
  }
}
