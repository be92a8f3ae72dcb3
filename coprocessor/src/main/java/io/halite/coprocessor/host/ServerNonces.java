package io.halite.coprocessor.host;

import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.ServerNonceManager;

/**
 * HBase's memory of the numbered increments and appends that one region server has applied. It has
 * none if the server does not keep nonces ({@code hbase.regionserver.nonces.enabled}). Thread-safe.
 */
public final class ServerNonces {
  private static final int GRACE_MILLIS = 30 * 60 * 1000;

  private final Optional<ServerNonceManager> memory;

  /** HBase's memory; empty if the server has none. */
  public ServerNonces(Optional<ServerNonceManager> memory) {
    this.memory = memory;
  }

  /** The memory of the server of {@code env}. */
  public static ServerNonces of(RegionCoprocessorEnvironment env) {
    return new ServerNonces(
        env.getOnlineRegions() instanceof RegionServerServices server
            ? Optional.ofNullable(server.getNonceManager())
            : Optional.empty());
  }

  /** How long HBase knows an operation, in milliseconds, by the server's configuration. */
  public static long graceMillis(Configuration conf) {
    return conf.getInt(ServerNonceManager.HASH_NONCE_GRACE_PERIOD_KEY, GRACE_MILLIS);
  }

  /** Whether the server keeps nonces. */
  public boolean areKept() {
    return memory.isPresent();
  }

  /** The sequence id at which an operation was applied; empty if the server does not know it. */
  public OptionalLong appliedAt(Nonce nonce) {
    long known =
        memory
            .map(server -> server.getMvccFromOperationContext(nonce.group(), nonce.number()))
            .orElse(Long.MAX_VALUE);
    return known == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(known);
  }

  /**
   * Makes the server know an operation that the region's former server has applied. HBase ignores
   * it if it is older than one and a half times {@link #graceMillis}.
   *
   * @param sequenceId at which it was applied: a repeat reads the row as it was then
   * @param millis when it was applied
   */
  public void applied(Nonce nonce, long sequenceId, long millis) {
    if (appliedAt(nonce).isEmpty()) {
      memory.ifPresent(
          server -> server.reportOperationFromWal(nonce.group(), nonce.number(), millis));
    }
    restored(nonce, sequenceId);
  }

  /**
   * Completes what HBase knows of an operation that it has read from the WAL of a server that died:
   * without the sequence id, a repeat would be answered with no cell.
   */
  public void restored(Nonce nonce, long sequenceId) {
    if (appliedAt(nonce).isPresent()) {
      memory.ifPresent(
          server -> server.addMvccToOperationContext(nonce.group(), nonce.number(), sequenceId));
    }
  }
}
