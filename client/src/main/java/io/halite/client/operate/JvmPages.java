package io.halite.client.operate;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads what servers tell everybody of their JVMs on {@code /jmx} of their web pages, which needs
 * no region and no class of Halite. For one thread.
 *
 * <p>Where the pages cannot be reached, or only with Kerberos or TLS, nothing is known; after two
 * servers without an answer it asks no more.
 */
final class JvmPages {
  private static final int PATIENCE_MILLIS = 2_000;
  private static final int MOST_FAILURES = 2;
  private static final int MOST_BYTES = 1 << 20;

  private int failures;

  /** What the server at this port of web pages says; empty if it has none, or does not say it. */
  Optional<ServerJvm> of(String host, int port) {
    if (port <= 0 || failures >= MOST_FAILURES) {
      return Optional.empty();
    }
    try {
      return ServerJvm.parse(read(new URL("http", host, port, "/jmx?qry=java.lang:type=Runtime")));
    } catch (IOException e) {
      // A closed page is no fault of the cluster.
      failures++;
      return Optional.empty();
    }
  }

  private static String read(URL page) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) page.openConnection();
    connection.setConnectTimeout(PATIENCE_MILLIS);
    connection.setReadTimeout(PATIENCE_MILLIS);
    try (InputStream text = connection.getInputStream()) {
      return new String(text.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    } finally {
      connection.disconnect();
    }
  }
}
