package io.halite.it.techniques;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.techniques.TechniquesPage.Section;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.keys.SplitPoints;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.RegionSplitter;
import org.junit.jupiter.api.Test;

/** The split algorithms that the overview of docs/techniques.md names. */
class TechniqueRegionsTest {
  private static final Pattern ROW =
      Pattern.compile("\\| (?<title>[A-Z][^|]+) \\| [^|]+ \\| `(?<algorithm>[A-Za-z]+Split)` \\|");
  private static final int REGIONS = 4;
  private static final int KEYS = 4_000;

  @Test
  void everyRegionHoldsAPartOfWhatTheSaltStores() throws Exception {
    Map<String, Section> sections =
        TechniquesPage.all().stream()
            .collect(Collectors.toMap(Section::title, Function.identity()));
    Map<String, String> algorithms = algorithms();
    for (Map.Entry<String, String> row : algorithms.entrySet()) {
      byte[][] points =
          RegionSplitter.newSplitAlgoInstance(
                  new Configuration(false), "io.halite.coprocessor.split." + row.getValue())
              .split(REGIONS);
      assertThat(held(points, sections.get(row.getKey())))
          .as("%s cut by %s at %d keys", row.getKey(), row.getValue(), points.length)
          .doesNotContain(0);
    }
    assertThat(algorithms).hasSize(12);
  }

  /** For the others it needs the option SPLITS. */
  @Test
  void createSaltedCutsTheTableOfEachSectionButThoseOfWhichTheOverviewSaysYourOwn()
      throws Exception {
    List<String> left = new ArrayList<>();
    for (Section section : TechniquesPage.all()) {
      try {
        assertThat(SplitPoints.of(SaltingSpec.parse(section.line()), REGIONS)).hasSize(3);
      } catch (IllegalArgumentException undetermined) {
        left.add(section.title());
      }
    }
    List<String> yourOwn =
        Files.readAllLines(TechniquesPage.PAGE).stream()
            .filter(line -> line.endsWith("| your own |"))
            .map(line -> line.split(" \\| |\\| ")[1])
            .toList();
    assertThat(left).containsExactlyInAnyOrderElementsOf(yourOwn).hasSize(3);
  }

  /** Which algorithm the overview names for a section, by the section's title. */
  private static Map<String, String> algorithms() throws IOException {
    Map<String, String> algorithms = new TreeMap<>();
    for (String line : Files.readAllLines(TechniquesPage.PAGE)) {
      var row = ROW.matcher(line);
      if (row.matches()) {
        algorithms.put(row.group("title"), row.group("algorithm"));
      }
    }
    return algorithms;
  }

  /** How many of some stored keys lie in each region. */
  private static int[] held(byte[][] points, Section section) {
    Salt salt = SaltingSpec.parse(section.line()).salt();
    Random random = new Random(REGIONS);
    int[] held = new int[points.length + 1];
    for (int time = 0; time < KEYS; time++) {
      byte[] stored = salt.salt(another(section.natural(), random), time);
      int region = 0;
      while (region < points.length && Bytes.compareTo(points[region], stored) <= 0) {
        region++;
      }
      held[region]++;
    }
    return held;
  }

  /** A key like this one, with other digits and letters. */
  private static byte[] another(byte[] natural, Random random) {
    byte[] key = natural.clone();
    for (int i = 0; i < key.length; i++) {
      if (key[i] >= '0' && key[i] <= '9') {
        key[i] = (byte) ('0' + random.nextInt(10));
      } else if (Character.isLetter(key[i])) {
        key[i] = (byte) ('A' + random.nextInt(26));
      }
    }
    return key;
  }
}
