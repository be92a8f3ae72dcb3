package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.host.CurrentCall;
import io.halite.coprocessor.owner.SaltedServer;
import io.halite.routing.merge.SortedRows;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.ScannerContext.LimitScope;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergedRegionScannerTest {

  /** Some rows; others have not arrived. Once closed, it looks as if it had been read. */
  private static final class Rows implements SortedRows {
    private final Queue<Result> ready = new ArrayDeque<>();
    private Runnable atPoll = () -> {};
    private Closeable atClose = () -> {};
    private boolean end;
    private final List<Result> arriving = new ArrayList<>();
    private long waited;

    @Override
    public Result poll() {
      atPoll.run();
      return ready.poll();
    }

    @Override
    public boolean isExhausted() {
      return end && ready.isEmpty();
    }

    @Override
    public void await(long millis) {
      waited += millis;
      ready.addAll(arriving);
    }

    @Override
    public void close() {
      end = true;
      ready.clear();
      try {
        atClose.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Long ago for every call. */
  private final AtomicLong now = new AtomicLong();

  private final AtomicLong running = new AtomicLong(1_000_000);

  private final RowScanners scanners = new RowScanners("hash(*) % 4", now::get, running::get);
  private final SaltedServer server = scanners.server();

  private MergedRegionScanner scanner(Rows rows, boolean loading) throws Exception {
    return scanner(rows, loading, 0, true);
  }

  private MergedRegionScanner scanner(Rows rows, boolean loading, int batch, boolean cutsRows)
      throws Exception {
    return scanners.open(KeptRests.limits(batch, cutsRows), rows, loading);
  }

  /** Some cells of a row, which may be followed by others. */
  private static Result piece(String key, int from, int cells, boolean more) {
    byte[] f = Bytes.toBytes("f");
    Cell[] piece = new Cell[cells];
    for (int i = 0; i < cells; i++) {
      piece[i] = new KeyValue(Bytes.toBytes(key), f, new byte[] {(byte) (from + i)}, 7, f);
    }
    return Result.create(piece, null, false, more);
  }

  private static String next(MergedRegionScanner scanner) throws IOException {
    return next(scanner, ScannerContext.newBuilder().build());
  }

  private static String next(MergedRegionScanner scanner, ScannerContext context)
      throws IOException {
    List<Cell> cells = new ArrayList<>();
    boolean more = scanner.nextRaw(cells, context);
    return cells.size()
        + (context.toString().contains("BATCH_LIMIT_REACHED") ? " of a row" : "")
        + (more ? "" : ", the end");
  }

  /**
   * The next answer, of at most two cells, to a client that puts pieces of rows together or not.
   */
  private static String nextOfTwoCells(MergedRegionScanner scanner, LimitScope scope)
      throws IOException {
    long two =
        2L * PrivateCellUtil.estimatedSerializedSizeOf(piece("a", 0, 1, false).rawCells()[0]);
    ScannerContext context =
        ScannerContext.newBuilder()
            .setSizeLimit(scope, two, Long.MAX_VALUE, Long.MAX_VALUE)
            .build();
    String answer = next(scanner, context);
    return answer + (context.toString().contains("SIZE_LIMIT_REACHED_MID_ROW") ? " cut" : "");
  }

  @Test
  void aRowThatIsLargerThanAnAnswerGoesOnInTheNextOne() throws Exception {
    Rows rows = new Rows();
    rows.ready.addAll(List.of(piece("a", 0, 5, false), piece("b", 0, 2, false)));
    rows.end = true;
    try (MergedRegionScanner scanner = scanner(rows, false)) {
      assertThat(nextOfTwoCells(scanner, LimitScope.BETWEEN_CELLS)).isEqualTo("2 cut");
      assertThat(nextOfTwoCells(scanner, LimitScope.BETWEEN_CELLS)).isEqualTo("2 cut");
      assertThat(nextOfTwoCells(scanner, LimitScope.BETWEEN_CELLS)).isEqualTo("1");
      assertThat(nextOfTwoCells(scanner, LimitScope.BETWEEN_CELLS)).isEqualTo("2, the end");
    }
  }

  @ParameterizedTest
  @CsvSource({"BETWEEN_ROWS, true", "BETWEEN_CELLS, false"})
  void notForAClientThatTakesNoPiecesNorForAFilterThatJudgesWholeRows(
      LimitScope scope, boolean cutsRows) throws Exception {
    Rows rows = new Rows();
    rows.ready.addAll(List.of(piece("a", 0, 5, false), row("b")));
    try (MergedRegionScanner scanner = scanner(rows, false, 0, cutsRows)) {
      assertThat(nextOfTwoCells(scanner, scope)).isEqualTo("5");
    }
  }

  @Test
  void aLargeRowThatComesInPiecesIsCutLikeAWholeOne() throws Exception {
    Rows rows = new Rows();
    rows.ready.addAll(
        List.of(piece("a", 0, 4, true), piece("a", 4, 3, false), piece("b", 0, 1, false)));
    rows.end = true;
    try (MergedRegionScanner scanner = scanner(rows, false, 2, true)) {
      assertThat(next(scanner)).isEqualTo("2 of a row");
      assertThat(next(scanner)).isEqualTo("2 of a row");
      assertThat(scanner.rest(1_000_000).rows()).as("its other cells are not known").isEmpty();
      assertThat(next(scanner)).isEqualTo("2 of a row");
      assertThat(next(scanner)).isEqualTo("1");
      assertThat(next(scanner)).isEqualTo("1, the end");
    }
  }

  @Test
  void aScanHoldsARowInPiecesUntilTheClientIsKnownToHaveAllOfIt() throws Exception {
    Rows rows = new Rows();
    rows.ready.addAll(List.of(piece("a", 0, 3, false), row("b")));
    long a = Result.getTotalSizeOfCells(piece("a", 0, 3, false));
    try (MergedRegionScanner scanner = scanner(rows, false, 2, true)) {
      assertThat(next(scanner)).isEqualTo("2 of a row");
      assertThat(server.scanMemory().held()).isEqualTo(a);
      assertThat(next(scanner)).isEqualTo("1");
      assertThat(server.scanMemory().held()).as("the answer may get lost").isEqualTo(a);
      assertThat(next(scanner)).isEqualTo("1");
      assertThat(server.scanMemory().held()).isZero();
    }
    assertThat(server.scanMemory().held()).isZero();
  }

  private static Result row(String key) {
    byte[] f = Bytes.toBytes("f");
    return Result.create(List.of(new KeyValue(Bytes.toBytes(key), f, f, 7, f)));
  }

  @Test
  void theRestOfAScanIsCompleteIfAllItsRowsHaveBeenRead() throws Exception {
    Rows rows = new Rows();
    rows.ready.addAll(List.of(row("a"), row("b")));
    try (MergedRegionScanner scanner = scanner(rows, false)) {
      scanner.nextRaw(new ArrayList<>(), ScannerContext.newBuilder().build());
      rows.end = true;
      ScanRest rest = scanner.rest(1000);
      assertThat(rest.last()).isPresent();
      assertThat(rest.rows()).hasSize(1);
    }
  }

  @Test
  void theRestOfAScanThatClosesMeanwhileIsNotTakenForItsEnd() throws Exception {
    Rows rows = new Rows();
    rows.ready.addAll(List.of(row("a"), row("b"), row("c")));
    try (MergedRegionScanner scanner = scanner(rows, false)) {
      scanner.nextRaw(new ArrayList<>(), ScannerContext.newBuilder().build());
      rows.atPoll = scanner::close;
      assertThat(scanner.rest(1000).isEmpty()).isTrue();
    }
  }

  @Test
  void aScannerSaysThatItIsClosedBeforeItClosesTheMerge() throws Exception {
    Rows rows = new Rows();
    rows.ready.addAll(List.of(row("a"), row("b")));
    List<ScanRest> atClose = new ArrayList<>();
    try (MergedRegionScanner scanner = scanner(rows, false)) {
      scanner.nextRaw(new ArrayList<>(), ScannerContext.newBuilder().build());
      rows.atClose = () -> atClose.add(scanner.rest(1000));
    }
    assertThat(atClose).singleElement().matches(ScanRest::isEmpty);
  }

  /** A row that arrives in that moment ends the call, too. */
  @ParameterizedTest
  @CsvSource({"false, 100", "true, 5"})
  void itWaitsForRowsAMomentOnlyWhileABulkLoadWaitsForTheRegion(boolean loading, long millis)
      throws Exception {
    Rows rows = new Rows();
    ScannerContext context = ScannerContext.newBuilder().build();
    try (MergedRegionScanner scanner = scanner(rows, loading)) {
      assertThat(next(scanner)).isEqualTo("0");
      assertThat(rows.waited).isEqualTo(millis);
      rows.arriving.add(row("a"));
      assertThat(next(scanner, context)).isEqualTo("1");
    }
    Field atOnce = ScannerContext.class.getDeclaredField("returnImmediately");
    atOnce.setAccessible(true);
    assertThat(atOnce.getBoolean(context)).isEqualTo(loading);
  }

  /** A merge that was closed looks as if it had been read, so that rows would be missing. */
  @Test
  void aClosedScannerDoesNotSayThatItsRowsHaveEnded() throws Exception {
    Rows rows = new Rows();
    rows.ready.addAll(List.of(row("a"), row("b")));
    MergedRegionScanner scanner = scanner(rows, false);
    assertThat(next(scanner)).isEqualTo("1");
    scanner.close();
    assertThatThrownBy(() -> next(scanner)).isInstanceOf(UnknownScannerException.class);
  }

  /** HBase calls the scanner again and again, until it has a row. */
  @ParameterizedTest
  @CsvSource({
    // when the client gives up (-1 if it does not say), the time, whether a load waits
    "-1, 4000, false, row",
    "-1, 6000, false, closed",
    "2000, 1000, false, row",
    "2000, 3000, false, closed",
    "-1, 1000, true, closed"
  })
  void aClientWithoutHeartbeatsIsWaitedForAsLongAsItWaits(
      long patience, long elapsed, boolean loading, String answer) throws Exception {
    Rows rows = new Rows();
    long received = System.currentTimeMillis();
    ScanRequest request = ScanRequest.newBuilder().setClientHandlesHeartbeats(false).build();
    try (MergedRegionScanner scanner = scanner(rows, loading);
        CurrentCall call =
            CurrentCall.of(request, patience < 0 ? Long.MAX_VALUE : received + patience, -1)) {
      now.set(received + elapsed);
      if (answer.equals("closed")) {
        assertThatThrownBy(() -> next(scanner))
            .isInstanceOf(IOException.class)
            .isNotInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("has to open its scan again");
      } else {
        assertThat(next(scanner)).isEqualTo("0");
        rows.ready.add(row("a"));
        assertThat(next(scanner)).isEqualTo("1");
      }
    }
  }

  /** The call holds the lock of its region. */
  @Test
  void aClockThatIsSetBackMakesNoCallWaitForLonger() throws Exception {
    long received = System.currentTimeMillis();
    ScanRequest request = ScanRequest.newBuilder().setClientHandlesHeartbeats(false).build();
    try (MergedRegionScanner scanner = scanner(new Rows(), false);
        CurrentCall call = CurrentCall.of(request, received + 5_000, -1)) {
      ScannerContext context = ScannerContext.newBuilder().build();
      now.set(received - 600_000);
      assertThat(scanner.nextRaw(new ArrayList<>(), context)).isTrue();
      running.addAndGet(6_000);
      assertThatThrownBy(() -> scanner.nextRaw(new ArrayList<>(), context))
          .hasMessageContaining("has to open its scan again");
    }
  }
}
