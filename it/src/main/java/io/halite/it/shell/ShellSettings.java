package io.halite.it.shell;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/**
 * The directory of settings that a shell starts with. It names the ZooKeeper quorum and its port,
 * and nothing else.
 */
final class ShellSettings implements AutoCloseable {
  private static final String ERRORS_ONLY =
      """
      log4j.rootLogger=ERROR, err
      log4j.appender.err=org.apache.log4j.ConsoleAppender
      log4j.appender.err.Target=System.err
      log4j.appender.err.layout=org.apache.log4j.PatternLayout
      log4j.appender.err.layout.ConversionPattern=%p %c{1}: %m%n
      """;

  private final Path directory;
  private final Path site;
  private final Path logging;

  private ShellSettings(Path directory) {
    this.directory = directory;
    this.site = directory.resolve("hbase-site.xml");
    this.logging = directory.resolve("log4j.properties");
  }

  static ShellSettings write(String quorum, int port) throws IOException {
    ShellSettings settings = new ShellSettings(Files.createTempDirectory("hbase-shell"));
    Configuration configuration = new Configuration(false);
    configuration.set("hbase.zookeeper.quorum", quorum);
    configuration.setInt("hbase.zookeeper.property.clientPort", port);
    try (OutputStream out = Files.newOutputStream(settings.site)) {
      configuration.writeXml(out);
    }
    Files.writeString(settings.logging, ERRORS_ONLY);
    return settings;
  }

  Path directory() {
    return directory;
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(site);
    Files.deleteIfExists(logging);
    Files.deleteIfExists(directory);
  }
}
