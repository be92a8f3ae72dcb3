package io.halite.coprocessor.host;

import io.halite.filters.host.HostClasses;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.security.User;

/**
 * The attributes of a call and of its connection, by name, which HBase has from 2.6.0 on
 * (HBASE-27657). In an older HBase calls come without, whatever the client sent. Stateless.
 */
public final class CallAttributes {
  private static final boolean KNOWN = HostClasses.has(RpcCall.class, "getRequestAttributes");

  private CallAttributes() {}

  /** What the client gave to the request. */
  public static Map<String, byte[]> ofRequest(RpcCall call) {
    return KNOWN ? call.getRequestAttributes() : Map.of();
  }

  /** What the client gave to its connection. */
  public static Map<String, byte[]> ofConnection(RpcCall call) {
    return KNOWN ? call.getConnectionAttributes() : Map.of();
  }

  /** Opens a connection with attributes; without them in an older HBase. */
  static Connection connect(Configuration conf, User user, Map<String, byte[]> attributes)
      throws IOException {
    return KNOWN
        ? ConnectionFactory.createConnection(conf, null, user, attributes)
        : ConnectionFactory.createConnection(conf, user);
  }

  /** Sends attributes along with a request; does nothing in an older HBase. */
  static void put(Map<String, byte[]> attributes, HBaseRpcController request) {
    if (KNOWN) {
      request.setRequestAttributes(attributes);
    }
  }
}
