package io.halite.it.segments;

import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** An embedded cluster of one region server that runs until its standard input ends. */
final class ServersAloneMain {
  static final String MARK = "servers alone: ";

  private static final List<String> HALITE =
      List.of(
          "io.halite.keys.Salt",
          "io.halite.filters.segment.SegmentFilter",
          "io.halite.coprocessor.SaltingObserver");

  private ServersAloneMain() {}

  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.println(MARK + "halite " + HALITE.stream().filter(ServersAloneMain::isThere).toList());
    try (EmbeddedCluster cluster =
        EmbeddedCluster.start(1, Path.of(arguments[0]), settings -> {})) {
      out.println(MARK + "port " + cluster.zooKeeperPort());
      out.println(MARK + "files " + cluster.configuration().get("fs.defaultFS"));
      out.println(MARK + "ready");
      awaitTheEnd();
    }
    System.exit(0);
  }

  private static boolean isThere(String className) {
    try {
      Class.forName(className);
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  private static void awaitTheEnd() throws IOException {
    int read = 0;
    while (read >= 0) {
      read = System.in.read();
    }
  }
}
