package io.halite.it.secure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kerby.kerberos.kerb.KrbException;
import org.apache.kerby.kerberos.kerb.server.KdcConfigKey;
import org.apache.kerby.kerberos.kerb.server.SimpleKdcServer;

/**
 * A key distribution centre of Kerberos on loopback, whose tickets end after so many seconds.
 *
 * <p>It tells this whole JVM to ask it and nobody else.
 */
final class KeyDistribution implements AutoCloseable {
  static final String REALM = "HALITE.TEST";

  private final SimpleKdcServer server;
  private final Path directory;

  private KeyDistribution(SimpleKdcServer server, Path directory) {
    this.server = server;
    this.directory = directory;
  }

  static KeyDistribution start(Path directory, Duration tickets) throws Exception {
    Files.createDirectories(directory);
    SimpleKdcServer server = new SimpleKdcServer();
    server.setWorkDir(directory.toFile());
    server.setKdcRealm(REALM);
    server.setKdcHost("localhost");
    server.setAllowUdp(false);
    int port = freePort();
    server.setKdcTcpPort(port);
    server.getKdcConfig().setLong(KdcConfigKey.MAXIMUM_TICKET_LIFETIME, tickets.toSeconds());
    server.getKdcConfig().setLong(KdcConfigKey.MINIMUM_TICKET_LIFETIME, 1L);
    server.init();
    KeyDistribution started = new KeyDistribution(server, directory);
    Files.writeString(
        started.settings(),
        """
        [libdefaults]
          default_realm = %1$s
          udp_preference_limit = 1
          clockskew = 5
          dns_lookup_kdc = false
          dns_lookup_realm = false
          dns_canonicalize_hostname = false
        [realms]
          %1$s = {
            kdc = localhost:%2$d
          }
        """
            .formatted(REALM, port));
    System.setProperty("java.security.krb5.conf", started.settings().toString());
    server.start();
    return started;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** A {@code krb5.conf}, by which a JVM finds the centre. */
  Path settings() {
    return directory.resolve("halite-krb5.conf");
  }

  /** The keys of a principal, {@code alice} or {@code hbase/localhost}, made when first needed. */
  Path keytab(String principal) throws KrbException {
    Path keytab = directory.resolve(principal.replace('/', '-') + ".keytab");
    if (!Files.exists(keytab)) {
      server.createAndExportPrincipals(keytab.toFile(), principal);
    }
    return keytab;
  }

  @Override
  public void close() throws KrbException {
    server.stop();
  }
}
