package io.halite.filters.segment;

import io.halite.keys.KeyLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * What one row costs: decision and hint, over the key [8 free][8 in a set of F][8 free], every row
 * under a new prefix. Compared with HBase's FuzzyRowFilter of F patterns.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SegmentFilterBenchmark {
  private static final int ROWS = 1024;

  @Param({"1", "100", "1000", "10000"})
  public int values;

  private final List<Cell> rows = new ArrayList<>();
  private Filter segments;
  private Filter fuzzy;
  private int next;

  /** Fills 1,024 rows and makes both filters for the same question. */
  @Setup
  public void prepare() {
    List<byte[]> set = new ArrayList<>();
    List<Pair<byte[], byte[]>> patterns = new ArrayList<>();
    byte[] mask = ByteBuffer.allocate(24).putLong(0x0101010101010101L).putLong(0).array();
    ByteBuffer.wrap(mask).putLong(16, 0x0101010101010101L);
    for (int i = 0; i < values; i++) {
      byte[] value = ByteBuffer.allocate(8).putLong(i * 1000L).array();
      set.add(value);
      byte[] key = ByteBuffer.allocate(24).putLong(0).put(value).array();
      patterns.add(new Pair<>(key, mask.clone()));
    }
    segments =
        SegmentFilter.over(KeyLayout.parse("row:*")).at(8, 8).in(set).toFilter().alwaysSeeking();
    fuzzy = new FuzzyRowFilter(patterns);
    for (int i = 0; i < ROWS; i++) {
      byte[] row =
          ByteBuffer.allocate(24)
              .putLong(i)
              .putLong((i * 7919L) % values * 1000L + 500)
              .putLong(i)
              .array();
      rows.add(new KeyValue(row, new byte[] {'f'}, new byte[] {'q'}, 1, row));
    }
  }

  private Object decide(Filter filter) throws IOException {
    Cell cell = rows.get(next = (next + 1) % ROWS);
    filter.reset();
    if (filter.filterRowKey(cell)) {
      return filter;
    }
    return filter.filterCell(cell) == Filter.ReturnCode.SEEK_NEXT_USING_HINT
        ? filter.getNextCellHint(cell)
        : cell;
  }

  /** One row through SegmentFilter. */
  @Benchmark
  public Object segmentFilter() throws IOException {
    return decide(segments);
  }

  /** One row through FuzzyRowFilter. */
  @Benchmark
  public Object fuzzyRowFilter() throws IOException {
    return decide(fuzzy);
  }

  @Test
  void run() throws RunnerException {
    new Runner(
            new OptionsBuilder()
                .include(SegmentFilterBenchmark.class.getSimpleName())
                .forks(0)
                .warmupIterations(2)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(3)
                .measurementTime(TimeValue.seconds(1))
                .build())
        .run();
  }
}
