package io.halite.it.segments;

import io.halite.filters.segment.SegmentFilter;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/**
 * A cluster in a JVM of its own, on whose class path there is nothing of Halite but {@link
 * ServersAloneMain}: it knows Halite only by the jars that it is shown.
 *
 * <p>It ends when this JVM closes it, or ends itself.
 */
public final class ServersAlone implements AutoCloseable {
  private static final String OWN_CLASS = SegmentFilter.class.getName().replace('.', '/');

  private final Process process;
  private final Map<String, String> facts = new HashMap<>();

  private ServersAlone(Process process) {
    this.process = process;
  }

  /** Starts it with {@code hbase.dynamic.jars.dir} on {@code jars}, its data below {@code data}. */
  public static ServersAlone start(Path jars, Path data) throws Exception {
    Path conf = Files.createDirectories(data.resolve("conf"));
    Configuration site = new Configuration(false);
    site.set("hbase.dynamic.jars.dir", jars.toUri().toString());
    site.set("hbase.local.dir", data.resolve("local").toString());
    try (OutputStream out = Files.newOutputStream(conf.resolve("hbase-site.xml"))) {
      site.writeXml(out);
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx1g", "-XX:TieredStopAtLevel=1"));
    // What this JVM was opened up with for HBase, the servers need too.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-") || argument.contains("netty"))
        .forEach(command::add);
    command.addAll(List.of("-cp", conf + File.pathSeparator + classPathWithoutHalite()));
    command.addAll(List.of(ServersAloneMain.class.getName(), data.resolve("cluster").toString()));
    Process process =
        new ProcessBuilder(command).redirectError(data.resolve("servers.log").toFile()).start();
    ServersAlone servers = new ServersAlone(process);
    try {
      servers.readFacts(data);
      return servers;
    } catch (IOException | RuntimeException e) {
      servers.close();
      throw e;
    }
  }

  private static String classPathWithoutHalite() throws IOException {
    List<String> kept = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      boolean isHalite = false;
      try (URLClassLoader only =
          new URLClassLoader(new URL[] {new File(entry).toURI().toURL()}, null)) {
        for (String module : List.of("keys/Salt", "routing/table/Mark", "coprocessor/Guard")) {
          isHalite |= only.findResource("io/halite/" + module + ".class") != null;
        }
        isHalite |= only.findResource(OWN_CLASS + ".class") != null;
      }
      if (!isHalite) {
        kept.add(entry);
      }
    }
    return String.join(File.pathSeparator, kept);
  }

  /** Reads {@code name value} until {@code ready}; what else servers print is not theirs. */
  private void readFacts(Path data) throws IOException {
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.equals(ServersAloneMain.MARK + "ready")) {
        return;
      }
      if (line.startsWith(ServersAloneMain.MARK)) {
        String[] fact = line.substring(ServersAloneMain.MARK.length()).split(" ", 2);
        facts.put(fact[0], fact[1]);
      }
    }
    String log = Files.readString(data.resolve("servers.log"));
    throw new IOException(
        "the servers did not start: " + log.substring(Math.max(0, log.length() - 4000)));
  }

  /** The classes of Halite that the servers find on their class path: none. */
  public String halite() {
    return facts.get("halite");
  }

  String fileSystem() {
    return facts.get("files");
  }

  int zooKeeperPort() {
    return Integer.parseInt(facts.get("port"));
  }

  /** What a client needs to find the servers. */
  public Configuration configuration() {
    Configuration configuration = HBaseConfiguration.create();
    configuration.set("hbase.zookeeper.quorum", "localhost");
    configuration.setInt("hbase.zookeeper.property.clientPort", zooKeeperPort());
    configuration.set("fs.defaultFS", fileSystem());
    return configuration;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    process.outputWriter().close();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
