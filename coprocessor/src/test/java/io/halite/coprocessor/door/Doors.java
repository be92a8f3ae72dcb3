package io.halite.coprocessor.door;

import io.halite.coprocessor.host.Requests;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/** Servers, connections and calls of tests. */
final class Doors {
  static final ServerName HERE = server(0);

  private Doors() {}

  static ServerName server(int number) {
    return ServerName.valueOf("s" + number, 16020, 1);
  }

  /** A request that is decided about as soon as it comes. */
  static Arrival arrival(long now) {
    return new Arrival(now, now);
  }

  static HRegionLocation at(RegionInfo region, ServerName server) {
    return new HRegionLocation(region, server);
  }

  /** So many servers beside {@link #HERE}. */
  static List<ServerName> others(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(Doors::server).toList();
  }

  /** A call of nobody, without attributes. */
  static RpcCall call(Message message) {
    return call(
        Map.of(
            "getParam", message,
            "getRemoteAddress", InetAddress.getLoopbackAddress(),
            "getRemotePort", 1,
            "getPriority", HConstants.NORMAL_QOS,
            "getReceiveTime", EnvironmentEdgeManager.currentTime(),
            "getRequestUser", Optional.empty(),
            "getRequestAttributes", Map.of(),
            "getConnectionAttributes", Map.of()));
  }

  /** A call with the answers of its methods by their names; any other one throws. */
  static RpcCall call(Map<String, Object> answers) {
    return (RpcCall)
        Proxy.newProxyInstance(
            Doors.class.getClassLoader(),
            new Class<?>[] {RpcCall.class},
            (proxy, method, arguments) -> {
              Object answer = answers.get(method.getName());
              if (answer != null) {
                return answer;
              }
              if (method.getName().equals("getRequestAttribute")
                  && answers.get("getRequestAttributes") instanceof Map<?, ?> attributes) {
                return attributes.get(arguments[0]);
              }
              throw new UnsupportedOperationException(method.toString());
            });
  }

  static Peer peer(int number) {
    try {
      return new Peer(InetAddress.getByAddress(new byte[] {10, 0, 0, 1}), 10_000 + number, 1);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  /** Asks whether a server is a door of a gateway region. */
  static GetRequest probe(RegionInfo gateway) {
    return GetRequest.newBuilder()
        .setRegion(DoorRequest.specifier(OpenRegion.name(gateway)))
        .setGet(Requests.get("x1").getGet().toBuilder().setExistenceOnly(true))
        .build();
  }
}
