package io.halite.it.cluster;

import java.util.Properties;

/**
 * The system properties as they were, so that they can be restored: the embedded HDFS sets a dozen,
 * among them {@code java.io.tmpdir}, to directories that are deleted with it.
 */
final class SystemProperties {
  private final Properties remembered;

  private SystemProperties(Properties remembered) {
    this.remembered = remembered;
  }

  static SystemProperties remember() {
    Properties copy = new Properties();
    copy.putAll(System.getProperties());
    return new SystemProperties(copy);
  }

  void restore() {
    System.setProperties(remembered);
  }
}
