package io.halite.coprocessor.door;

import java.net.InetAddress;
import org.apache.hadoop.hbase.ipc.RpcCall;

/**
 * One connection of a client to this server. HBase's client sends all requests of one connection
 * object to one server over one socket, or over several with {@code hbase.client.ipc.pool.size}:
 * then each of them is a connection here.
 *
 * @param session tells connections apart that come from one port, one after the other: HBase makes
 *     a user for each connection, and keeps it
 */
record Peer(InetAddress address, int port, int session) {
  /** The connection of a call, which is a client's. */
  static Peer of(RpcCall call) {
    return new Peer(
        call.getRemoteAddress(),
        call.getRemotePort(),
        call.getRequestUser().map(System::identityHashCode).orElse(0));
  }

  /** Without the session: hardly two connections share a port within the time that counts. */
  @Override
  public int hashCode() {
    return 31 * address.hashCode() + port;
  }
}
