package io.halite.coprocessor.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * docs/scale.md has the tables that the model and the simulation give. {@code
 * -Dhalite.scale.print=true} prints them.
 */
class ScalePageTest {
  private static final Path PAGE = Path.of("..", "docs", "scale.md");

  @Test
  void everyComputedTableIsOnThePage() throws Exception {
    Map<String, String> tables = new ScaleTables().all();
    if (Boolean.getBoolean("halite.scale.print")) {
      tables.forEach((name, table) -> System.out.printf("%s%n%s%n", name, table));
    }
    String page = Files.readString(PAGE);
    tables.forEach((name, table) -> assertThat(page).as(name).contains("\n\n" + table));
  }
}
