package io.halite.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.halite.client.operate.ClusterState;
import io.halite.client.operate.Finding;
import io.halite.client.operate.ServerState;
import io.halite.coprocessor.table.Setting;
import io.halite.coprocessor.table.SettingScope;
import io.halite.coprocessor.table.SiteSwitches;
import io.halite.routing.endpoint.ServerFacts;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/**
 * The page of configuration lists every key of Halite's own: who sets it, its unit, its default.
 */
class SettingsTest {
  private static final Pattern ITEM =
      Pattern.compile("^- (`halite\\.[a-z.-]+` \\([^)]*\\):.*(?:\\n  .*)*)", Pattern.MULTILINE);
  private static final JavaClasses SERVERS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.halite.coprocessor", "io.halite.routing", "io.halite.filters");

  private static final JavaClasses APPLICATIONS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.halite.client");

  private static String item(Setting setting) {
    String usual = setting.usual().isEmpty() ? "no default" : "`" + setting.usual() + "`";
    return "`%s` (%s, %s, %s): %s."
        .formatted(setting.key(), setting.scope(), setting.unit(), usual, setting.meaning());
  }

  private static Set<String> itemsOfThePage() throws IOException {
    Set<String> items = new TreeSet<>();
    Matcher item = ITEM.matcher(Files.readString(Path.of("..", "docs", "configuration.md")));
    while (item.find()) {
      items.add(item.group(1).replaceAll("\\s+", " "));
    }
    return items;
  }

  @Test
  void thePageHasThemAllAsTheyAreAndNoOther() throws Exception {
    Set<String> settings =
        Arrays.stream(Setting.values())
            .map(SettingsTest::item)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(settings).hasSizeGreaterThan(7);
    assertThat(itemsOfThePage()).isEqualTo(settings);
  }

  /** A constant whose name ends in KEY or SETTING may hold a key for a message. */
  @Test
  void keysThatAreConstantsAreInTheList() throws Exception {
    assertThat(keys(SERVERS))
        .isNotEmpty()
        .isSubsetOf(Arrays.stream(Setting.values()).map(Setting::key).toList());
  }

  @Test
  void keysOfApplicationsAreOnThePage() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "configuration.md"));
    assertThat(keys(APPLICATIONS))
        .hasSizeGreaterThan(2)
        .allMatch(key -> page.contains("- `" + key + "`, "));
  }

  private static Set<String> keys(JavaClasses types) throws Exception {
    Set<String> keys = new TreeSet<>();
    for (JavaClass type : types) {
      for (JavaField constant : type.getFields()) {
        if (constant.getName().matches(".*(KEY|SETTING)")
            && constant.getRawType().isEquivalentTo(String.class)) {
          Field field = constant.reflect();
          field.setAccessible(true);
          keys.add((String) field.get(null));
        }
      }
    }
    keys.removeIf(key -> !key.startsWith("halite."));
    return keys;
  }

  /** Code reads and names a key by its setting, never by its text. */
  @Test
  void sourcesOfServersNameNoKeyOutsideOfTheList() throws Exception {
    Set<String> literals =
        Arrays.stream(Setting.values())
            .map(setting -> '"' + setting.key() + '"')
            .collect(Collectors.toSet());
    Path root = Path.of("..", "coprocessor", "src", "main", "java");
    try (var sources = Files.walk(root)) {
      for (Path source : sources.filter(each -> each.toString().endsWith(".java")).toList()) {
        String text = Files.readString(source);
        if (!source.endsWith("Setting.java")) {
          assertThat(literals).as("%s", source).noneMatch(text::contains);
        }
      }
    }
  }

  /** The doctor's module does not have the servers' list. */
  @Test
  void theDoctorJudgesEachSwitchOfASiteAsServersDo() {
    List<String> switches =
        Arrays.stream(Setting.values())
            .filter(setting -> setting.unit() == Setting.Unit.SWITCH)
            .filter(setting -> setting.scope() == SettingScope.SITE)
            .map(Setting::key)
            .toList();
    assertThat(switches).isNotEmpty();
    for (String key : switches) {
      Configuration site = new Configuration(false);
      site.set(key, "yes");
      List<String> words = SiteSwitches.objections(site);
      assertThat(words).hasSize(1);
      String server = words.get(0);
      assertThat(findings(Map.of(key, "yes")))
          .contains(server.replace("'yes' must", "'yes' of a must") + " and restart");
    }
  }

  /** What the doctor finds on a server that reports these settings. */
  private static List<String> findings(Map<String, String> settings) {
    ServerFacts facts =
        new ServerFacts("a", "", "", "17", "2.6.4", List.of(), settings, Optional.empty());
    ServerState server =
        new ServerState("a", ServerState.Jar.SERVES, Optional.of(facts), "", Optional.empty());
    return new ClusterState(List.of(server), List.of(), List.of(), List.of(), Map.of())
        .findings().stream().map(Finding::text).toList();
  }

  @Test
  void onlySettingsReadTheValueOfATable() {
    noClasses()
        .that()
        .resideInAPackage("io.halite.coprocessor..")
        .and()
        // The last two read settings of HBase, and none of Halite.
        .haveNameNotMatching(".*\\.(RegionSettings|SpecMemory|NormalizerMerges|RegionGuard)")
        .should()
        .callMethod(org.apache.hadoop.hbase.client.TableDescriptor.class, "getValue", String.class)
        .check(SERVERS);
  }
}
