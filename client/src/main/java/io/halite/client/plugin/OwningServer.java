package io.halite.client.plugin;

import java.io.IOException;
import java.lang.StackWalker.StackFrame;
import java.util.List;
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

  private static final String SINK =
      "org.apache.hadoop.hbase.replication.regionserver.ReplicationSink";

  private static final String HBASES_CONNECTION =
      "org.apache.hadoop.hbase.client.ConnectionImplementation";

  private OwningServer() {}

  /**
   * Returns the server to which a configuration belongs, {@code hb_rs_host,16020,1700000000000} or
   * {@code hb_m_…} of a master; empty for that of an application.
   */
  static Optional<String> of(Configuration conf) {
    return Optional.ofNullable(conf.get(NAME_KEY))
        .filter(name -> Stream.of("hb_rs_", "hb_m_").anyMatch(name::startsWith));
  }

  /**
   * Refuses the connection by which HBase's replication sink loads files, which must be of HBase's
   * own class, and has the sink's next attempt open one.
   *
   * <p>The sink opens it at its first file, keeps it, and keeps the configuration: after this
   * refusal the source sends the file once more.
   */
  static void refuseLoads(Configuration conf, String connectionKey) throws IOException {
    List<String> ofSink =
        StackWalker.getInstance()
            .walk(
                callers ->
                    callers
                        .filter(caller -> caller.getClassName().equals(SINK))
                        .map(StackFrame::getMethodName)
                        .toList());
    // A sink that is being made may open a connection for its filter, and must start; a filter or
    // an observer may open one of its own while rows are replicated.
    if (ofSink.contains("replicateEntries") && ofSink.contains("getConnection")) {
      conf.set(connectionKey, HBASES_CONNECTION);
      throw new IOException(
          "HBase's replication sink loads files over HBase's own connection alone, and "
              + connectionKey
              + " in the configuration of this server names the connection plug-in: the sink opens"
              + " HBase's at the next attempt, which the source makes by itself; leave the key out"
              + " of the configuration of servers");
    }
  }

  /** Says once that the connections of a server are plain ones, and why. */
  static void sayAside(String server, String connectionKey) {
    if (isUnsaid(server, connectionKey)) {
      LOG.info(
          "{} opens plain connections for itself: {} in its configuration names the connection"
              + " plug-in, which is for applications; leave it out of the configuration of servers",
          server,
          connectionKey);
    }
  }

  /** True for the first caller in this process, which may have this class from several loaders. */
  static boolean isUnsaid(String server, String connectionKey) {
    String saying = "halite.plugin.aside." + server + "." + connectionKey;
    return System.getProperties().putIfAbsent(saying, "said") == null;
  }
}
