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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The one jar that is put on servers holds Halite and nothing of anybody else. */
class DeployJarIT {
  private static final Set<String> PAPERS =
      Set.of("META-INF/MANIFEST.MF", "META-INF/LICENSE", "META-INF/NOTICE");

  private static final Path DIRECTORY = Path.of("..", "coprocessor", "target");

  private static Path jar() throws IOException {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      List<Path> jars =
          files
              .filter(file -> file.getFileName().toString().matches("halite-[0-9].*\\.jar"))
              .toList();
      assertThat(jars).as("halite-<version>.jar in %s", DIRECTORY).hasSize(1);
      return jars.get(0);
    }
  }

  @Test
  void itHoldsClassesOfHaliteAndItsPapers() throws Exception {
    try (JarFile jar = new JarFile(jar().toFile())) {
      List<String> foreign =
          jar.stream()
              .filter(entry -> !entry.isDirectory())
              .map(JarEntry::getName)
              .filter(
                  name ->
                      !name.matches(
                          "io/halite/(keys|filters|routing|client|coprocessor)/.*\\.class"))
              .filter(name -> !PAPERS.contains(name))
              .toList();
      assertThat(foreign).isEmpty();
      assertThat(PAPERS).allMatch(paper -> jar.getEntry(paper) != null);
    }
  }

  @Test
  void itHoldsEveryModuleThatServersNeed() throws Exception {
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
