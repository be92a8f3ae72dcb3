package io.halite.it.versions;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.Salt;
import java.io.File;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program of docs/without-halite.md, on tables whose observer was taken off. */
@ExtendWith(SharedCluster.class)
@Timeout(120)
class WithoutHaliteIT {
  private static final Pattern SERVERS =
      Pattern.compile(".*/(hbase-(server|mapreduce|testing-util|http|shell)|junit|assertj).*");

  private final EmbeddedCluster cluster;
  @TempDir Path directory;

  WithoutHaliteIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** The jars of HBase's client, and of Halite the keys alone. */
  private static String jars() throws Exception {
    Path keys = Path.of(Salt.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> entry.endsWith(".jar"))
            .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("halite"))
            .filter(entry -> !SERVERS.matcher(entry).matches())
            .collect(Collectors.joining(File.pathSeparator))
        + File.pathSeparator
        + keys;
  }

  /** Compiles the program of the page; returns the class path with which it runs. */
  private String program() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "without-halite.md"));
    String[] blocks = page.split("(?m)^```", -1);
    assertThat(blocks).as("the page has one fenced block").hasSize(3);
    Path source = Files.writeString(directory.resolve("ReadStored.java"), blocks[1].strip());
    String jars = jars();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", jars, "-d", directory.toString(), source.toString());
    assertThat(status).isZero();
    Configuration site = new Configuration(false);
    for (String key : List.of("hbase.zookeeper.quorum", "hbase.zookeeper.property.clientPort")) {
      site.set(key, cluster.configuration().get(key));
    }
    try (OutputStream out = Files.newOutputStream(directory.resolve("hbase-site.xml"))) {
      site.writeXml(out);
    }
    return directory + File.pathSeparator + jars;
  }

  private TreeSet<String> run(String classPath, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xmx256m", "-cp", classPath, "ReadStored"));
    command.addAll(List.of(arguments));
    Path output = directory.resolve("rows.txt");
    Process program =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(directory.resolve("log.txt").toFile())
            .start();
    assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(program.exitValue()).as(Files.readString(directory.resolve("log.txt"))).isZero();
    return Files.readAllLines(output, StandardCharsets.UTF_8).stream()
        // HBase's client may write its log between them.
        .filter(line -> line.matches("\\d+\tf:q\t\\d+\t\\d+"))
        .map(line -> line.replaceAll("\t.*\t", " "))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> keys() {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      keys.add("%02d%02d".formatted(i % 4, i));
    }
    return keys;
  }

  private static TreeSet<String> lines(String prefix) {
    return keys().stream()
        .filter(key -> key.startsWith(prefix))
        .map(key -> key + " " + key)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "key=user:2 order:*,salt=hash(user) % 16",
        "key=user:2 order:2,salt=reverse(user)",
        "key=row:*,salt=random % 4"
      })
  void theProgramReadsNaturalKeys(String spec) throws Exception {
    try (TestTable table = TestTable.numbered("gone").salted(spec).create(cluster)) {
      List<Put> puts = new ArrayList<>();
      for (String key : keys()) {
        puts.add(new Put(Bytes.toBytes(key)).addColumn(F, Q, Bytes.toBytes(key)));
      }
      table.table().put(puts);
      table
          .admin()
          .modifyTable(
              TableDescriptorBuilder.newBuilder(table.table().getDescriptor())
                  .removeValue(Bytes.toBytes("coprocessor$1"))
                  .build());
      assertThat(table.scan(new Scan())).as("the regions serve stored keys").isNotEqualTo(keys());
      String classPath = program();
      String name = table.name().getNameAsString();
      assertThat(run(classPath, name, spec)).isEqualTo(lines(""));
      assertThat(run(classPath, name, spec, "01", "02")).isEqualTo(lines("01"));
      assertThat(run(classPath, name, spec, "0317")).isEqualTo(lines("0317"));
      assertThat(run(classPath, name, spec, "0319")).containsExactly("0319 0319");
    }
  }
}
