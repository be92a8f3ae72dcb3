package io.halite.client.plugin;

import java.util.function.LongConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;

/**
 * Settings that HBase's mutator reads when it is opened. That of the plug-in's own connection would
 * find them as they were when the connection was opened. Stateless.
 */
final class BufferSettings {
  private static final String SIZE_KEY = "hbase.client.write.buffer";
  private static final String FLUSH_KEY = "hbase.client.write.buffer.periodicflush.timeout.ms";
  private static final String TICK_KEY = "hbase.client.write.buffer.periodicflush.timertick.ms";

  /** In parameters and here a negative number says that nothing is set. */
  private static final long UNSET = -1;

  private BufferSettings() {}

  /** Sets what the parameters leave to the configuration. */
  static void read(Configuration client, BufferedMutatorParams params) {
    set(params.getWriteBufferSize(), client, SIZE_KEY, params::writeBufferSize);
    set(
        params.getWriteBufferPeriodicFlushTimeoutMs(),
        client,
        FLUSH_KEY,
        params::setWriteBufferPeriodicFlushTimeoutMs);
    set(
        params.getWriteBufferPeriodicFlushTimerTickMs(),
        client,
        TICK_KEY,
        params::setWriteBufferPeriodicFlushTimerTickMs);
  }

  private static void set(long given, Configuration client, String key, LongConsumer setter) {
    if (given == UNSET) {
      setter.accept(client.getLong(key, UNSET));
    }
  }
}
