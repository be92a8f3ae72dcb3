package io.halite.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every Java source of the project keeps to, tests too. */
class SourcesTest {
  private static final int LONGEST = 350;
  private static final Path ROOT = Path.of("..");

  private static List<Path> sources() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      List<Path> roots =
          modules.map(module -> module.resolve("src")).filter(Files::exists).toList();
      List<Path> sources = new java.util.ArrayList<>();
      for (Path root : roots) {
        try (Stream<Path> files = Files.walk(root)) {
          files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
      }
      assertThat(sources).as("sources below %s", ROOT.toAbsolutePath()).hasSizeGreaterThan(50);
      return sources;
    }
  }

  private static String packageOf(Path source) throws IOException {
    return Files.readAllLines(source).stream()
        .filter(line -> line.startsWith("package "))
        .map(line -> line.substring("package ".length()).replace(";", "").trim())
        .collect(Collectors.joining());
  }

  @Test
  void noneIsLongerThanAPersonReads() throws Exception {
    Set<String> tooLong = new TreeSet<>();
    for (Path source : sources()) {
      int lines = Files.readAllLines(source).size();
      if (lines > LONGEST) {
        tooLong.add(source + ": " + lines + " lines");
      }
    }
    assertThat(tooLong).as("sources of more than %s lines", LONGEST).isEmpty();
  }

  @Test
  void noneLivesInAPackageOfSomebodyElse() throws Exception {
    for (Path source : sources()) {
      assertThat(packageOf(source)).as("package of %s", source).startsWith("io.halite.");
    }
  }

  @Test
  void everyPackageSaysInOneSentenceWhatItIs() throws Exception {
    Set<String> packages = new TreeSet<>();
    Set<String> described = new TreeSet<>();
    for (Path source : sources()) {
      packages.add(packageOf(source));
      if (source.endsWith("package-info.java")) {
        assertThat(Files.readString(source)).as("%s", source).startsWith("/**");
        described.add(packageOf(source));
      }
    }
    packages.removeAll(described);
    assertThat(packages).as("packages without a package-info").isEmpty();
  }
}
