package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ImageStretchesTest {
  private static final ServerName SERVER = ServerName.valueOf("h", 1, 1);

  private final List<String> sent = new ArrayList<>();
  private List<String> borders = List.of();
  private final List<Throwable> errors = new ArrayList<>();
  private boolean located = true;
  private boolean known = true;
  private boolean described = true;
  private final List<Integer> lookedUp = new ArrayList<>();
  private int ends;

  /** Each row that arrives: whole, or a piece. */
  private Result arriving = row("B5");

  private static Result row(String row) {
    byte[] bytes = Bytes.toBytes(row);
    return Result.create(new Cell[] {new KeyValue(bytes, bytes, bytes)});
  }

  /** What the wanted ranges {@code B}, {@code D}, {@code F} and {@code H} of a scan become. */
  private List<String> stretches(Scan scan, int rowsOfEach) {
    return stretches(scan, ranges(), rowsOfEach);
  }

  private static List<KeyRange> ranges() {
    return Stream.of("B", "D", "F", "H").map(row -> KeyRange.prefix(Bytes.toBytes(row))).toList();
  }

  private List<String> stretches(Scan scan, List<KeyRange> ranges, int rowsOfEach) {
    ImageStretches stretches = stretches(scan, ranges);
    do {
      stretches.sendNext(new Ends());
      stretches.arrived(Collections.nCopies(rowsOfEach, arriving).toArray(Result[]::new));
    } while (!stretches.isOver(1) && errors.isEmpty());
    return sent;
  }

  private ImageStretches stretches(Scan scan, List<KeyRange> ranges) {
    WantedRanges wanted =
        WantedRanges.of(SaltingSpec.parse("key=a:1 rest:*,salt=none").salt(), ranges);
    ImageReading reading =
        new ImageReading(
            table(), 1, Rounds.NONE, new OwnerCounts(true), ScanMemory.UNCOUNTED, 0, wanted);
    return new ImageStretches(reading, scan);
  }

  private final class Ends implements AdvancedScanResultConsumer {
    @Override
    public void onNext(Result[] results, ScanController controller) {}

    @Override
    public void onError(Throwable error) {
      errors.add(error);
    }

    @Override
    public void onComplete() {
      ends++;
    }
  }

  // A proxy returns the location as an object.
  @SuppressWarnings({"unchecked", "FutureReturnValueIgnored"})
  private AsyncTable<AdvancedScanResultConsumer> table() {
    return proxy(
        AsyncTable.class,
        (method, args) -> {
          if (method.equals("getRegionLocator")) {
            if (!known) {
              throw new IllegalStateException("no locator");
            }
            return proxy(AsyncTableRegionLocator.class, (any, row) -> location((byte[]) row[0]));
          }
          Scan scan = (Scan) args[0];
          sent.add(
              Bytes.toString(scan.getStartRow())
                  + (scan.includeStartRow() ? "" : "!")
                  + ".."
                  + Bytes.toString(scan.getStopRow())
                  + (scan.getLimit() > 0 ? " " + scan.getLimit() : ""));
          return null;
        });
  }

  private interface Call {
    Object of(String method, Object[] args);
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) -> call.of(method.getName(), args)));
  }

  private CompletableFuture<HRegionLocation> location(byte[] row) {
    lookedUp.add(row.length);
    if (!described) {
      return CompletableFuture.completedFuture(new HRegionLocation(null, SERVER));
    }
    if (!located) {
      return CompletableFuture.failedFuture(new IOException("no meta"));
    }
    String start = "";
    String end = "";
    for (String border : borders) {
      if (Bytes.compareTo(Bytes.toBytes(border), row) <= 0) {
        start = border;
      } else if (end.isEmpty()) {
        end = border;
      }
    }
    RegionInfo region =
        RegionInfoBuilder.newBuilder(TableName.valueOf("t"))
            .setStartKey(Bytes.toBytes(start))
            .setEndKey(Bytes.toBytes(end))
            .build();
    return CompletableFuture.completedFuture(new HRegionLocation(region, SERVER));
  }

  @Test
  void oneRegionIsReadInOneRun() {
    assertThat(stretches(new Scan(), 0)).containsExactly("B..I");
    assertThat(ends).isZero();
  }

  @Test
  void regionsBetweenRangesAreLeftOut() {
    borders = List.of("C", "D", "E", "F5", "G");
    assertThat(stretches(new Scan(), 0)).containsExactly("B..C", "D..E", "F..G", "H..I");
  }

  @Test
  void rangesOfOneRegionStayTogether() {
    borders = List.of("D", "G");
    assertThat(stretches(new Scan(), 0)).containsExactly("B..C", "D..G", "H..I");
  }

  @Test
  void reversedTheLastOnesComeFirst() {
    borders = List.of("D", "G");
    Scan reversed = new Scan().setReversed(true);
    assertThat(stretches(reversed, 0)).containsExactly("I!..H", "G!..D", "C!..B");
  }

  @Test
  void theBoundsOfTheScanCutTheRanges() {
    borders = List.of("C", "E", "G");
    Scan scan = new Scan().withStartRow(Bytes.toBytes("BB")).withStopRow(Bytes.toBytes("FF"));
    assertThat(stretches(scan, 0)).containsExactly("BB..C", "D..E", "F..FF");
  }

  @Test
  void piecesOfRowsAreNoRowsOfALimit() {
    borders = List.of("A", "C", "E", "G");
    arriving = Result.create(new Cell[0], null, false, true);
    assertThat(stretches(new Scan().setLimit(5), 9))
        .hasSize(4)
        .allMatch(sent -> sent.endsWith(" 5"));
  }

  @Test
  void whereRowsComeInPiecesNoneCountsAgainstALimit() {
    borders = List.of("A", "C", "E", "G");
    assertThat(stretches(new Scan().setLimit(5).setAllowPartialResults(true), 9))
        .hasSize(4)
        .allMatch(sent -> sent.endsWith(" 5"));
  }

  @Test
  void theRestOfAStretchThatMayHaveEndedTooEarlyIsReadBeforeTheNextOne() {
    borders = List.of("A", "C", "E", "G");
    for (boolean reversed : new boolean[] {false, true}) {
      sent.clear();
      Scan scan = new Scan().setReversed(reversed).setLimit(5).setAllowPartialResults(true);
      ImageStretches stretches = stretches(scan, ranges());
      stretches.sendNext(new Ends());
      stretches.arrived(
          reversed ? new Result[] {row("H3"), row("H2")} : new Result[] {row("B2"), row("B3")});
      assertThat(stretches.isOver(2)).isFalse();
      stretches.sendNext(new Ends());
      assertThat(stretches.isOver(2)).isFalse();
      stretches.sendNext(new Ends());
      assertThat(sent)
          .isEqualTo(
              reversed
                  ? List.of("I!..H 5", "H2!..H 5", "G!..F 5")
                  : List.of("B..C 5", "B3\0..C 5", "D..E 5"));
    }
  }

  @Test
  void aLimitCountsOverAllRuns() {
    borders = List.of("C", "E", "G");
    assertThat(stretches(new Scan().setLimit(5), 2)).containsExactly("B..C 5", "D..E 3", "F..G 1");
  }

  @Test
  void withoutLocationsTheRestIsReadAtOnce() {
    located = false;
    borders = List.of("C", "E", "G");
    assertThat(stretches(new Scan(), 0)).containsExactly("B..I");
  }

  @Test
  void theEndOfARangeMayBeLongerThanARow() {
    for (int length : new int[] {32_760, 32_767, 32_768, 40_000}) {
      sent.clear();
      KeyRange first = KeyRange.of(Bytes.toBytes("B"), Bytes.toBytes("B".repeat(length)));
      List<KeyRange> ranges = List.of(first, KeyRange.prefix(Bytes.toBytes("D")));
      assertThat(stretches(new Scan(), ranges, 0)).containsExactly("B..E");
    }
  }

  /** HBase's clients find the region of the longest key only if they know it already. */
  @Test
  void aRegionIsLookedUpByAsMuchOfALongKeyAsItsFirstKeyCanHave() {
    byte[] row = Bytes.toBytes("D".repeat(Short.MAX_VALUE));
    assertThat(stretches(new Scan().withStartRow(row), 0)).hasSize(1);
    assertThat(stretches(new Scan().setReversed(true).withStartRow(row), 0)).hasSize(2);
    assertThat(lookedUp).contains(Short.MAX_VALUE - 512).allMatch(length -> length <= 32_255);
    assertThat(errors).isEmpty();
  }

  @Test
  void whatFailsBeforeARequestIsAFailureOfTheScan() {
    known = false;
    assertThat(stretches(new Scan(), 0)).isEmpty();
    assertThat(errors).singleElement().isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatFailsWhenTheLocationArrivesIsAFailureOfTheScan() {
    described = false;
    assertThat(stretches(new Scan(), 0)).isEmpty();
    assertThat(errors).singleElement().isInstanceOf(NullPointerException.class);
  }

  @Test
  void aScanBetweenTheRangesEndsAtOnce() {
    Scan scan = new Scan().withStartRow(Bytes.toBytes("C")).withStopRow(Bytes.toBytes("D"));
    assertThat(stretches(scan, 0)).isEmpty();
    assertThat(ends).isEqualTo(1);
  }
}
