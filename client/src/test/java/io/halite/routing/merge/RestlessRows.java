package io.halite.routing.merge;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.NotServingRegionException;
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

/**
 * A table of rows that are written while they are scanned, and whose regions move. As in HBase's
 * asynchronous client, a scan that is opened again continues behind the last cell that it has
 * returned, at a later read point, and counts a repeated RPC and a region. It counts a repeated RPC
 * of an open scanner, too, which tears nothing.
 */
final class RestlessRows {
  /** The columns of every row. */
  static final int CELLS = 5;

  private static final byte[] FAMILY = Bytes.toBytes("f");

  /** The version of each stored row, which all its cells have as their value. */
  final NavigableMap<String, Integer> rows = new TreeMap<>();

  private final List<Reader> readers = new ArrayList<>();
  private final Random random;

  RestlessRows(Random random) {
    this.random = random;
  }

  /** Lets any one scan answer, fail, or be opened again. */
  void move() {
    if (!readers.isEmpty()) {
      readers.get(random.nextInt(readers.size())).move();
    }
  }

  @SuppressWarnings("unchecked")
  AsyncTable<AdvancedScanResultConsumer> table() {
    return (AsyncTable<AdvancedScanResultConsumer>)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {AsyncTable.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("scan")) {
                readers.add(
                    new Reader((Scan) arguments[0], (AdvancedScanResultConsumer) arguments[1]));
                return null;
              }
              return Proxy.newProxyInstance(
                  getClass().getClassLoader(),
                  new Class<?>[] {AsyncTableRegionLocator.class},
                  (locator, clear, none) -> null);
            });
  }

  /** One scan of one image. */
  private final class Reader implements ScanController, ScanResumer {
    private final Scan scan;
    private final AdvancedScanResultConsumer consumer;
    private final ScanMetrics metrics = new ScanMetrics();
    private List<Cell> ahead;
    private Optional<Result> last = Optional.empty();
    private boolean suspended;
    private boolean terminated;

    Reader(Scan scan, AdvancedScanResultConsumer consumer) {
      this.scan = scan;
      metrics.countOfRegions.incrementAndGet();
      this.consumer = consumer;
      this.ahead = cells(Bytes.toString(scan.getStartRow()), scan.includeStartRow());
      consumer.onScanMetricsCreated(metrics);
    }

    private List<Cell> cells(String from, boolean included) {
      List<Cell> cells = new ArrayList<>();
      Map<String, Integer> range =
          rows.subMap(from, included, Bytes.toString(scan.getStopRow()), false);
      range.forEach(
          (row, version) -> {
            for (int i = 0; i < CELLS; i++) {
              byte[] qualifier = {(byte) ('a' + i)};
              cells.add(
                  new KeyValue(Bytes.toBytes(row), FAMILY, qualifier, 1L, Bytes.toBytes(version)));
            }
          });
      return cells;
    }

    void move() {
      int dice = random.nextInt(20);
      if (suspended) {
        return;
      }
      if (dice == 0) {
        readers.remove(this);
        consumer.onError(new NotServingRegionException("away"));
      } else if (dice < 4 && last.isPresent()) {
        openAgain(last.get());
      } else if (dice < 6) {
        metrics.countOfRPCRetries.incrementAndGet();
      } else if (ahead.isEmpty()) {
        end();
      } else {
        answer();
      }
    }

    private void end() {
      readers.remove(this);
      consumer.onComplete();
    }

    private void openAgain(Result behind) {
      metrics.countOfRegions.incrementAndGet();
      metrics.countOfRPCRetries.incrementAndGet();
      boolean open = behind.mayHaveMoreCellsInRow();
      ahead = cells(Bytes.toString(behind.getRow()), open);
      byte lastColumn = CellUtil.cloneQualifier(behind.rawCells()[behind.size() - 1])[0];
      while (open
          && !ahead.isEmpty()
          && CellUtil.matchingRows(ahead.get(0), behind.getRow())
          && CellUtil.cloneQualifier(ahead.get(0))[0] <= lastColumn) {
        ahead.remove(0);
      }
    }

    private void answer() {
      List<Cell> next = ahead.subList(0, Math.min(ahead.size(), 1 + random.nextInt(2 * CELLS)));
      List<Cell> rest = new ArrayList<>(ahead.subList(next.size(), ahead.size()));
      List<Result> results = new ArrayList<>();
      for (int from = 0, to = 0; from < next.size(); from = to) {
        while (to < next.size() && CellUtil.matchingRows(next.get(from), next.get(to))) {
          to++;
        }
        boolean cut = !rest.isEmpty() && CellUtil.matchingRows(next.get(from), rest.get(0));
        // At the end of an answer HBase may say so of a whole row, too.
        boolean more = to == next.size() && (cut || random.nextInt(4) == 0);
        results.add(Result.create(next.subList(from, to).toArray(Cell[]::new), null, false, more));
      }
      ahead = rest;
      last = Optional.of(results.get(results.size() - 1));
      consumer.onNext(results.toArray(Result[]::new), this);
      if (terminated) {
        end();
      }
    }

    @Override
    public ScanResumer suspend() {
      suspended = true;
      return this;
    }

    @Override
    public void resume() {
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
}
