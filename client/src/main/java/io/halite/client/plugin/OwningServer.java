package io.halite.client.plugin;

import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Separates connections that HBase's own servers open for themselves from those of applications.
 *
 * <p>A master or region server that reads the same {@code hbase-site.xml} as applications would
 * open its connections, such as those of replication, through the plug-in. There the plug-in steps
 * aside. REST and Thrift servers are applications. Stateless.
 */
final class OwningServer {
  private static final Logger LOG = LoggerFactory.getLogger(OwningServer.class);

  /** Under this key HBase's servers write their names into their configurations. */
  private static final String NAME_KEY = "mapreduce.task.attempt.id";

  private OwningServer() {}

  /**
   * Returns the server to which a configuration belongs, {@code hb_rs_host,16020,1700000000000} or
   * {@code hb_m_…} of a master; empty for that of an application.
   */
  static Optional<String> of(Configuration conf) {
    return Optional.ofNullable(conf.get(NAME_KEY))
        .filter(name -> Stream.of("hb_rs_", "hb_m_").anyMatch(name::startsWith));
  }

  /** Says that a connection of a server is a plain one, and why. */
  static void sayAside(String server, String connectionKey) {
    LOG.info(
        "{} opens a plain connection for itself: {} in its configuration names the connection"
            + " plug-in, which is for applications; leave it out of the configuration of servers",
        server,
        connectionKey);
  }
}
