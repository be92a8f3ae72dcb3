package io.halite.it.cluster;

import java.lang.reflect.Field;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncConnectionImpl;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionUtils;
import org.apache.hadoop.hbase.client.NonceGenerator;

/**
 * The nonces of all blocking clients of this JVM, which HBase keeps in one place. Closing gives the
 * clients their former ones back.
 */
public final class ClientNonces implements AutoCloseable {
  private static final long GROUP = 77;

  private final ClusterConnection connection;
  private final NonceGenerator before;

  private ClientNonces(Connection any) {
    this.connection = (ClusterConnection) any;
    this.before = connection.getNonceGenerator();
  }

  /** Changes nothing; a client that is opened without nonces takes them away from all others. */
  public static ClientNonces keep(Connection any) {
    return new ClientNonces(any);
  }

  /** Gives all clients these nonces. */
  public static ClientNonces set(Connection any, LongSupplier nonces) {
    ClientNonces set = new ClientNonces(any);
    ConnectionUtils.injectNonceGeneratorForTesting(
        set.connection,
        new NonceGenerator() {
          @Override
          public long getNonceGroup() {
            return GROUP;
          }

          @Override
          public long newNonce() {
            return nonces.getAsLong();
          }
        });
    return set;
  }

  /** Gives them to an asynchronous client, too, into which HBase injects none. */
  public void shareWith(AsyncConnection async) throws ReflectiveOperationException {
    Field nonces = AsyncConnectionImpl.class.getDeclaredField("nonceGenerator");
    nonces.setAccessible(true);
    nonces.set(async, connection.getNonceGenerator());
  }

  @Override
  public void close() {
    ConnectionUtils.injectNonceGeneratorForTesting(connection, before);
  }
}
