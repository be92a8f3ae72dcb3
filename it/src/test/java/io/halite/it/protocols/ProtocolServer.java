package io.halite.it.protocols;

import io.halite.client.plugin.SaltedAsyncConnection;
import io.halite.client.plugin.SaltedConnection;
import io.halite.filters.segment.LatestFilter;
import io.halite.filters.segment.SegmentFilter;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.door.Polling;
import io.halite.keys.SaltingSpec;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/**
 * HBase's REST or Thrift server in a JVM of its own, started as {@code hbase rest start} and {@code
 * hbase thrift start} do: all that it knows is its {@code hbase-site.xml}.
 */
final class ProtocolServer implements AutoCloseable {
  /** The servers, by the protocol that they speak. */
  enum Protocol {
    REST("rest.RESTServer", "hbase.rest.port"),
    THRIFT("thrift.ThriftServer", "hbase.regionserver.thrift.port"),
    THRIFT2("thrift2.ThriftServer", "hbase.regionserver.thrift.port");

    private final String main;
    private final String portSetting;

    Protocol(String main, String portSetting) {
      this.main = "org.apache.hadoop.hbase." + main;
      this.portSetting = portSetting;
    }
  }

  private static final Path CLASS_PATH = Path.of("protocols", "target", "protocols.classpath");
  private static final int END_SECONDS = 10;
  private static final String WARNINGS =
      """
      log4j.rootLogger=WARN, out
      log4j.appender.out=org.apache.log4j.ConsoleAppender
      log4j.appender.out.layout=org.apache.log4j.PatternLayout
      log4j.appender.out.layout.ConversionPattern=%p %c: %m%n
      """;

  private final Process process;
  private final int port;
  private final Path log;

  private ProtocolServer(Process process, int port, Path log) {
    this.process = process;
    this.port = port;
    this.log = log;
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  /**
   * Starts a server without waiting for it.
   *
   * @param plugIn whether its site names the plug-in, and its class path has Halite's client
   */
  static ProtocolServer start(
      EmbeddedCluster cluster, Protocol protocol, boolean plugIn, Path directory) throws Exception {
    Path home = Files.createTempDirectory(directory, protocol.name());
    int port = freePort();
    Configuration site = new Configuration(false);
    site.set("hbase.zookeeper.quorum", "127.0.0.1");
    site.setInt("hbase.zookeeper.property.clientPort", cluster.zooKeeperPort());
    site.set("hbase.rest.host", "127.0.0.1");
    site.set("hbase.regionserver.thrift.ipaddress", "127.0.0.1");
    site.setInt(protocol.portSetting, port);
    site.setInt("hbase.rest.info.port", -1);
    site.setInt("hbase.thrift.info.port", -1);
    if (plugIn) {
      site.set("hbase.client.connection.impl", SaltedConnection.class.getName());
      site.set("hbase.client.async.connection.impl", SaltedAsyncConnection.class.getName());
      site.setStrings(
          "hbase.rest.custom.filters",
          "LatestFilter:" + LatestFilter.class.getName(),
          "SegmentFilter:" + SegmentFilter.class.getName());
    }
    try (OutputStream out = Files.newOutputStream(home.resolve("hbase-site.xml"))) {
      site.writeXml(out);
    }
    Files.writeString(home.resolve("log4j.properties"), WARNINGS);
    Path log = home.resolve("log");
    Process process =
        new ProcessBuilder(command(protocol, plugIn, home))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    return new ProtocolServer(process, port, log);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static List<String> command(Protocol protocol, boolean plugIn, Path home)
      throws Exception {
    List<String> classPath = new ArrayList<>(List.of(home.toString()));
    if (plugIn) {
      // What the jar of halite-client holds.
      for (Class<?> of : List.of(SaltingSpec.class, SegmentFilter.class, SaltedConnection.class)) {
        classPath.add(
            Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
      }
    }
    classPath.add(Files.readString(CLASS_PATH).strip());
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx192m"));
    command.addAll(openings());
    command.add("-Djava.net.preferIPv4Stack=true");
    command.addAll(List.of("-classpath", String.join(File.pathSeparator, classPath)));
    command.addAll(List.of(protocol.main, "start"));
    return command;
  }

  /** The options of this JVM that open the JDK to HBase, as {@code bin/hbase} opens it. */
  private static List<String> openings() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-"))
        .toList();
  }

  /** Waits until the server accepts connections. */
  void await() throws Exception {
    Polling.until("a server listens on port " + port, this::listens);
  }

  private boolean listens() throws IOException {
    if (!process.isAlive()) {
      throw new IOException("the server has ended:\n" + Files.readString(log));
    }
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  /** The port on loopback. */
  int port() {
    return port;
  }

  /** What the server printed so far. */
  String log() throws IOException {
    return Files.readString(log);
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
