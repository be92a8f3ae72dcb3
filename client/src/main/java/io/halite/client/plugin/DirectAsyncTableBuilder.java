package io.halite.client.plugin;

import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;

/**
 * Builds the real table, another one with the same settings for stored scans, and decorates them.
 * Not thread-safe, as no table builder is.
 */
final class DirectAsyncTableBuilder<C extends ScanResultConsumerBase>
    implements AsyncTableBuilder<C> {
  private final AsyncTableBuilder<C> real;
  private final AsyncTableBuilder<AdvancedScanResultConsumer> owners;
  private final BiFunction<AsyncTable<C>, AsyncTable<AdvancedScanResultConsumer>, AsyncTable<C>>
      decoration;

  DirectAsyncTableBuilder(
      AsyncTableBuilder<C> real,
      AsyncTableBuilder<AdvancedScanResultConsumer> owners,
      BiFunction<AsyncTable<C>, AsyncTable<AdvancedScanResultConsumer>, AsyncTable<C>> decoration) {
    this.real = real;
    this.owners = owners;
    this.decoration = decoration;
  }

  private AsyncTableBuilder<C> both(Consumer<AsyncTableBuilder<?>> setting) {
    setting.accept(real);
    setting.accept(owners);
    return this;
  }

  @Override
  public AsyncTableBuilder<C> setOperationTimeout(long timeout, TimeUnit unit) {
    return both(builder -> builder.setOperationTimeout(timeout, unit));
  }

  @Override
  public AsyncTableBuilder<C> setScanTimeout(long timeout, TimeUnit unit) {
    return both(builder -> builder.setScanTimeout(timeout, unit));
  }

  @Override
  public AsyncTableBuilder<C> setRpcTimeout(long timeout, TimeUnit unit) {
    return both(builder -> builder.setRpcTimeout(timeout, unit));
  }

  @Override
  public AsyncTableBuilder<C> setReadRpcTimeout(long timeout, TimeUnit unit) {
    return both(builder -> builder.setReadRpcTimeout(timeout, unit));
  }

  @Override
  public AsyncTableBuilder<C> setWriteRpcTimeout(long timeout, TimeUnit unit) {
    return both(builder -> builder.setWriteRpcTimeout(timeout, unit));
  }

  @Override
  public AsyncTableBuilder<C> setRetryPause(long pause, TimeUnit unit) {
    return both(builder -> builder.setRetryPause(pause, unit));
  }

  @Override
  public AsyncTableBuilder<C> setRetryPauseForServerOverloaded(long pause, TimeUnit unit) {
    return both(builder -> builder.setRetryPauseForServerOverloaded(pause, unit));
  }

  @Override
  public AsyncTableBuilder<C> setMaxAttempts(int attempts) {
    return both(builder -> builder.setMaxAttempts(attempts));
  }

  @Override
  public AsyncTableBuilder<C> setStartLogErrorsCnt(int count) {
    return both(builder -> builder.setStartLogErrorsCnt(count));
  }

  @Override
  public AsyncTableBuilder<C> setRequestAttribute(String key, byte[] value) {
    return both(builder -> builder.setRequestAttribute(key, value));
  }

  /** No request of a scan waits longer than the scan, also the one that asks for the spec. */
  @Override
  public AsyncTable<C> build() {
    AsyncTable<C> table = real.build();
    long operation = table.getOperationTimeout(TimeUnit.NANOSECONDS);
    long scan = table.getScanTimeout(TimeUnit.NANOSECONDS);
    // Without a positive number HBase waits without end.
    boolean scanEndsFirst = scan > 0 && (operation <= 0 || scan < operation);
    owners.setOperationTimeout(scanEndsFirst ? scan : operation, TimeUnit.NANOSECONDS);
    return decoration.apply(table, owners.build());
  }
}
