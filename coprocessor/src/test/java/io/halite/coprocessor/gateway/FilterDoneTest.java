package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.merge.SortedRows;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** When a scan whose filter has ended it says so to HBase, which then ends it in later regions. */
class FilterDoneTest {
  /** Rows, of which some arrive while the reader waits; the filter ends the scan behind them. */
  private static final class Rows implements SortedRows {
    private final Queue<Result> ready = new ArrayDeque<>();
    private final Queue<Result> arriving = new ArrayDeque<>();
    private boolean joins = true;
    private boolean done;

    @Override
    public Result poll() {
      return ready.poll();
    }

    @Override
    public boolean isExhausted() {
      return done && ready.isEmpty() && arriving.isEmpty();
    }

    @Override
    public boolean isFilterDone() {
      return joins && isExhausted();
    }

    @Override
    public void await(long millis) {
      Result row = arriving.poll();
      if (row != null) {
        ready.add(row);
      }
    }

    @Override
    public void close() {
      done = true;
    }
  }

  private final RowScanners scanners = new RowScanners("random % 4", () -> 0L, () -> 0L);
  private final Rows rows = new Rows();

  private MergedRegionScanner scanner(boolean loading) throws IOException {
    return scanner(loading, false);
  }

  private MergedRegionScanner scanner(boolean loading, boolean filterEnds) throws IOException {
    return scanner(loading, KeptRests.limits(0, true, filterEnds));
  }

  private MergedRegionScanner scanner(boolean loading, ScanLimits limits) throws IOException {
    return scanners.open(limits, rows, loading);
  }

  private static Result row(String key) {
    byte[] f = Bytes.toBytes("f");
    return Result.create(List.of(new KeyValue(Bytes.toBytes(key), f, f, 7, f)));
  }

  /** One call of a client, as HBase's server makes it: of so many steps, or until all is read. */
  private static String call(MergedRegionScanner scanner, int steps) throws IOException {
    ScannerContext context = ScannerContext.newBuilder().build();
    List<Cell> cells = new ArrayList<>();
    boolean more = true;
    for (int step = 0; more && step < steps; step++) {
      List<Cell> row = new ArrayList<>();
      more = scanner.nextRaw(row, context);
      cells.addAll(row);
    }
    boolean ends = cells.isEmpty() && scanner.isFilterDone();
    return cells.size() + (more ? ", more" : "") + (ends ? ", the end of the scan" : "");
  }

  @Test
  void aCallWithoutRowsEndsTheScan() throws IOException {
    rows.done = true;
    try (MergedRegionScanner scanner = scanner(false)) {
      assertThat(call(scanner, 1)).isEqualTo("0, the end of the scan");
    }
  }

  @Test
  void aCallBehindOneThatIsFullEndsTheScan() throws IOException {
    rows.ready.add(row("a"));
    try (MergedRegionScanner scanner = scanner(false)) {
      assertThat(call(scanner, 1)).isEqualTo("1, more");
      rows.done = true;
      assertThat(call(scanner, 1)).isEqualTo("0, the end of the scan");
    }
  }

  /** On a plain table, the rows of both calls are one answer. */
  @Test
  void aCallBehindOneThatHasWaitedInVainDoesNotEndTheScan() throws IOException {
    rows.ready.add(row("a"));
    try (MergedRegionScanner scanner = scanner(false)) {
      assertThat(call(scanner, 2)).isEqualTo("1, more");
      rows.done = true;
      assertThat(call(scanner, 1)).isEqualTo("0");
    }
  }

  @Test
  void aCallBehindOneThatMadeRoomForABulkLoadDoesNotEndTheScan() throws IOException {
    rows.arriving.add(row("a"));
    try (MergedRegionScanner scanner = scanner(true)) {
      assertThat(call(scanner, 1)).isEqualTo("1, more");
      rows.done = true;
      assertThat(call(scanner, 1)).isEqualTo("0");
    }
  }

  @Test
  void callsThatOnlyWaitDoNotKeepTheFilterFromEndingTheScan() throws IOException {
    try (MergedRegionScanner scanner = scanner(true)) {
      assertThat(call(scanner, 1)).isEqualTo("0, more");
      assertThat(call(scanner, 1)).isEqualTo("0, more");
      rows.done = true;
      assertThat(call(scanner, 1)).isEqualTo("0, the end of the scan");
    }
  }

  /** Owners do not say that a filter has ended their scans, but its keys may show it. */
  @Test
  void aFilterThatEndsBeforeTheNextRegionEndsTheScanOnceTheRowsAreRead() throws IOException {
    rows.joins = false;
    rows.ready.add(row("a"));
    try (MergedRegionScanner scanner = scanner(false, true)) {
      assertThat(scanner.isFilterDone()).as("nothing is read").isFalse();
      assertThat(call(scanner, 1)).isEqualTo("1, more");
      assertThat(call(scanner, 1)).as("an owner has not answered").isEqualTo("0, more");
      rows.done = true;
      assertThat(call(scanner, 1)).isEqualTo("0, the end of the scan");
    }
    try (MergedRegionScanner scanner = scanner(false)) {
      assertThat(call(scanner, 1)).as("of other filters").isEqualTo("0");
    }
  }

  /** Its other rows are read again, by a filter that ends again. */
  @Test
  void theRestOfAScanThatAFilterHasEndedIsNotKept() throws IOException {
    rows.ready.addAll(List.of(row("a"), row("b")));
    try (MergedRegionScanner scanner = scanner(false)) {
      assertThat(call(scanner, 1)).isEqualTo("1, more");
      rows.done = true;
      assertThat(scanner.rest(1_000).isEmpty()).isTrue();
    }
  }

  /** HBase asks without the region's lock, so the region may close before. */
  @Test
  void whatIsReadForAHandOverDoesNotEndTheScan() throws IOException {
    try (MergedRegionScanner scanner = scanner(false, true)) {
      assertThat(call(scanner, 1)).isEqualTo("0, more");
      rows.ready.add(row("a"));
      rows.done = true;
      assertThat(scanner.rest(1_000).rows()).isEmpty();
      rows.ready.clear();
      assertThat(scanner.isFilterDone()).isFalse();
    }
  }

  /** The client comes for more cells of it, and has to be given those of one time. */
  @Test
  void aRowOfWhichAFilterMayHaveDroppedCellsIsLeftToTheClientThatComesForMore() throws IOException {
    rows.ready.add(row("a"));
    try (MergedRegionScanner scanner = scanner(false, KeptRests.limitsOfCells(1))) {
      assertThat(call(scanner, 1)).isEqualTo("1, more");
      assertThat(scanner.rest(0).rows()).as("the answer may get lost").hasSize(1);
      assertThat(call(scanner, 1)).isEqualTo("0, more");
      assertThat(scanner.rest(0).rows()).hasSize(1);
      rows.ready.add(row("b"));
      assertThat(call(scanner, 1)).isEqualTo("1, more");
      assertThat(scanner.rest(0).rows()).hasSize(2);
    }
  }
}
