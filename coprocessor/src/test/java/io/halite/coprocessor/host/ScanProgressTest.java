package io.halite.coprocessor.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.hadoop.hbase.ByteBufferKeyValue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.ScannerContext.LimitScope;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Each method that is called by reflection does its work on a real context. */
class ScanProgressTest {
  private static final KeyValue CELL =
      new KeyValue(new byte[] {1}, Bytes.toBytes("f"), Bytes.toBytes("q"), new byte[100]);

  /** As a memstore has it, in a part of a chunk. */
  private static final Cell IN_MEMSTORE =
      new ByteBufferKeyValue(ByteBuffer.wrap(CELL.getBuffer()), 0, CELL.getLength());

  private static Object read(ScannerContext context, String getter, Object... arguments)
      throws ReflectiveOperationException {
    for (Method method : ScannerContext.class.getDeclaredMethods()) {
      if (method.getName().equals(getter) && method.getParameterCount() == arguments.length) {
        method.setAccessible(true);
        return method.invoke(context, arguments);
      }
    }
    throw new NoSuchMethodException(getter);
  }

  private static ScannerContext context() {
    return ScannerContext.newBuilder(true).setBatchLimit(2).build();
  }

  @Test
  void aCellCountsWithItsSizesAndForTheBatch() throws Exception {
    ScannerContext context = context();
    ScanProgress.add(context, CELL);
    assertThat(read(context, "getDataSizeProgress"))
        .isEqualTo((long) PrivateCellUtil.estimatedSerializedSizeOf(CELL));
    assertThat(read(context, "getHeapSizeProgress")).isEqualTo(IN_MEMSTORE.heapSize());
    assertThat(read(context, "checkBatchLimit", LimitScope.BETWEEN_CELLS)).isEqualTo(false);
    ScanProgress.add(context, CELL);
    assertThat(read(context, "checkBatchLimit", LimitScope.BETWEEN_CELLS)).isEqualTo(true);
  }

  /** HBase shows the difference to the row before as the query metrics of a row. */
  @Test
  void blocksOfOwnersCountAlsoForAScanWithoutScanMetrics() throws Exception {
    Map<String, Long> counts = Map.of("BLOCK_BYTES_SCANNED", 30L, "ROWS_SCANNED", 2L);
    ScannerContext without = context();
    ScanProgress.count(without, counts);
    ScanProgress.count(without, counts);
    assertThat(read(without, "getBlockSizeProgress")).isEqualTo(60L);
    ScannerContext with = ScannerContext.newBuilder(true).setTrackMetrics(true).build();
    ScanProgress.count(with, counts);
    assertThat(read(with, "getBlockSizeProgress")).isEqualTo(30L);
    assertThat(with.getMetrics().countOfRowsScanned).hasValue(2);
  }

  @Test
  void theEndOfARowLeavesNothingOfItToCome() throws Exception {
    ScannerContext context = context();
    ScanProgress.inRow(context);
    assertThat(read(context, "mayHaveMoreCellsInRow")).isEqualTo(true);
    ScanProgress.rowDone(context, true);
    assertThat(read(context, "mayHaveMoreCellsInRow")).isEqualTo(false);
    assertThat(context.toString()).contains("state:MORE_VALUES");
    ScanProgress.rowDone(context, false);
    assertThat(context.toString()).contains("state:NO_MORE_VALUES");
  }

  @Test
  void anAnswerThatMayEndInARowIsFullAtItsSize() throws Exception {
    ScannerContext context = sized(LimitScope.BETWEEN_CELLS);
    assertThat(ScanProgress.isFullInRow(context)).isFalse();
    ScanProgress.add(context, CELL);
    assertThat(ScanProgress.isFullInRow(context)).isTrue();
    ScanProgress.inRow(context);
    assertThat(read(context, "mayHaveMoreCellsInRow")).isEqualTo(true);
    ScannerContext whole = sized(LimitScope.BETWEEN_ROWS);
    ScanProgress.add(whole, CELL);
    assertThat(ScanProgress.isFullInRow(whole)).isFalse();
  }

  private static ScannerContext sized(LimitScope scope) {
    return ScannerContext.newBuilder(true)
        .setSizeLimit(scope, 1, Long.MAX_VALUE, Long.MAX_VALUE)
        .build();
  }

  @Test
  void yieldingEndsTheAnswerAsIfItsTimeWereUp() throws Exception {
    ScannerContext context =
        ScannerContext.newBuilder(true)
            .setTimeLimit(LimitScope.BETWEEN_ROWS, Long.MAX_VALUE)
            .build();
    assertThat(read(context, "checkTimeLimit", LimitScope.BETWEEN_ROWS)).isEqualTo(false);
    ScanProgress.yield(context);
    assertThat(read(context, "checkTimeLimit", LimitScope.BETWEEN_ROWS)).isEqualTo(true);
  }

  @Test
  void theCursorIsTheLastCellShown() throws Exception {
    ScannerContext context = context();
    ScanProgress.at(context, CELL);
    assertThat(read(context, "getLastPeekedCell")).isSameAs(CELL);
  }

  @Test
  void aRowThatFillsTheAnswerGoesOn() {
    ScannerContext context = context();
    assertThat(ScanProgress.isInRow(context)).isFalse();
    ScanProgress.inRow(context);
    assertThat(ScanProgress.isInRow(context)).isTrue();
    ScanProgress.rowDone(context, true);
    assertThat(ScanProgress.isInRow(context)).isFalse();
  }
}
