package io.halite.it.protocols;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.protocols.ProtocolServer.Protocol;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A server of each protocol with the plug-in, and one without it. */
record ProtocolServers(Map<Protocol, ProtocolServer> direct, Map<Protocol, ProtocolServer> usual)
    implements AutoCloseable {
  static ProtocolServers start(EmbeddedCluster cluster, Path directory) throws Exception {
    ProtocolServers servers =
        new ProtocolServers(new EnumMap<>(Protocol.class), new EnumMap<>(Protocol.class));
    try {
      for (Protocol each : Protocol.values()) {
        servers.direct.put(each, ProtocolServer.start(cluster, each, true, directory));
        servers.usual.put(each, ProtocolServer.start(cluster, each, false, directory));
      }
      for (Protocol each : Protocol.values()) {
        servers.direct.get(each).await();
        servers.usual.get(each).await();
      }
      return servers;
    } catch (Exception | Error e) {
      servers.close();
      throw e;
    }
  }

  /** The port of the server with the plug-in, or of the one without it. */
  int port(Protocol protocol, boolean plugIn) {
    return (plugIn ? direct : usual).get(protocol).port();
  }

  /** What the server with the plug-in has printed so far. */
  String log(Protocol protocol) throws IOException {
    return direct.get(protocol).log();
  }

  @Override
  public void close() throws InterruptedException {
    for (Map<Protocol, ProtocolServer> all : List.of(direct, usual)) {
      for (ProtocolServer each : all.values()) {
        each.close();
      }
    }
  }
}
