package io.halite.it.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free ports of the loopback address.
 *
 * <p>They lie below the range from which systems take the ports of outgoing connections (32768 and
 * above on Linux): a server that was killed finds its own port free when it comes back.
 */
final class Ports {
  private static final int LOWEST = 15_000;
  private static final int HIGHEST = 31_000;

  private Ports() {}

  /** Takes {@code count} different ports. */
  static List<Integer> free(int count) throws IOException {
    List<Integer> found = new ArrayList<>();
    int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
    for (int tried = 0; found.size() < count; tried++, port++) {
      if (tried > HIGHEST - LOWEST) {
        throw new IOException(
            "only %d of %d ports are free on loopback in %d..%d"
                .formatted(found.size(), count, LOWEST, HIGHEST));
      }
      if (port >= HIGHEST) {
        port = LOWEST;
      }
      if (isFree(port)) {
        found.add(port);
      }
    }
    return found;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
