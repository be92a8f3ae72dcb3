package io.halite.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LauncherIT {
  @TempDir private Path directory;

  private Process halite(String... arguments) throws IOException {
    return builder("../shell-scripts/halite", arguments).start();
  }

  private ProcessBuilder builder(String launcher, String... arguments) {
    // A build in the background ignores SIGINT, and so would all that it starts: bash cannot trap
    // what it was started to ignore.
    ProcessBuilder builder = new ProcessBuilder("env", "--default-signal=INT", launcher);
    builder.command().addAll(List.of(arguments));
    builder.environment().put("HALITE_BUILD", "never");
    builder.environment().put("TMPDIR", directory.toString());
    return builder.redirectErrorStream(true);
  }

  private static String said(int status, ProcessBuilder builder) throws Exception {
    Process halite = builder.start();
    String said = new String(halite.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(halite.waitFor()).as(said).isEqualTo(status);
    return said;
  }

  @ParameterizedTest
  @CsvSource({
    "INT, 130, hbase> create", // its shell is at work
    "TERM, 143, 20", // the cluster is starting: the first line is out
  })
  void anInterruptLeavesNoProcessAndNoFile(String signal, int status, String shown)
      throws Exception {
    Process halite = halite("demo");
    try {
      readUntil(halite, shown);
      List<ProcessHandle> started = halite.descendants().toList();
      assertThat(started)
          .isNotEmpty()
          .extracting(process -> process.info().commandLine().orElse(""))
          .as("all files of all processes lie in the directory that is looked at")
          .allMatch(command -> command.contains(directory.toString()));
      new ProcessBuilder("kill", "-" + signal, Long.toString(halite.pid())).start().waitFor();
      assertThat(halite.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
      assertThat(halite.exitValue()).isEqualTo(status);
      for (ProcessHandle process : started) {
        process.onExit().get(30, TimeUnit.SECONDS);
      }
      try (Stream<Path> left = Files.list(directory)) {
        assertThat(left).isEmpty();
      }
    } finally {
      halite.descendants().forEach(ProcessHandle::destroyForcibly);
      halite.destroyForcibly();
    }
  }

  private static void readUntil(Process process, String start) throws IOException {
    BufferedReader lines = process.inputReader();
    StringBuilder before = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      before.append(line).append('\n');
      if (line.startsWith(start)) {
        return;
      }
    }
    throw new AssertionError("no line starts with '" + start + "' in:\n" + before);
  }

  @Test
  void anUnknownCommandIsNamedAndTheKnownOnesListed() throws Exception {
    Process halite = halite("demon");
    String said = new String(halite.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(halite.waitFor()).isEqualTo(2);
    assertThat(said).contains("usage: halite").contains("'demon' is not a command of halite");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "doctor a b, 'doctor' takes one directory",
        "shell a b, 'shell' takes one script",
        "cluster logs a b, 'cluster logs' takes one process",
      })
  void whatACommandDoesNotTakeIsRefused(String arguments, String rule) throws Exception {
    Process halite = halite(arguments.split(" "));
    String said = new String(halite.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(halite.waitFor()).as(said).isEqualTo(2);
    assertThat(said).contains(rule + ", not 'a b'");
  }

  @Test
  void adviceNeedsNoClusterAndReadsStandardInput() throws Exception {
    Process halite = halite("advise", "--buckets", "4");
    try (OutputStream keys = halite.getOutputStream()) {
      for (int i = 1000; i < 3000; i++) {
        keys.write((i + "\n").getBytes(StandardCharsets.US_ASCII));
      }
    }
    String said = new String(halite.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(halite.waitFor()).as(said).isZero();
    assertThat(said).endsWith("create_salted 't', 'f', 'key=s1:4:digits,salt=hash(*) % 4'\n");
  }

  @Test
  void adviceReadsAFileAndNamesAWrongOption() throws Exception {
    Path keys = Files.writeString(directory.resolve("keys"), "u1:a\nu2\n");
    Process misfit = halite("advise", keys.toString(), "--layout", "u~: id:*");
    String said = new String(misfit.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(misfit.waitFor()).isEqualTo(2);
    assertThat(said).contains("halite: line 2 does not fit --layout: natural key 75 32");
    Process missing = halite("advise", keys + ".not");
    said = new String(missing.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(missing.waitFor()).isEqualTo(2);
    assertThat(said).contains("there is no file '" + keys + ".not'");
  }

  @Test
  void aWrongArgumentIsRefusedAndLeavesNothing() throws Exception {
    Process halite = halite("demo", "--rows", "3");
    String said = new String(halite.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(halite.waitFor()).isEqualTo(2);
    assertThat(said).contains("--rows '3' is outside 4..20000");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aLinkToTheLauncherStartsIt() throws Exception {
    Path first =
        Files.createSymbolicLink(
            directory.resolve("first"), Path.of("../shell-scripts/halite").toRealPath());
    Path second =
        Files.createSymbolicLink(
            Files.createDirectory(directory.resolve("bin")).resolve("halite"),
            Path.of("..").resolve(first.getFileName()));
    assertThat(said(0, builder(second.toString(), "versions"))).contains("was tested with");
  }

  /** Then bash's {@code cd} prints where it goes, and may go elsewhere. */
  @Test
  void anExportedCdpathDoesNotMatter() throws Exception {
    ProcessBuilder builder = builder("shell-scripts/halite", "versions").directory(new File(".."));
    builder.environment().put("CDPATH", ".");
    assertThat(said(0, builder)).contains("was tested with");
  }

  /** Where {@code target} is a file, a directory in it cannot be made, not even by root. */
  @Test
  void aReleaseThatCannotBeWrittenNeedsAnotherDirectoryOnlyForItsClusters() throws Exception {
    Path release = Files.createDirectory(directory.resolve("release"));
    Path launcher = Files.createDirectory(release.resolve("shell-scripts")).resolve("halite");
    Files.copy(Path.of("../shell-scripts/halite"), launcher, StandardCopyOption.COPY_ATTRIBUTES);
    Files.createFile(release.resolve("target"));
    try (Stream<Path> built = Files.list(Path.of("../coprocessor/target"))) {
      Path jar =
          built
              .filter(file -> file.getFileName().toString().matches("halite-[0-9.]+\\.jar"))
              .findFirst()
              .orElseThrow();
      Files.copy(jar, release.resolve(jar.getFileName()));
    }
    assertThat(said(0, builder(launcher.toString(), "versions"))).contains("was tested with");
    assertThat(said(2, builder(launcher.toString(), "doctor", "/nonexistent")))
        .contains("no hbase-site.xml in '/nonexistent'");
    ProcessBuilder status = builder(launcher.toString(), "cluster", "status");
    assertThat(said(2, status))
        .isEqualTo(
            "halite: cannot write '%s/target/cluster': set HALITE_CLUSTER to a directory that you"
                    .formatted(release)
                + " may write to\n");
    status.environment().put("HALITE_CLUSTER", directory.resolve("mine").toString());
    assertThat(said(1, status)).contains("demo.options");
    assertThat(directory.resolve("mine")).isDirectory();
  }
}
