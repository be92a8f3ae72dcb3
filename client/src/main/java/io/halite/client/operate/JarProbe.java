package io.halite.client.operate;

import io.halite.client.operate.ServerState.Jar;
import io.halite.routing.failure.FailureText;
import io.halite.routing.wait.Interrupted;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.ipc.RemoteWithExtrasException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * Asks a server that reports nothing, or a master, whether it finds Halite's classes.
 *
 * <p>It lists the server's regions twice: once as any client, and once over a connection whose
 * codec is a class of Halite's jar. A server without that class closes the connection before it
 * reads a request. No region and no row is touched. For one thread.
 */
final class JarProbe implements Closeable {
  /** A class of the servers' jar alone, which applications have not. */
  private static final String CODEC = "io.halite.coprocessor.operate.ProbeCodec";

  private final Admin usual;
  private final Optional<Connection> connection;
  private final Optional<Admin> naming;

  /**
   * Asks through {@code usual}, and through {@code naming}, whose connection names the codec.
   *
   * @param naming empty if this JVM has not the class itself; then nothing is known of servers
   */
  JarProbe(Admin usual, Optional<Admin> naming) {
    this(usual, Optional.empty(), naming);
  }

  private JarProbe(Admin usual, Optional<Connection> connection, Optional<Admin> naming) {
    this.usual = usual;
    this.connection = connection;
    this.naming = naming;
  }

  /**
   * Opens a connection that names the codec.
   *
   * @param brief the configuration by which no call waits long
   */
  static JarProbe open(Admin usual, Configuration brief) throws IOException {
    if (JarProbe.class.getResource("/" + CODEC.replace('.', '/') + ".class") == null) {
      return new JarProbe(usual, Optional.empty());
    }
    Configuration site = new Configuration(brief);
    site.set(HConstants.RPC_CODEC_CONF_KEY, CODEC);
    // Without the codec every call fails alike; a second one shows nothing new.
    site.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    Connection naming = ConnectionFactory.createConnection(site);
    return new JarProbe(usual, Optional.of(naming), Optional.of(naming.getAdmin()));
  }

  /**
   * What is known of a server. A server that does not answer is a finding, not an error.
   *
   * @throws AccessDeniedException if it refuses the user
   * @throws InterruptedIOException if the thread is interrupted while it waits
   */
  ServerState ask(ServerName server) throws AccessDeniedException, InterruptedIOException {
    try {
      usual.getRegions(server);
    } catch (AccessDeniedException e) {
      throw e;
    } catch (IOException e) {
      Interrupted.rethrow(e);
      if (!isAnswer(e)) {
        return state(server, Jar.SILENT, FailureText.firstLine(e));
      }
    }
    return naming.isEmpty()
        ? state(server, Jar.UNKNOWN, "")
        : state(server, jar(naming.get(), server), "");
  }

  private static ServerState state(ServerName server, Jar jar, String error) {
    return new ServerState(server.getServerName(), jar, Optional.empty(), error);
  }

  /** The server has just answered: only the name of the codec can be the reason not to. */
  private static Jar jar(Admin naming, ServerName server) throws InterruptedIOException {
    try {
      naming.getRegions(server);
      return Jar.FOUND;
    } catch (IOException e) {
      Interrupted.rethrow(e);
      return isAnswer(e) ? Jar.FOUND : Jar.MISSING;
    }
  }

  /** Whether the server has read the request: a backup master says that it does not serve. */
  private static boolean isAnswer(IOException thrown) {
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each instanceof RemoteWithExtrasException
          || each instanceof ServerNotRunningYetException
          || each instanceof AccessDeniedException) {
        return true;
      }
    }
    return thrown instanceof DoNotRetryIOException;
  }

  @Override
  public void close() throws IOException {
    if (naming.isPresent()) {
      naming.get().close();
    }
    if (connection.isPresent()) {
      connection.get().close();
    }
  }
}
