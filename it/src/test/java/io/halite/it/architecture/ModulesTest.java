package io.halite.it.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The modules stand in one line, keys ← filters ← client ← coprocessor ← it; nothing points back.
 */
class ModulesTest {
  private static final List<String> LINE =
      List.of("keys", "filters", "client", "coprocessor", "it");
  private static final String GENERATED = "..wire..";
  private static final DescribedPredicate<JavaClass> OF_HBASE_SERVER =
      describe(
          "of hbase-server",
          type ->
              type.getSource().stream()
                  .anyMatch(source -> source.getUri().toString().contains("/hbase-server-")));

  private final JavaClasses halite =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.halite");

  private static String packages(String module) {
    return "io.halite." + module + "..";
  }

  @ParameterizedTest
  @ValueSource(strings = {"keys", "filters", "client", "coprocessor", "it"})
  void everyModuleIsLookedAt(String module) {
    assertThat(halite.that(resideInAPackage(packages(module)))).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"keys", "filters", "client", "coprocessor"})
  void aModuleUsesNoneThatComesAfterIt(String module) {
    String[] later =
        LINE.subList(LINE.indexOf(module) + 1, LINE.size()).stream()
            .map(ModulesTest::packages)
            .toArray(String[]::new);
    noClasses()
        .that()
        .resideInAPackage(packages(module))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(later)
        .check(halite);
  }

  @Test
  void keysUseTheJdkAlone() {
    classes()
        .that()
        .resideInAPackage(packages("keys"))
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", packages("keys"))
        .check(halite);
  }

  @Test
  void onlyTheCoprocessorKnowsHbaseServer() {
    noClasses()
        .that()
        .resideInAnyPackage(packages("keys"), packages("filters"), packages("client"))
        .should()
        .dependOnClassesThat(OF_HBASE_SERVER)
        .check(halite);
    assertThat(
            halite.that(resideInAPackage(packages("coprocessor"))).stream()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .anyMatch(dependency -> OF_HBASE_SERVER.test(dependency.getTargetClass())))
        .as("classes of hbase-server are known by where they come from")
        .isTrue();
  }

  @Test
  void onlyCodecsKnowGeneratedClasses() {
    noClasses()
        .that()
        .resideOutsideOfPackage(GENERATED)
        .and()
        .haveSimpleNameNotEndingWith("Codec")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(GENERATED)
        .check(halite);
  }

  @Test
  void noPackagesFormACircle() {
    slices().matching("io.halite.(**)").should().beFreeOfCycles().check(halite);
  }

  @Test
  void nothingStaticCanChange() {
    fields()
        .that()
        .areStatic()
        .and()
        .areDeclaredInClassesThat()
        .resideOutsideOfPackage(GENERATED)
        .should()
        .beFinal()
        .check(halite);
    noFields()
        .that()
        .areStatic()
        .should()
        .haveRawType(resideInAPackage("java.util.concurrent.."))
        .check(halite);
  }

  @Test
  void namesSayWhatAClassIs() {
    noClasses()
        .should()
        .haveNameMatching(".*(Utils?|Helper|Manager|Impl|Constants)(\\$.*)?")
        .check(halite);
  }

  @Test
  void aClassIsFinalUnlessItIsMadeToBeExtended() {
    classes()
        .that(
            describe(
                "concrete",
                type ->
                    !type.isInterface()
                        && !type.isEnum()
                        && !type.isAnonymousClass()
                        && !type.getModifiers().contains(JavaModifier.ABSTRACT)))
        .should()
        .haveModifier(JavaModifier.FINAL)
        .check(halite);
  }
}
