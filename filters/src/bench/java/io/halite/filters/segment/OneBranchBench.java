package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.filter.Filter;
import org.junit.jupiter.api.Test;

/**
 * The filter of a query of one branch beside the one of another commit, whose compiled classes
 * {@code -Dhalite.bench.other=<keys/target/classes>:<filters/target/classes>} names. The two take
 * turns, and each shows the least processor time of its rounds. Hints and cells are compared, times
 * are not.
 */
class OneBranchBench {
  private static final int ROUNDS = Integer.getInteger("halite.bench.rounds", 41);
  private static final int[] COUNTS = {1, 10, 1_000, 10_000};
  private static final int KEYS = 20_000;
  private static final int ROWS = 200_000;
  private static final int VALUES = 10_000;

  /** Halite's classes of the other commit, and HBase's of this class path. */
  private static final class OtherCommit extends URLClassLoader {
    OtherCommit(URL[] classes) {
      super(classes, OneBranchBench.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        return name.startsWith("io.halite.") ? findClass(name) : super.loadClass(name, resolve);
      }
    }
  }

  private static List<Class<?>> filters() throws Exception {
    String classes = System.getProperty("halite.bench.other", "");
    assertThat(classes).as("halite.bench.other").isNotEmpty();
    List<URL> urls = new ArrayList<>();
    for (String directory : classes.split(File.pathSeparator)) {
      urls.add(new File(directory).toURI().toURL());
    }
    String name = SegmentFilter.class.getName();
    return List.of(
        new OtherCommit(urls.toArray(URL[]::new)).loadClass(name), SegmentFilter.class);
  }

  private static Filter filter(Class<?> type, String query, boolean always) throws Exception {
    Object filter = type.getMethod("where", String.class).invoke(null, query);
    Object kind = always ? type.getMethod("alwaysSeeking").invoke(filter) : filter;
    return (Filter) type.getMethod("onServer").invoke(kind);
  }

  private interface Work {
    Object done(Filter filter) throws Exception;
  }

  private static void compare(String title, int count, String query, boolean always, Work work)
      throws Exception {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    List<Class<?>> types = filters();
    long[] least = {Long.MAX_VALUE, Long.MAX_VALUE};
    Object[] found = new Object[2];
    for (int round = 0; round < ROUNDS; round++) {
      for (int turn = 0; turn < 2; turn++) {
        int one = (round + turn) % 2;
        Filter filter = filter(types.get(one), query, always);
        long before = threads.getCurrentThreadCpuTime();
        found[one] = work.done(filter);
        least[one] = Math.min(least[one], threads.getCurrentThreadCpuTime() - before);
      }
    }
    assertThat(found[1]).as(title).isEqualTo(found[0]);
    System.out.printf(
        "| %s | %,d | %,d | %,d | %.2f |%n",
        title, count, least[0] / 1000, least[1] / 1000, 1.0 * least[1] / least[0]);
  }

  @Test
  void besideAnotherCommit() throws Exception {
    System.out.printf("%n| what | F | other, us | this, us | ratio |%n|---|---|---|---|---|%n");
    for (int count : COUNTS) {
      String values =
          IntStream.range(0, count)
              .mapToObj(j -> "0x%016X".formatted(j * 1000L))
              .collect(Collectors.joining(", ", "@8:8 in (", ")"));
      compare("decision and hint", count, values, true, filter -> hints(filter, count));
    }
    scans("few leading values", ROWS / 200, i -> i % (ROWS / 200) * 10L);
    scans("many leading values", 5, i -> i % 5 * 2000L + i * 7919L % 1999);
  }

  /** What the hints are for ascending rows, each between two values under a new prefix. */
  private static int hints(Filter filter, int count) throws Exception {
    KeyValue cell =
        new KeyValue(new byte[24], new byte[] {'f'}, new byte[] {'q'}, 1, new byte[] {'v'});
    ByteBuffer row = ByteBuffer.wrap(cell.getRowArray(), cell.getRowOffset(), 24).slice();
    int hints = 0;
    for (long i = 1; i <= KEYS; i++) {
      row.putLong(0, i).putLong(8, i * 7919L % count * 1000L + 500).putLong(16, i);
      filter.reset();
      filter.filterRowKey(cell);
      assertThat(filter.filterCell(cell)).isEqualTo(Filter.ReturnCode.SEEK_NEXT_USING_HINT);
      hints = 31 * hints + Arrays.hashCode(CellUtil.cloneRow(filter.getNextCellHint(cell)));
    }
    return hints;
  }

  private interface Middle {
    long of(int row);
  }

  private static void scans(String title, int each, Middle middle) throws Exception {
    AscendingKeys keys = new AscendingKeys(ROWS, i -> Digits.key(i / each, middle.of(i), i));
    try (RealRegion region = RealRegion.of(keys, 1, "q")) {
      for (int count : COUNTS) {
        String query =
            IntStream.range(0, count)
                .mapToObj(j -> "'%08d'".formatted(j * 37L % VALUES))
                .collect(Collectors.joining(", ", "@8:8 in (", ") and @23:1 = '0'"));
        Work scan = filter -> RegionScan.of(region.region(), filter, 60).cells();
        compare(title, count, query, false, scan);
      }
    }
  }
}
