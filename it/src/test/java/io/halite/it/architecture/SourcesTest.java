package io.halite.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every Java source of the project keeps to, tests too. */
class SourcesTest {
  private static final int LONGEST = 300;
  private static final int WIDEST = 100;
  private static final int MEDIAN = 90;
  private static final Path ROOT = Path.of("..");

  /** The name of a method that tests, or checks, what the one above it does. */
  private static final Pattern CONTINUATION = Pattern.compile("\\bvoid ((?:so|nor)[A-Z]\\w*)\\(");

  /** What the compiler is told of HBase's own classes, and no jar has (decision 0047). */
  private static final String HBASES = "hbase";

  /** The first word of what is logged. */
  private static final Pattern LOG_LINE =
      Pattern.compile("LOG\\s*\\.(?:trace|debug|info|warn|error)\\(\\s*\"(\\w+)");

  private static final Set<String> NAMES = Set.of("HBase", "HDFS", "ZooKeeper");

  private static List<Path> sources() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      List<Path> roots =
          modules.map(module -> module.resolve("src")).filter(Files::exists).toList();
      List<Path> sources = new ArrayList<>();
      for (Path root : roots) {
        try (Stream<Path> files = Files.walk(root)) {
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.startsWith(root.resolve(HBASES)))
              .forEach(sources::add);
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
  void noLineIsWiderThanAPage() throws Exception {
    Set<String> tooWide = new TreeSet<>();
    for (Path source : sources()) {
      List<String> lines = Files.readAllLines(source);
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i);
        boolean isName = line.startsWith("import ") || line.startsWith("package ");
        if (!isName && line.codePointCount(0, line.length()) > WIDEST) {
          tooWide.add(source + ":" + (i + 1));
        }
      }
    }
    assertThat(tooWide).as("lines of more than %s characters", WIDEST).isEmpty();
  }

  /** Of all modules together; the lower of the two middle files, where there are two. */
  @Test
  void halfOfTheMainSourcesAreShort() throws Exception {
    List<Long> lengths = new ArrayList<>();
    for (Path source : sources()) {
      boolean isMain = ROOT.relativize(source).subpath(1, 3).equals(Path.of("src", "main"));
      if (isMain && !source.endsWith("package-info.java")) {
        lengths.add((long) Files.readAllLines(source).size());
      }
    }
    Collections.sort(lengths);
    assertThat(lengths.get((lengths.size() - 1) / 2))
        .as("the median of lines in %s main sources", lengths.size())
        .isLessThan(MEDIAN);
  }

  /** In a report of failures a name stands without the test before it, which would explain it. */
  @Test
  void noTestIsNamedAsTheContinuationOfAnotherOne() throws Exception {
    Set<String> continued = new TreeSet<>();
    for (Path source : sources()) {
      CONTINUATION
          .matcher(Files.readString(source))
          .results()
          .forEach(found -> continued.add(source + ": " + found.group(1)));
    }
    assertThat(continued).as("tests whose names lack subject and verb").isEmpty();
  }

  @Test
  void everyLineOfTheLogBeginsInLowerCaseUnlessByAName() throws Exception {
    Set<String> capital = new TreeSet<>();
    long lines = 0;
    for (Path source : sources()) {
      for (MatchResult line : LOG_LINE.matcher(Files.readString(source)).results().toList()) {
        lines++;
        if (Character.isUpperCase(line.group(1).charAt(0)) && !NAMES.contains(line.group(1))) {
          capital.add(source + ": " + line.group(1));
        }
      }
    }
    assertThat(lines).as("lines of the log that begin with a word").isGreaterThan(20);
    assertThat(capital).as("first words of lines of the log").isEmpty();
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
