package io.halite.coprocessor.latest;

import static io.halite.coprocessor.latest.RegionOnDisk.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.LatestRow;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageBudget;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Selection;
import io.halite.routing.latest.TimeChoice;
import io.halite.routing.latest.TimeWindow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Named keys of a real region, by all rows that HBase itself has counted. */
class RangeGapsTest {
  private static final SaltingSpec SPEC =
      SaltingSpec.parse("key=unit:2 ts:8:revtime tag:1,salt=none");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] RARE = Bytes.toBytes("rare");
  private static final int UNITS = 200;
  private static final int HISTORY = 12;

  /** Every tenth unit; the row of time 3 has the rare column in every fourth of these. */
  private static final List<KeyRange> NAMED =
      IntStream.range(0, UNITS / 10).mapToObj(i -> KeyRange.prefix(unit(10 * i))).toList();

  @TempDir private Path directory;
  private AtomicLong now;
  private RegionOnDisk disk;

  @BeforeEach
  void open() throws IOException {
    disk = RegionOnDisk.create(directory);
    for (int unit = 0; unit < UNITS; unit++) {
      for (int time = 0; time < HISTORY; time++) {
        Put put = new Put(row(unit, time)).addColumn(F, Q, 1, Bytes.toBytes(time));
        if (unit % 40 == 0 && time == 3) {
          put.addColumn(F, RARE, 1, RARE);
        }
        disk.region().put(put);
      }
    }
    disk.region().flush(true);
    now = disk.tick();
  }

  @AfterEach
  void close() throws IOException {
    disk.close();
  }

  private static byte[] unit(int number) {
    return ByteBuffer.allocate(2).putShort((short) number).array();
  }

  /** The tag is the digit of the time. */
  private static byte[] row(int unit, long time) {
    byte tag = (byte) ('a' + time);
    return ByteBuffer.allocate(11).put(unit(unit)).putLong(Long.MAX_VALUE - time).put(tag).array();
  }

  private Scan scan(List<KeyRange> ranges, String where, byte[] column) {
    Scan scan =
        new Scan()
            .withStartRow(ranges.get(0).start())
            .withStopRow(ranges.get(ranges.size() - 1).stop())
            .addColumn(F, column);
    return where.isEmpty()
        ? scan
        : scan.setFilter(SegmentFilter.where(SPEC.layout(), where).onServer());
  }

  private Page page(
      List<KeyRange> ranges, String where, byte[] column, Selection selection, int millis)
      throws IOException {
    Scan scan = scan(ranges, where, column);
    Optional<RangeGaps> gaps = RangeGaps.of(ranges);
    gaps.ifPresent(between -> between.putOn(scan));
    PageRequest request =
        new PageRequest(SPEC.fingerprint(), 1, ranges, 0, selection, PageBudget.DEFAULT);
    try (RegionScanner scanner = disk.region().getScanner(scan)) {
      return new LatestRows(
              request,
              LatestKeys.of(SPEC.layout()),
              SPEC.salt(),
              new TimedRows(
                  scanner,
                  gaps,
                  ranges.get(0).start(),
                  now.get() + millis,
                  now::incrementAndGet,
                  bytes -> {}),
              (first, stop, limit, patient) -> Optional.empty(),
              new PageLimits(request.budget(), Long.MAX_VALUE, () -> 0))
          .select(new byte[0]);
    }
  }

  private long counted() {
    return disk.region().getReadRequestsCount() + disk.region().getFilteredReadRequestsCount();
  }

  static Stream<Arguments> questions() {
    Selection newest = Selection.ofLimit(2);
    Selection at = Selection.ofLimit(2).withChoice(TimeChoice.AtTimes.of(2, 8));
    Selection each = Selection.ofLimit(9).withChoice(new TimeChoice.EachStep(3));
    TimeWindow window = new TimeWindow(OptionalLong.of(9), OptionalLong.of(1));
    Selection between = Selection.ofLimit(9).withWindow(window);
    return Stream.of(newest, at, each, between)
        .flatMap(
            selection ->
                Stream.of(
                    Arguments.of(selection, "tag = d", Q, NAMED.size()),
                    Arguments.of(selection, "tag = 'z'", Q, 0),
                    Arguments.of(selection, "", RARE, NAMED.size() / 4),
                    Arguments.of(selection, "tag in (c, d)", RARE, NAMED.size() / 4)));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void rowsBetweenNamedKeysAreNotRead(Selection selection, String where, byte[] column, int keys)
      throws IOException {
    long before = counted();
    Page page = page(NAMED, where, column, selection, Integer.MAX_VALUE);
    assertThat(page.servedStop()).isEmpty();
    assertThat(page.parts()).hasSize(keys);
    // All rows of the named keys, and of each the row at which it ends.
    assertThat(counted() - before).isLessThanOrEqualTo((long) NAMED.size() * (HISTORY + 2));
    assertThat(page.work().seeks()).isLessThanOrEqualTo(NAMED.size() * (HISTORY + 1L));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void whereverTimeIsUpTheNextPageGoesOn(Selection selection, String where, byte[] column, int keys)
      throws IOException {
    for (int millis : new int[] {0, 1, 7, 50, 333}) {
      List<String> found = new ArrayList<>();
      List<KeyRange> left = NAMED;
      while (!left.isEmpty()) {
        Page page = page(left, where, column, selection, millis);
        page.parts().forEach(part -> found.add(KeyBytes.readable(part.key())));
        byte[] stop = page.servedStop();
        assertThat(KeyBytes.compare(stop, left.get(0).start()) > 0 || stop.length == 0).isTrue();
        KeyRange rest = stop.length == 0 ? KeyRange.of(stop, unit(0)) : KeyRange.of(stop, end());
        left = left.stream().map(rest::intersect).filter(range -> !range.isEmpty()).toList();
      }
      assertThat(found.stream().distinct()).as("pages of %d ms", millis).hasSize(keys);
    }
  }

  private static byte[] end() {
    return unit(UNITS);
  }

  /** An AND list lets a row pass its first check if a filter with hints may want it. */
  @ParameterizedTest
  @ValueSource(strings = {"", "tag = a..z", "tag != g", "tag in (a, b, f, h)"})
  void aGapOfOneRowHidesThatRowAlone(String where) throws IOException {
    List<KeyRange> ranges =
        List.of(KeyRange.of(row(0, 11), row(0, 6)), KeyRange.of(row(0, 5), unit(1)));
    Page page = page(ranges, where, Q, Selection.ofLimit(HISTORY), Integer.MAX_VALUE);
    Page all = page(List.of(KeyRange.prefix(unit(0))), where, Q, Selection.ofLimit(99), 1 << 30);
    assertThat(page.parts().get(0).rows())
        .extracting(LatestRow::time)
        .isEqualTo(
            all.parts().get(0).rows().stream()
                .map(LatestRow::time)
                .filter(time -> time != 6)
                .toList());
  }

  @Test
  void rangesWithoutGapsNeedNoFilter() {
    assertThat(RangeGaps.of(NAMED.subList(0, 1))).isEmpty();
    assertThat(RangeGaps.of(List.of(KeyRange.prefix(unit(1)), KeyRange.prefix(unit(2))))).isEmpty();
    assertThat(RangeGaps.of(List.of(KeyRange.prefix(unit(1)), KeyRange.prefix(unit(3)))))
        .isPresent();
  }

  @Test
  void aScannerThatMayNotGoOnIsNotEnded() throws IOException {
    RangeGaps gaps = RangeGaps.of(NAMED).orElseThrow();
    KeyValue between = new KeyValue(row(5, 1), F, Q);
    assertThat(gaps.filterRowKey(PrivateCellUtil.createFirstOnRow(row(0, 1)))).isFalse();
    assertThat(gaps.filterRowKey(between)).isTrue();
    assertThat(gaps.filterAllRemaining()).isTrue();
    assertThat(gaps.met()).contains(row(5, 1));
    gaps.leave();
    gaps.turnOff();
    assertThat(gaps.filterRowKey(between)).isFalse();
    assertThat(gaps.filterAllRemaining()).isFalse();
  }
}
