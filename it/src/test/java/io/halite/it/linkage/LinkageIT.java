package io.halite.it.linkage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the jar for servers names of HBase, and releases have not, is what the file of the release
 * lists. A new line means: put the call into a class of a package {@code host} that looks first.
 */
class LinkageIT {
  /** Classes outside of the packages {@code host}, and why releases of HBase 2 need no more. */
  private static final Map<String, String> HARMLESS =
      Map.of(
          "io.halite.client.plugin.AsyncTableDecorator", "passes calls on",
          "io.halite.client.plugin.DirectAsyncTableBuilder", "passes calls on",
          "io.halite.client.plugin.DirectTableBuilder", "passes calls on",
          "io.halite.client.plugin.MutatorDecorator", "passes calls on",
          "io.halite.client.plugin.TableDecorator", "passes calls on",
          "io.halite.client.plugin.SaltedAsyncConnection", "HBase calls another constructor",
          "io.halite.coprocessor.master.SaltingMasterObserver", "2.5 truncates no single region",
          "io.halite.coprocessor.replication.NaturalKeysFilter", "serial peers: from 2.6.4 on");

  private static List<Path> jars(String classPath) {
    return Stream.of(classPath.strip().split(File.pathSeparator))
        .filter(file -> file.endsWith(".jar"))
        .map(Path::of)
        .filter(file -> !file.getFileName().toString().startsWith("halite-"))
        .toList();
  }

  /** The release that runs this test. */
  private static List<Path> ownJars() {
    return jars(System.getProperty("java.class.path"));
  }

  private static List<Path> jars(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  private static List<Path> jarsOf(String release) throws IOException {
    Path releases = Path.of("releases", "target");
    if (release.startsWith("2.5")) {
      return jars(Files.readString(Path.of("hbase25", "target", "servers.classpath")));
    }
    if (release.startsWith("3")) {
      return jars(Files.readString(releases.resolve(release + ".classpath")));
    }
    List<Path> jars = new ArrayList<>(jars(releases.resolve(release)));
    jars.addAll(ownJars());
    return jars;
  }

  private static ClassFiles withHalite(List<Path> hbase) throws IOException {
    List<Path> jars = new ArrayList<>();
    for (Path jar : jars(Path.of("..", "coprocessor", "target"))) {
      if (jar.getFileName().toString().matches("halite-\\d.*\\.jar")) {
        jars.add(jar);
      }
    }
    assertThat(jars).as("the jar for servers").hasSize(1);
    jars.addAll(hbase);
    return ClassFiles.of(jars);
  }

  private static Map<String, Set<String>> objections(String release) {
    try (ClassFiles own = withHalite(ownJars());
        ClassFiles other = withHalite(jarsOf(release))) {
      return new Linkage(own, other).objections();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path file(String release) {
    return Path.of("src", "test", "resources", "io", "halite", "it", "linkage", release + ".txt");
  }

  private static String text(Map<String, Set<String>> objections) {
    return objections.entrySet().stream()
        .map(
            each ->
                each.getValue().stream()
                    .map(objection -> "  " + objection + "\n")
                    .collect(Collectors.joining("", each.getKey() + "\n", "")))
        .collect(Collectors.joining());
  }

  /** The plug-in is compiled with constructors of all releases: see its src/hbase/java. */
  @Test
  void allOfItIsInTheReleaseThatItIsCompiledWithButConstructorsOfHBase3() throws Exception {
    try (ClassFiles own = withHalite(ownJars())) {
      assertThat(own.names()).contains("io/halite/coprocessor/SaltingObserver");
      assertThat(new Linkage(own, own).objections())
          .containsOnlyKeys("io.halite.client.plugin.SaltedAsyncConnection")
          .allSatisfy(
              (type, objections) ->
                  assertThat(objections)
                      .allMatch(each -> each.startsWith("no AsyncConnectionImpl.<init>"))
                      .allMatch(each -> each.contains("SocketAddress")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.5.13-hadoop3", "2.6.0", "2.6.1", "2.6.2", "2.6.3", "3.0.0-alpha-4"})
  void whatAReleaseLacksIsInItsFile(String release) throws Exception {
    Path file = file(release);
    String text = text(objections(release));
    assertThat(text).as("%s, which should be:%n%s", file, text).isEqualTo(Files.readString(file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.5.13-hadoop3", "2.6.0", "2.6.1", "2.6.2", "2.6.3"})
  void whatAReleaseOfHBase2LacksIsCalledByClassesThatLookFirst(String release) throws Exception {
    assertThat(Files.readAllLines(file(release)))
        .isNotEmpty()
        .filteredOn(line -> line.startsWith("io.halite."))
        .filteredOn(type -> !type.matches(".*\\.host\\.\\w+"))
        .isSubsetOf(HARMLESS.keySet());
  }
}
