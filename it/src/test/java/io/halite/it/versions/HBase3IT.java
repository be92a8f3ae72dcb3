package io.halite.it.versions;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.survival.HaliteJar;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HBase 3 has other types of endpoints, so a region refuses what it could not judge. */
class HBase3IT {
  private static final String RELEASE = "3.0.0-alpha-4";

  @TempDir Path directory;

  /** The options of this JVM that open the JDK to HBase and HDFS. */
  private static List<String> openings() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add-") || option.contains("tryReflection"))
        .toList();
  }

  @Test
  void regionsOpenAndRefuseEachRequestAndNoServerAborts() throws Exception {
    Path log = directory.resolve("hbase3.log");
    Path tests =
        Path.of(HBase3Program.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx1g"));
    command.addAll(openings());
    command.addAll(
        List.of(
            "-classpath",
            String.join(
                File.pathSeparator,
                tests.toString(),
                HaliteJar.built().toString(),
                Files.readString(Path.of("releases", "target", RELEASE + ".classpath")).strip()),
            HBase3Program.class.getName()));
    Process servers =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(servers.waitFor(5, TimeUnit.MINUTES)).as("it ended").isTrue();
    } finally {
      servers.destroyForcibly();
    }
    assertThat(Files.readAllLines(log))
        .contains("servers " + RELEASE, "opened 4 regions", "alive 2 servers")
        .anyMatch(
            line ->
                line.startsWith("refused ")
                    && line.contains("this version of HBase would not ask Halite about endpoints"))
        .noneMatch(line -> line.startsWith("answered "));
  }
}
