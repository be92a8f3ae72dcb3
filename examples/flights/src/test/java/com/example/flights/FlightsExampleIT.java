package com.example.flights;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.File;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example runs with its own dependencies alone, on an HBase in this JVM. */
class FlightsExampleIT {
  private static final Path TARGET = Path.of("target");
  private static final String EXPECTED =
      """
      by SaltedConnection and SaltedAsyncConnection
      delay of ATL 08:00 SFO: 10
      to LAX or SFO:
        ATL 2026-11-23T08:00:00Z SFO
        ATL 2026-11-23T06:00:00Z LAX
        DFW 2026-11-23T08:00:00Z SFO
        DFW 2026-11-23T06:00:00Z LAX
        ORD 2026-11-23T08:00:00Z SFO
        ORD 2026-11-23T06:00:00Z LAX
      flights, counted in any order: 12
      the last two of each airport:
        ATL 2026-11-23T09:00:00Z ANC
        ATL 2026-11-23T08:00:00Z SFO
        DFW 2026-11-23T09:00:00Z ANC
        DFW 2026-11-23T08:00:00Z SFO
        ORD 2026-11-23T09:00:00Z ANC
        ORD 2026-11-23T08:00:00Z SFO
      ATL 2026-11-23T07:00:00Z BOS: 5
      DFW 2026-11-23T07:00:00Z BOS: 5
      ORD 2026-11-23T07:00:00Z BOS: 5
      """;

  @Test
  void itWritesAndReadsFlightsUnderNaturalKeys(@TempDir Path directory) throws Exception {
    Path output = directory.resolve("output");
    Path errors = directory.resolve("errors");
    try (EmbeddedCluster cluster = EmbeddedCluster.start(1)) {
      writeSite(cluster, directory);
      Process application =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-classpath",
                  classPath(directory),
                  Flights.class.getName())
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile())
              .start();
      try {
        assertThat(application.waitFor(2, TimeUnit.MINUTES)).as("it ends").isTrue();
      } finally {
        application.destroyForcibly().waitFor();
      }
      assertThat(application.exitValue()).as(Files.readString(errors)).isZero();
    }
    assertThat(Files.readString(output, StandardCharsets.UTF_8)).isEqualTo(EXPECTED);
  }

  /** The example's own site, with the address of the cluster. */
  private static void writeSite(EmbeddedCluster cluster, Path directory) throws Exception {
    Configuration site = new Configuration(false);
    site.addResource("hbase-site.xml");
    site.set("hbase.zookeeper.quorum", "127.0.0.1");
    site.setInt("hbase.zookeeper.property.clientPort", cluster.zooKeeperPort());
    try (OutputStream out = Files.newOutputStream(directory.resolve("hbase-site.xml"))) {
      site.writeXml(out);
    }
  }

  private static String classPath(Path site) throws Exception {
    String dependencies = Files.readString(TARGET.resolve("application.classpath")).strip();
    assertThat(dependencies.split(File.pathSeparator))
        .as("the jars of Halite")
        .filteredOn(jar -> Path.of(jar).getFileName().toString().startsWith("halite-"))
        .singleElement()
        .asString()
        .contains("halite-client-");
    return String.join(
        File.pathSeparator, site.toString(), TARGET.resolve("classes").toString(), dependencies);
  }
}
