package io.halite.it.process;

import java.io.IOException;
import java.util.List;

/** The ports of one cluster: eight of the fixed processes, then two for each region server. */
record ClusterPorts(List<Integer> ports) {
  private static final int FIXED = 8;

  static ClusterPorts free(int servers) throws IOException {
    return new ClusterPorts(Ports.free(FIXED + 2 * servers));
  }

  int zooKeeper() {
    return ports.get(0);
  }

  int nameNode() {
    return ports.get(1);
  }

  int nameNodePages() {
    return ports.get(2);
  }

  int dataNode() {
    return ports.get(3);
  }

  int dataNodeCalls() {
    return ports.get(4);
  }

  int dataNodePages() {
    return ports.get(5);
  }

  int master() {
    return ports.get(6);
  }

  int masterPages() {
    return ports.get(7);
  }

  int server(int index) {
    return ports.get(FIXED + 2 * index);
  }

  int serverPages(int index) {
    return ports.get(FIXED + 2 * index + 1);
  }
}
