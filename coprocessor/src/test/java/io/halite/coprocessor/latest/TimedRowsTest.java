package io.halite.coprocessor.latest;

import static io.halite.coprocessor.latest.RegionOnDisk.F;
import static io.halite.coprocessor.latest.RegionOnDisk.G;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.latest.SeekableRows.Step;
import io.halite.keys.KeyBytes;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of a real region, read on a clock that goes on by a millisecond at each look. */
class TimedRowsTest {
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] HIDDEN = Bytes.toBytes("hidden");

  @TempDir private Path directory;
  private AtomicLong now;
  private RegionOnDisk disk;
  private long room = Long.MAX_VALUE;

  @BeforeEach
  void open() throws IOException {
    disk = RegionOnDisk.create(directory);
    now = disk.tick();
  }

  @AfterEach
  void close() throws IOException {
    disk.close();
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("r%03d".formatted(number));
  }

  private void put(int row, byte[] family, String... qualifiers) throws IOException {
    Put put = new Put(row(row));
    for (String qualifier : qualifiers) {
      put.addColumn(family, Bytes.toBytes(qualifier), 1, Bytes.toBytes("shown"));
    }
    disk.region().put(put);
  }

  private void hide(int row, byte[] family) throws IOException {
    disk.region().put(new Put(row(row)).addColumn(family, Q, 1, HIDDEN));
  }

  private static Scan scan(byte[] start) {
    return new Scan()
        .withStartRow(start)
        .setFilter(new ValueFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(HIDDEN)));
  }

  private void hold(long bytes) throws RpcThrottlingException {
    if (bytes > room) {
      throw new RpcThrottlingException("no room for " + bytes);
    }
  }

  private TimedRows rows(RegionScanner scanner, byte[] start, int millis) {
    return new TimedRows(
        scanner, Optional.empty(), start, now.get() + millis, now::incrementAndGet, this::hold);
  }

  /** What a page gives, and the row before which it was interrupted, or null. */
  private byte[] page(byte[] start, int millis, List<String> printed) throws IOException {
    try (RegionScanner scanner = disk.region().getScanner(scan(start))) {
      TimedRows rows = rows(scanner, start, millis);
      Step step = rows.next();
      for (; !step.isEnd() && !step.interrupted(); step = rows.next()) {
        printed.add(step.cells().toString());
      }
      return step.isEnd() ? null : step.row();
    }
  }

  /** All rows, in pages that have so much time each. */
  private List<String> pages(int millis) throws IOException {
    List<String> printed = new ArrayList<>();
    byte[] start = new byte[0];
    for (byte[] stop = page(start, millis, printed);
        stop != null;
        stop = page(start, millis, printed)) {
      assertThat(KeyBytes.compare(stop, start)).as("progress").isPositive();
      start = stop;
    }
    return printed;
  }

  /** As a scan without limits gives them. */
  private List<String> truth() throws IOException {
    List<String> printed = new ArrayList<>();
    try (RegionScanner scanner = disk.region().getScanner(scan(new byte[0]))) {
      boolean more = true;
      while (more) {
        List<Cell> cells = new ArrayList<>();
        more = scanner.next(cells);
        if (!cells.isEmpty()) {
          printed.add(cells.toString());
        }
      }
    }
    return printed;
  }

  /** Behind the hidden row 1 family f has row 5 next, and family g row 3. */
  @Test
  void aRowOfOneFamilyIsNotPassedOverForTheRowAtWhichAnotherStands() throws IOException {
    put(0, F, "q");
    hide(1, F);
    put(3, G, "q");
    put(5, F, "q");
    for (int millis = 0; millis < 40; millis++) {
      assertThat(pages(millis)).as("pages of %s ms", millis).hasSize(3).isEqualTo(truth());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void whereverTimeIsUpNoRowIsLeftOutCutOrReadTwice(long seed) throws IOException {
    Random random = new Random(seed);
    for (int i = 0; i < 120; i++) {
      int row = random.nextInt(60);
      byte[] family = random.nextBoolean() ? F : G;
      switch (random.nextInt(5)) {
        case 0 -> disk.region().delete(new Delete(row(row)));
        case 1, 2 -> hide(row, family);
        default -> put(row, family, "a", "b", "c");
      }
      if (i % 50 == 49) {
        disk.region().flush(true);
      }
    }
    for (int millis = 0; millis < 60; millis++) {
      assertThat(pages(millis)).as("pages of %s ms", millis).isEqualTo(truth());
    }
  }

  @Test
  void theFirstRowOfAPageIsReadToItsEndHoweverLateItIs() throws IOException {
    put(1, F, "a", "b", "c");
    put(1, G, "a", "b", "c");
    put(2, F, "a");
    List<String> printed = new ArrayList<>();
    assertThat(page(row(1), 0, printed)).isEqualTo(row(2));
    assertThat(printed).isEqualTo(truth().subList(0, 1));
  }

  @Test
  void aRunOfHiddenRowsEndsThePageInItsMiddle() throws IOException {
    for (int row = 0; row < 100; row++) {
      hide(row, F);
    }
    put(100, F, "q");
    byte[] stop = page(row(0), 100, new ArrayList<>());
    assertThat(Bytes.toString(stop)).isBetween("r002", "r098");
  }

  @Test
  void aRunOfHiddenRowsBehindAFirstRowThatIsLateEndsThePage() throws IOException {
    put(0, F, "q");
    for (int row = 1; row < 999; row++) {
      hide(row, F);
    }
    put(999, F, "q");
    List<String> printed = new ArrayList<>();
    byte[] stop = page(row(0), 0, printed);
    assertThat(Bytes.toString(stop)).isBetween("r001", "r998");
    assertThat(printed).isEqualTo(truth().subList(0, 1));
    assertThat(pages(0)).isEqualTo(truth());
  }

  @Test
  void aRowThatWasReadAheadIsGivenUnlessItIsJumpedOver() throws IOException {
    for (int row = 1; row <= 4; row++) {
      put(row, F, "a");
    }
    try (RegionScanner scanner = disk.region().getScanner(scan(row(1)))) {
      TimedRows rows = rows(scanner, row(1), 0);
      assertThat(rows.next().row()).isEqualTo(row(1));
      rows.seek(row(2));
      assertThat(rows.next().row()).isEqualTo(row(2));
    }
    try (RegionScanner scanner = disk.region().getScanner(scan(row(1)))) {
      TimedRows rows = rows(scanner, row(1), 0);
      assertThat(rows.next().row()).isEqualTo(row(1));
      rows.seek(row(4));
      Step step = rows.next();
      assertThat(step.row()).isEqualTo(row(4));
    }
  }

  /** Where another coprocessor has put its own scanner around the region's. */
  @Test
  void aScannerThatDoesNotSayWhereItStandsIsReadToTheNextRow() throws IOException {
    for (int row = 1; row < 40; row++) {
      hide(row, F);
    }
    put(40, F, "a");
    try (RegionScanner inner = disk.region().getScanner(scan(row(0)))) {
      TimedRows rows = rows(wrapped(inner), row(0), 5);
      Step step = rows.next();
      assertThat(step.row()).isEqualTo(row(40));
      assertThat(rows.next().isEnd()).isTrue();
    }
  }

  private static RegionScanner wrapped(RegionScanner inner) {
    return (RegionScanner)
        Proxy.newProxyInstance(
            RegionScanner.class.getClassLoader(),
            new Class<?>[] {RegionScanner.class},
            (proxy, method, arguments) -> {
              try {
                return method.invoke(inner, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void aRowWithoutRoomEndsThePageAndIsRefusedWhereItIsTheFirst() throws Exception {
    put(1, F, "a");
    put(2, F, "a", "b", "c", "d");
    room = 100;
    try (RegionScanner scanner = disk.region().getScanner(scan(row(1)))) {
      TimedRows rows = rows(scanner, row(1), 1_000_000);
      assertThat(rows.next().row()).isEqualTo(row(1));
      SeekableRows.Step second = rows.next();
      assertThat(second.interrupted()).isTrue();
      assertThat(second.row()).isEqualTo(row(2));
    }
    try (RegionScanner scanner = disk.region().getScanner(scan(row(2)))) {
      assertThatThrownBy(() -> rows(scanner, row(2), 1_000_000).next())
          .isInstanceOf(RpcThrottlingException.class);
    }
  }
}
