package io.halite.coprocessor.host;

import java.lang.reflect.Proxy;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/** Makes the current thread one that serves a request, until it is closed. */
public final class CurrentCall implements AutoCloseable {
  private CurrentCall() {}

  public static CurrentCall of(Message request, long deadline, long disconnectedMillis) {
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
