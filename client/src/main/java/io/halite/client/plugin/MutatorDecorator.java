package io.halite.client.plugin;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Mutation;

/** Passes every call but those that add writes to the real mutator. */
abstract class MutatorDecorator implements BufferedMutator {
  /** The mutator that buffers and sends the writes. */
  abstract BufferedMutator real();

  @Override
  public final void mutate(Mutation mutation) throws IOException {
    mutate(List.of(mutation));
  }

  @Override
  public final TableName getName() {
    return real().getName();
  }

  @Override
  public Configuration getConfiguration() {
    return real().getConfiguration();
  }

  @Override
  public void flush() throws IOException {
    real().flush();
  }

  @Override
  public void close() throws IOException {
    real().close();
  }

  @Override
  public final void setWriteBufferPeriodicFlush(long timeoutMillis, long tickMillis) {
    real().setWriteBufferPeriodicFlush(timeoutMillis, tickMillis);
  }

  @Override
  public final void disableWriteBufferPeriodicFlush() {
    real().disableWriteBufferPeriodicFlush();
  }

  @Override
  public final long getWriteBufferPeriodicFlushTimeoutMs() {
    return real().getWriteBufferPeriodicFlushTimeoutMs();
  }

  @Override
  public final long getWriteBufferPeriodicFlushTimerTickMs() {
    return real().getWriteBufferPeriodicFlushTimerTickMs();
  }

  @Override
  public final long getWriteBufferSize() {
    return real().getWriteBufferSize();
  }

  @Override
  @Deprecated
  public void setRpcTimeout(int millis) {
    real().setRpcTimeout(millis);
  }

  @Override
  @Deprecated
  public void setOperationTimeout(int millis) {
    real().setOperationTimeout(millis);
  }

  @Override
  public final Map<String, byte[]> getRequestAttributes() {
    return real().getRequestAttributes();
  }

  @Override
  public final int getMaxMutations() {
    return real().getMaxMutations();
  }
}
