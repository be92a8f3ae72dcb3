package io.halite.routing.merge;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanController;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer.ScanResumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.Cursor;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.util.Bytes;

/** A table whose scans answer when, and what, a test tells them to. */
final class ScriptedTable {
  /** One opened scan and what has become of it. */
  static final class OpenScan implements ScanController, ScanResumer {
    final Scan scan;
    private final AdvancedScanResultConsumer consumer;
    final ScanMetrics metrics = new ScanMetrics();
    boolean suspended;
    boolean failsToResume;
    boolean terminated;
    boolean completed;
    int sent;

    private OpenScan(Scan scan, AdvancedScanResultConsumer consumer) {
      this.scan = scan;
      this.consumer = consumer;
      metrics.countOfRegions.incrementAndGet();
      if (scan.isScanMetricsEnabled()) {
        consumer.onScanMetricsCreated(metrics);
      }
    }

    void pieces(Result... results) {
      consumer.onNext(results, this);
    }

    void rows(String... storedRows) {
      Result[] results = new Result[storedRows.length];
      for (int i = 0; i < results.length; i++) {
        results[i] = row(storedRows[i]);
      }
      sent += results.length;
      consumer.onNext(results, this);
    }

    void heartbeat() {
      consumer.onHeartbeat(this);
    }

    void complete() {
      completed = true;
      consumer.onComplete();
    }

    void fail(Throwable error) {
      consumer.onError(error);
    }

    @Override
    public ScanResumer suspend() {
      suspended = true;
      return this;
    }

    @Override
    public void resume() {
      if (failsToResume) {
        throw new IllegalStateException("cannot resume");
      }
      suspended = false;
    }

    @Override
    public void terminate() {
      terminated = true;
    }

    @Override
    public Optional<Cursor> cursor() {
      return Optional.empty();
    }
  }

  final List<OpenScan> scans = new ArrayList<>();
  int locationsForgotten;

  @SuppressWarnings("unchecked")
  AsyncTable<AdvancedScanResultConsumer> table() {
    return (AsyncTable<AdvancedScanResultConsumer>)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {AsyncTable.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getRegionLocator")) {
                return locator();
              }
              if (!method.getName().equals("scan")) {
                throw new UnsupportedOperationException(method.toString());
              }
              scans.add(
                  new OpenScan((Scan) arguments[0], (AdvancedScanResultConsumer) arguments[1]));
              return null;
            });
  }

  private AsyncTableRegionLocator locator() {
    return (AsyncTableRegionLocator)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {AsyncTableRegionLocator.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("clearRegionLocationCache")) {
                throw new UnsupportedOperationException(method.toString());
              }
              locationsForgotten++;
              return null;
            });
  }

  MergedScan open(int images, boolean reversed, long readAheadBytes) {
    return open(images, reversed, readAheadBytes, 0);
  }

  MergedScan open(int images, boolean reversed, long readAheadBytes, int rounds) {
    return open(images, reversed, readAheadBytes, rounds, ScanMemory.UNCOUNTED);
  }

  MergedScan open(
      int images, boolean reversed, long readAheadBytes, int rounds, ScanMemory memory) {
    Rounds endless = Rounds.of(rounds, Long.MAX_VALUE, () -> {});
    return open(images, reversed, readAheadBytes, endless, memory);
  }

  MergedScan open(
      int images, boolean reversed, long readAheadBytes, Rounds rounds, ScanMemory memory) {
    List<Scan> natural = new ArrayList<>();
    for (int i = 0; i < images; i++) {
      natural.add(new Scan().setReversed(reversed));
    }
    return MergedScan.open(
        new ImageReading(table(), readAheadBytes, rounds, new OwnerCounts(true), memory, 0),
        natural,
        1,
        () -> {});
  }

  UnorderedRows openUnordered(int images, int atOnce, long readAheadBytes) {
    return openUnordered(ImageReading.of(table(), readAheadBytes), images, atOnce);
  }

  UnorderedRows openUnordered(ImageReading reading, int images, int atOnce) {
    return UnorderedRows.open(
        reading, Stream.generate(Scan::new).limit(images).toList(), atOnce, Optional::of, () -> {});
  }

  /** A row that has as many bytes of values, and may have more cells. */
  static Result piece(String storedRow, String qualifier, int bytes) {
    byte[] row = Bytes.toBytes(storedRow);
    KeyValue cell =
        new KeyValue(row, Bytes.toBytes("f"), Bytes.toBytes(qualifier), 1L, new byte[bytes]);
    return Result.create(new KeyValue[] {cell}, null, false, true);
  }

  /** A row of one cell; the first character stands for the salt. */
  static Result row(String storedRow) {
    byte[] row = Bytes.toBytes(storedRow);
    return Result.create(
        new KeyValue[] {new KeyValue(row, Bytes.toBytes("f"), Bytes.toBytes("q"), 1L, row)});
  }
}
