package io.halite.it.upstream;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;

/**
 * Writes the {@code hbase-site.xml} that stands first on a suite's class path: the small pools and
 * short periods under which HBase's own build runs these suites, and what the mode adds.
 */
final class SiteFile {
  private static final String SETTINGS = "settings.properties";

  private SiteFile() {}

  /** Returns the directory to put in front of the class path. */
  static Path write(Path directory, Mode mode) throws IOException {
    Files.createDirectories(directory);
    Configuration site = new Configuration(false);
    Properties settings = new Properties();
    try (InputStream in = SiteFile.class.getResourceAsStream(SETTINGS)) {
      settings.load(in);
    }
    settings.forEach((key, value) -> site.set((String) key, (String) value));
    mode.settings().forEach(site::set);
    try (OutputStream out = Files.newOutputStream(directory.resolve("hbase-site.xml"))) {
      site.writeXml(out);
    }
    return directory;
  }
}
