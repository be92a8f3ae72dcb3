package io.halite.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.halite.coprocessor.table.TableKey;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The operators' page names every key of Halite's own, and who may set it. */
class SettingsTest {
  private static final Pattern ROW =
      Pattern.compile("^\\| `(halite\\.[a-z.-]+)` \\| (site or table|site) \\|", Pattern.MULTILINE);

  /** The keys of configurations are constants whose names end in KEY. */
  private static Map<String, String> keysOfTheCode() throws Exception {
    Map<String, String> keys = new TreeMap<>();
    for (var type :
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.halite.coprocessor")) {
      for (JavaField constant : type.getFields()) {
        if (constant.getName().endsWith("KEY")
            && constant.getRawType().isEquivalentTo(String.class)) {
          Field field = constant.reflect();
          field.setAccessible(true);
          String key = (String) field.get(null);
          if (key.startsWith("halite.")) {
            keys.put(key, "site");
          }
        }
      }
    }
    Arrays.stream(TableKey.values()).forEach(key -> keys.put(key.key(), "site or table"));
    return keys;
  }

  @Test
  void thePageHasThemAllAndNoOther() throws Exception {
    Map<String, String> keys = new TreeMap<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("..", "docs", "operations.md")));
    while (row.find()) {
      keys.put(row.group(1), row.group(2));
    }
    assertThat(keysOfTheCode()).hasSizeGreaterThan(7);
    assertThat(keys).isEqualTo(keysOfTheCode());
  }
}
