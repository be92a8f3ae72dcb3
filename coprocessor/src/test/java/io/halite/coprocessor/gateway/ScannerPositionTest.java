package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.merge.SortedRows;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.ScannerContext.LimitScope;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Where a merged scan stands, for a client that wants cursors and for the region's next server. */
class ScannerPositionTest {
  private static final byte[] F = Bytes.toBytes("f");

  /** Rows of which some arrive while a call waits. */
  private static final class Rows implements SortedRows {
    private final Queue<Result> ready = new ArrayDeque<>();
    private Runnable atWait = () -> {};
    private boolean end;

    @Override
    public synchronized Result poll() {
      return ready.poll();
    }

    @Override
    public synchronized boolean isExhausted() {
      return end && ready.isEmpty();
    }

    @Override
    public void await(long millis) {
      atWait.run();
    }

    @Override
    public void close() {}
  }

  private final RowScanners scanners = new RowScanners("hash(*) % 4", () -> 0, () -> 0);
  private final Rows rows = new Rows();

  private static Result row(String key) {
    return Result.create(List.of(new KeyValue(Bytes.toBytes(key), F, F, 7, F)));
  }

  private static List<String> next(MergedRegionScanner scanner, ScannerContext context)
      throws Exception {
    List<Cell> cells = new ArrayList<>();
    scanner.nextRaw(cells, context);
    return cells.stream().map(CellUtil::cloneRow).map(Bytes::toString).toList();
  }

  private static ScannerContext ofOneByte() {
    return ScannerContext.newBuilder()
        .setSizeLimit(LimitScope.BETWEEN_CELLS, 1, Long.MAX_VALUE, Long.MAX_VALUE)
        .build();
  }

  private static String cursor(ScannerContext context) throws Exception {
    Field peeked = ScannerContext.class.getDeclaredField("lastPeekedCell");
    peeked.setAccessible(true);
    return Bytes.toStringBinary(CellUtil.cloneRow((Cell) peeked.get(context)));
  }

  /** HBase's client keeps a row back for as long as it expects more of it. */
  @Test
  void aCursorIsNotBehindARowOfWhichTheClientExpectsMore() throws Exception {
    for (boolean dropsCells : new boolean[] {true, false}) {
      ScanLimits.Cuts cuts = new ScanLimits.Cuts(true, dropsCells);
      ScanLimits limits = KeptRests.limits(0, cuts, false);
      rows.ready.add(row("r"));
      try (MergedRegionScanner scanner = scanners.open(limits, rows, false)) {
        assertThat(next(scanner, ofOneByte())).containsExactly("r");
        ScannerContext waiting = ofOneByte();
        assertThat(next(scanner, waiting)).isEmpty();
        assertThat(cursor(waiting)).isEqualTo(dropsCells ? "r" : "r\\x00");
      }
    }
  }

  /** The rows of the region arrive while a call waits, and somebody else takes what is left. */
  @Test
  void aHandOverTakesNoRowFromACallThatIsUnderWay() throws Exception {
    rows.ready.add(row("a"));
    CompletableFuture<ScanRest> rest = new CompletableFuture<>();
    try (MergedRegionScanner scanner = scanners.open(KeptRests.limits(0, true), rows, false)) {
      assertThat(next(scanner, ScannerContext.newBuilder().build())).containsExactly("a");
      rows.atWait =
          () -> {
            rows.ready.addAll(List.of(row("b"), row("c")));
            rows.end = true;
            takeOver(scanner, rest);
          };
      assertThat(next(scanner, ScannerContext.newBuilder().build())).containsExactly("b");
      assertThat(rest.get(10, TimeUnit.SECONDS).rows())
          .extracting(row -> Bytes.toString(row.getRow()))
          .containsExactly("c");
    }
  }

  /** Asks for the rest on another thread, and returns when that has it or waits for the call. */
  private static void takeOver(MergedRegionScanner scanner, CompletableFuture<ScanRest> rest) {
    Thread other =
        new Thread(
            () -> {
              try {
                rest.complete(scanner.rest(1 << 16));
              } catch (Exception | Error e) {
                rest.completeExceptionally(e);
              }
            });
    other.start();
    while (other.isAlive() && other.getState() != Thread.State.BLOCKED) {
      Thread.onSpinWait();
    }
  }
}
