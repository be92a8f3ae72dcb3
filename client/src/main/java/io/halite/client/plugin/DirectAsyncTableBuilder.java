package io.halite.client.plugin;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;

/**
 * Builds the real table and another one with the same settings, and decorates them. Not
 * thread-safe, as no table builder is.
 */
final class DirectAsyncTableBuilder<C extends ScanResultConsumerBase>
    implements AsyncTableBuilder<C> {
  private final AsyncTableBuilder<C> real;
  private final AsyncTableBuilder<AdvancedScanResultConsumer> other;
  private final Consumer<AsyncTable<C>> lastSettings;
  private final Decoration<C> decoration;

  /** Makes one table of the real one and the other one. */
  interface Decoration<C extends ScanResultConsumerBase> {
    AsyncTable<C> of(AsyncTable<C> real, AsyncTable<AdvancedScanResultConsumer> other);
  }

  private DirectAsyncTableBuilder(
      AsyncTableBuilder<C> real,
      AsyncTableBuilder<AdvancedScanResultConsumer> other,
      Consumer<AsyncTable<C>> lastSettings,
      Decoration<C> decoration) {
    this.real = real;
    this.other = other;
    this.lastSettings = lastSettings;
    this.decoration = decoration;
  }

  /**
   * Over tables that call back on the threads of the network.
   *
   * @param owners of the table for scans: none of its requests waits longer than the scan, also the
   *     one that asks for the spec
   */
  static AsyncTableBuilder<AdvancedScanResultConsumer> onNetwork(
      AsyncTableBuilder<AdvancedScanResultConsumer> real,
      AsyncTableBuilder<AdvancedScanResultConsumer> owners,
      Decoration<AdvancedScanResultConsumer> decoration) {
    return new DirectAsyncTableBuilder<>(real, owners, table -> cut(table, owners), decoration);
  }

  private static void cut(AsyncTable<?> table, AsyncTableBuilder<?> owners) {
    long operation = table.getOperationTimeout(TimeUnit.NANOSECONDS);
    long scan = table.getScanTimeout(TimeUnit.NANOSECONDS);
    // Without a positive number HBase waits without end.
    boolean scanEndsFirst = scan > 0 && (operation <= 0 || scan < operation);
    owners.setOperationTimeout(scanEndsFirst ? scan : operation, TimeUnit.NANOSECONDS);
  }

  /**
   * Over a table that calls back in a pool, and one that does so on the threads of the network.
   *
   * @param direct of the second one, by {@link #onNetwork}
   */
  static AsyncTableBuilder<ScanResultConsumer> inPool(
      AsyncTableBuilder<ScanResultConsumer> real,
      AsyncTableBuilder<AdvancedScanResultConsumer> direct,
      Executor pool) {
    return new DirectAsyncTableBuilder<>(
        real, direct, table -> {}, (table, other) -> new PooledAsyncTable(table, other, pool));
  }

  private AsyncTableBuilder<C> both(Consumer<AsyncTableBuilder<?>> setting) {
    setting.accept(real);
    setting.accept(other);
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

  @Override
  public AsyncTable<C> build() {
    AsyncTable<C> table = real.build();
    lastSettings.accept(table);
    return decoration.of(table, other.build());
  }
}
