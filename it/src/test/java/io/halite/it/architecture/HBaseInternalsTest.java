package io.halite.it.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.yetus.audience.InterfaceAudience;
import org.junit.jupiter.api.Test;

/**
 * What Halite uses of HBase beyond its public classes is on one page, and reflection is in packages
 * named {@code host}.
 */
class HBaseInternalsTest {
  private static final Path PAGE = Path.of("..", "docs", "hbase-internals-used.md");
  private static final Pattern HOST_CLASS = Pattern.compile("(?m)^- `(io\\.halite\\.[\\w.]+)`: ");
  private static final Pattern USE =
      Pattern.compile("(?m)^- `(org\\.apache\\.[\\w.]+)`:((?:\\s+`[\\w.]+`,?)+)");
  private static final Pattern USER = Pattern.compile("`([\\w.]+)`");

  private static final JavaClasses HALITE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(
              "io.halite.keys",
              "io.halite.filters",
              "io.halite.routing",
              "io.halite.client",
              "io.halite.coprocessor");

  private static final DescribedPredicate<JavaClass> HOST =
      describe("of a package host", type -> type.getPackageName().endsWith(".host"));

  /** Halite's own messages are made by protoc, which looks at fields by their names. */
  private static final DescribedPredicate<JavaClass> GENERATED =
      resideInAPackage("io.halite..wire..");

  private static final DescribedPredicate<JavaClass> REFLECTION =
      describe(
          "of reflection",
          type ->
              type.getPackageName().equals("java.lang.reflect")
                  || type.getName().equals("java.lang.invoke.MethodHandle"));

  /** Looks for a class, or a member of one, by name. */
  private static final DescribedPredicate<JavaCall<?>> LOOKS_BY_NAME =
      describe(
          "looks for a class or a member of one",
          call ->
              call.getTargetOwner().isEquivalentTo(Class.class)
                  && call.getName().matches("forName|get(Declared)?(Field|Method|Constructor)s?"));

  private static String page() throws IOException {
    return Files.readString(PAGE);
  }

  private static JavaClass outermost(JavaClass type) {
    JavaClass outer = type;
    while (outer.getEnclosingClass().isPresent()) {
      outer = outer.getEnclosingClass().get();
    }
    return outer;
  }

  /** A nested class has the audience of the one around it, unless it says another. */
  private static boolean isPrivate(JavaClass type) {
    JavaClass each = type;
    while (true) {
      if (each.isAnnotatedWith(InterfaceAudience.Private.class)) {
        return true;
      }
      if (each.isAnnotatedWith(InterfaceAudience.Public.class)
          || each.isAnnotatedWith(InterfaceAudience.LimitedPrivate.class)
          || each.getEnclosingClass().isEmpty()) {
        return false;
      }
      each = each.getEnclosingClass().get();
    }
  }

  private static boolean isInternal(JavaClass type) {
    String name = type.getPackageName();
    return name.startsWith("org.apache.hadoop.hbase")
        && (name.contains(".shaded.protobuf") || isPrivate(type));
  }

  /** Packages of Halite by the internal class of HBase that they use. */
  private static Map<String, Set<String>> uses() {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass type : HALITE) {
      for (Dependency use : type.getDirectDependenciesFromSelf()) {
        JavaClass target = use.getTargetClass().getBaseComponentType();
        if (isInternal(target)) {
          uses.computeIfAbsent(outermost(target).getName(), name -> new TreeSet<>())
              .add(type.getPackageName().substring("io.halite.".length()));
        }
      }
    }
    return uses;
  }

  private static String line(Map.Entry<String, Set<String>> use) {
    return "- `%s`: %s"
        .formatted(
            use.getKey(),
            use.getValue().stream()
                .map(user -> "`" + user + "`")
                .collect(Collectors.joining(", ")));
  }

  @Test
  void audiencesCanBeReadFromHbasesClasses() {
    assertThat(
            HALITE.get("io.halite.coprocessor.host.ScanProgress").getDirectDependenciesFromSelf())
        .anyMatch(
            use ->
                use.getTargetClass().getSimpleName().equals("PrivateCellUtil")
                    && isPrivate(use.getTargetClass()));
  }

  @Test
  void onlyHostLooksIntoClassesByReflection() {
    noClasses()
        .that(not(HOST).and(not(GENERATED)))
        .should()
        .dependOnClassesThat(REFLECTION)
        .check(HALITE);
    noClasses()
        .that(not(HOST).and(not(GENERATED)))
        .should()
        .callMethodWhere(LOOKS_BY_NAME.forSubtype())
        .check(HALITE);
  }

  @Test
  void thePageNamesEveryClassOfTheHostPackagesAndNoOther() throws Exception {
    Set<String> listed = new TreeSet<>();
    Matcher item = HOST_CLASS.matcher(page());
    while (item.find()) {
      listed.add(item.group(1));
    }
    Set<String> classes =
        HALITE.stream()
            .filter(HOST)
            .map(type -> outermost(type).getName())
            .filter(name -> !name.endsWith("package-info"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(listed).isEqualTo(classes);
  }

  @Test
  void thePageNamesEveryInternalClassOfHbaseAndThePackagesThatUseIt() throws Exception {
    Map<String, Set<String>> listed = new TreeMap<>();
    Matcher item = USE.matcher(page());
    while (item.find()) {
      Set<String> users = new TreeSet<>();
      Matcher user = USER.matcher(item.group(2));
      while (user.find()) {
        users.add(user.group(1));
      }
      listed.put(item.group(1), users);
    }
    Map<String, Set<String>> uses = uses();
    assertThat(listed)
        .as(
            "the list of %s, which should be:%n%s",
            PAGE,
            uses.entrySet().stream()
                .map(HBaseInternalsTest::line)
                .collect(Collectors.joining("\n")))
        .isEqualTo(uses);
  }
}
