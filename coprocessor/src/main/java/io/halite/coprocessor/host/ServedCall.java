package io.halite.coprocessor.host;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/** A client's call with another message in place of the client's. */
public final class ServedCall {
  private ServedCall() {}

  /**
   * Returns a call that has {@code message} as its request and is {@code call} otherwise.
   *
   * <p>It is a {@link Proxy}, since HBase 2 adds methods to {@code RpcCall} from version to version
   * and a class compiled with one version would lack those of the next.
   */
  public static RpcCall of(RpcCall call, Message message) {
    return (RpcCall)
        Proxy.newProxyInstance(
            ServedCall.class.getClassLoader(),
            new Class<?>[] {RpcCall.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getParam")) {
                return message;
              }
              try {
                return method.invoke(call, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
