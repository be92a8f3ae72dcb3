package io.halite.filters.segment;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.Filter;
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
 * What one row costs: decision and hint, over the key {@code [8 free][8 in a set of F][8 free]},
 * every row under a new prefix and between two of the values. Compared with HBase's FuzzyRowFilter
 * of F patterns and with Apache Phoenix's SkipScanFilter of F key ranges.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SegmentFilterBenchmark {
  @Param({"1", "10", "1000", "10000"})
  public int values;

  @Param({"FUZZY_ROW_FILTER", "SKIP_SCAN_FILTER", "SEGMENT_FILTER_ALWAYS_SEEKING"})
  public String peer;

  private KeyValue cell;
  private ByteBuffer row;
  private Filter filter;
  private long rows;

  /** Makes the filter, and a cell whose row is written anew for each row. */
  @Setup
  public void prepare() {
    List<byte[]> set = new ArrayList<>();
    for (int i = 0; i < values; i++) {
      set.add(ByteBuffer.allocate(8).putLong(i * 1000L).array());
    }
    filter = Peer.valueOf(peer).filter(Question.values("", 8, set));
    cell = new KeyValue(new byte[24], new byte[] {'f'}, new byte[] {'q'}, 1, new byte[] {'v'});
    row = ByteBuffer.wrap(cell.getRowArray(), cell.getRowOffset(), 24).slice();
  }

  /** One row, greater than all before it, as a region shows it to a filter. */
  @Benchmark
  public Object row() throws IOException {
    rows++;
    row.putLong(0, rows).putLong(8, rows * 7919L % values * 1000L + 500).putLong(16, rows);
    filter.reset();
    if (filter.filterAllRemaining() || filter.filterRowKey(cell)) {
      throw new IllegalStateException("no row is behind the last match");
    }
    if (filter.filterCell(cell) != Filter.ReturnCode.SEEK_NEXT_USING_HINT) {
      throw new IllegalStateException("no row matches");
    }
    return filter.getNextCellHint(cell);
  }

  @Test
  void run() throws RunnerException {
    new Runner(
            new OptionsBuilder()
                .include(SegmentFilterBenchmark.class.getSimpleName())
                .forks(Integer.getInteger("halite.bench.forks", 2))
                .jvmArgsAppend("-Xmx1g")
                .warmupIterations(3)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(4)
                .measurementTime(TimeValue.milliseconds(500))
                .build())
        .run();
  }

  /** The least processor time of a row, all filters in turns: it holds on a busy machine, too. */
  @Test
  void leastProcessorTimes() throws IOException {
    List<String> peers =
        List.of("FUZZY_ROW_FILTER", "SKIP_SCAN_FILTER", "SEGMENT_FILTER_ALWAYS_SEEKING");
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    System.out.printf("%n| F | %s |%n|---|---|---|---|%n", String.join(", ns | ", peers) + ", ns");
    for (int count : new int[] {1, 10, 1000, 10_000}) {
      int rows = Math.max(100, 100_000 / count);
      long[] least = new long[peers.size()];
      Arrays.fill(least, Long.MAX_VALUE);
      List<SegmentFilterBenchmark> benchmarks = new ArrayList<>();
      for (String peer : peers) {
        SegmentFilterBenchmark benchmark = new SegmentFilterBenchmark();
        benchmark.values = count;
        benchmark.peer = peer;
        benchmark.prepare();
        benchmarks.add(benchmark);
      }
      for (int round = 0; round < 12; round++) {
        for (int i = 0; i < least.length; i++) {
          long start = threads.getCurrentThreadCpuTime();
          for (int row = 0; row < rows; row++) {
            benchmarks.get(i).row();
          }
          least[i] = Math.min(least[i], (threads.getCurrentThreadCpuTime() - start) / rows);
        }
      }
      System.out.printf("| %,d | %,d | %,d | %,d |%n", count, least[0], least[1], least[2]);
    }
  }
}
