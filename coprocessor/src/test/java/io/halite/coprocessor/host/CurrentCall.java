package io.halite.coprocessor.host;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.CellScanner;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/** Makes the current thread one that serves a request, until it is closed. */
public final class CurrentCall implements AutoCloseable {
  private CurrentCall() {}

  /** A call of a client that waits until {@code deadline}; {@code gateway} has forwarded it. */
  public static CurrentCall of(Message request, long deadline, Optional<String> gateway) {
    Map<String, byte[]> connection = new HashMap<>();
    gateway.ifPresent(name -> connection.put(RegionRpcs.GATEWAY, Bytes.toBytes(name)));
    return of(request, deadline, -1, connection);
  }

  public static CurrentCall of(Message request, long deadline, long disconnectedMillis) {
    return of(request, deadline, disconnectedMillis, Map.of());
  }

  /** A call whose cells lie beside its request. */
  static CurrentCall of(Message request, CellScanner cells) {
    return of(request, Long.MAX_VALUE, -1, Map.of(), Optional.of(cells));
  }

  private static CurrentCall of(
      Message request, long deadline, long disconnectedMillis, Map<String, byte[]> connection) {
    return of(request, deadline, disconnectedMillis, connection, Optional.empty());
  }

  private static CurrentCall of(
      Message request,
      long deadline,
      long disconnectedMillis,
      Map<String, byte[]> connection,
      Optional<CellScanner> cells) {
    RpcServer.setCurrentCall(
        (RpcCall)
            Proxy.newProxyInstance(
                CurrentCall.class.getClassLoader(),
                new Class<?>[] {RpcCall.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "getParam" -> request;
                      case "getDeadline" -> deadline;
                      case "getReceiveTime" -> System.currentTimeMillis();
                      case "disconnectSince" -> disconnectedMillis;
                      case "getConnectionAttributes" -> connection;
                      case "getCellScanner" -> cells.orElse(null);
                      default -> throw new UnsupportedOperationException(method.toString());
                    }));
    return new CurrentCall();
  }

  public static CurrentCall of(Message request) {
    return of(request, Long.MAX_VALUE, -1);
  }

  @Override
  public void close() {
    RpcServer.setCurrentCall(null);
  }
}
