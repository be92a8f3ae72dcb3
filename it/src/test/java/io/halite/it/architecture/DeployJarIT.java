package io.halite.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The one jar that is put on servers, and the one for applications, hold Halite and nothing of
 * anybody else.
 */
class DeployJarIT {
  private static Path jar() throws IOException {
    return jar("coprocessor", "halite");
  }

  private static Path jar(String module, String name) throws IOException {
    Path directory = Path.of("..", module, "target");
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> jars =
          files
              .filter(file -> file.getFileName().toString().matches(name + "-[0-9].*\\.jar"))
              .toList();
      assertThat(jars).as("%s-<version>.jar in %s", name, directory).hasSize(1);
      return jars.get(0);
    }
  }

  /** The packages of Halite in a jar, by their first names; of other entries the whole name. */
  private static Set<String> contents(Path file) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      return jar.stream()
          .filter(entry -> !entry.isDirectory())
          .map(entry -> entry.getName().replaceFirst("^io/halite/(\\w+)/.*\\.class$", "$1"))
          .collect(Collectors.toSet());
    }
  }

  @Test
  void theJarOfServersHoldsClassesOfHaliteAndItsPapers() throws Exception {
    assertThat(contents(jar()))
        .containsExactlyInAnyOrder(
            "META-INF/MANIFEST.MF",
            "META-INF/LICENSE",
            "META-INF/NOTICE",
            "keys",
            "filters",
            "routing",
            "client",
            "coprocessor");
  }

  @Test
  void theJarOfApplicationsHoldsAllThatTheyUseAndItsPomNamesNoOtherModule() throws Exception {
    assertThat(contents(jar("client", "halite-client")))
        .containsExactlyInAnyOrder(
            "META-INF/MANIFEST.MF",
            "META-INF/LICENSE",
            "META-INF/NOTICE",
            "keys",
            "filters",
            "routing",
            "client");
    String pom = Files.readString(Path.of("..", "client", "dependency-reduced-pom.xml"));
    assertThat(pom)
        .contains("<artifactId>halite-client</artifactId>", "hbase-client")
        .doesNotContain("halite-filters", "halite-keys");
  }

  @Test
  void theJarHoldsEveryModuleThatServersNeed() throws Exception {
    try (JarFile jar = new JarFile(jar().toFile())) {
      for (String type :
          new String[] {
            "keys/SaltingSpec",
            "filters/natural/NaturalViewFilter",
            "routing/table/Mark",
            "coprocessor/SaltingObserver"
          }) {
        assertThat(jar.getEntry("io/halite/" + type + ".class")).as(type).isNotNull();
      }
    }
  }

  @Test
  void itsManifestNamesTheVersionAndTheCommitOrThatNoneIsKnown() throws Exception {
    try (JarFile jar = new JarFile(jar().toFile())) {
      Attributes manifest = jar.getManifest().getMainAttributes();
      assertThat(jar().getFileName().toString())
          .isEqualTo("halite-" + manifest.getValue("Implementation-Version") + ".jar");
      assertThat(manifest.getValue("Halite-Commit")).matches("unknown|[0-9a-f]{12,40}(-dirty)?");
    }
  }

  @Test
  void itsClassesRunOnJava17() throws Exception {
    try (JarFile jar = new JarFile(jar().toFile())) {
      JarEntry entry = jar.getJarEntry("io/halite/coprocessor/SaltingObserver.class");
      byte[] head = jar.getInputStream(entry).readNBytes(8);
      assertThat(head[7]).as("class file version").isEqualTo((byte) 61);
    }
  }
}
