package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.NaturalResults;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.QueryMetrics;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class JoinedRowsTest {
  private final NaturalResults results =
      new NaturalResults(SaltingSpec.parse("salt=random % 10 digits").salt());
  private final Script script = new Script();

  /**
   * Stored rows in natural order, such as {@code 3a}, with a stamp of their own if they name none
   * as {@code 3a@5} does; "" is a row that has not arrived yet. The value is the place.
   */
  private static final class Script implements SortedRows {
    private final Deque<String> rows = new ArrayDeque<>();
    private boolean closed;
    private int valueBytes;

    /** What was read for each row; 0 if nobody asks. */
    private long bytesRead;

    @Override
    public Result poll() {
      String row = rows.poll();
      if (row == null || row.isEmpty()) {
        return null;
      }
      Cell cell =
          new KeyValue(
              Bytes.toBytes(row.substring(0, 2)),
              Bytes.toBytes("f"),
              Bytes.toBytes("q"),
              row.length() > 2 ? Long.parseLong(row.substring(3)) : row.charAt(0),
              Bytes.padTail(Bytes.toBytes(row.substring(0, 1)), valueBytes));
      Result place = Result.create(List.of(cell));
      if (bytesRead > 0) {
        place.setMetrics(new QueryMetrics(bytesRead));
      }
      return place;
    }

    @Override
    public boolean isExhausted() {
      return rows.isEmpty();
    }

    @Override
    public void await(long millis) {}

    @Override
    public void close() {
      closed = true;
      rows.clear();
    }
  }

  private List<String> rows(Scan scan, String... stored) throws IOException {
    script.rows.addAll(List.of(stored));
    FamilyRules rules = new FamilyRules(Map.of());
    JoinedRows joined =
        new JoinedRows(
            script, results, new PlainReading(scan, rules, () -> 1_000L), ScanMemory.UNCOUNTED);
    List<String> given = new ArrayList<>();
    while (!joined.isExhausted()) {
      Result row = joined.poll();
      if (row != null) {
        given.add(
            Bytes.toString(row.getRow()) + " " + row.size() + " of " + Bytes.toString(row.value()));
      }
    }
    assertThat(joined.poll()).isNull();
    return given;
  }

  @Test
  void whatFollowsUnderOneKeyIsOneRow() throws IOException {
    assertThat(rows(new Scan().readAllVersions(), "3a", "7a", "1b", "2c", "", "5c", ""))
        .containsExactly("a 2 of 7", "b 1 of 1", "c 2 of 5");
  }

  @Test
  void newestVersionWinsWhicheverPlaceItLiesIn() throws IOException {
    assertThat(rows(new Scan(), "3a", "7a", "1b")).containsExactly("a 1 of 7", "b 1 of 1");
  }

  @Test
  void ofTwoCellsAlikeThatOfTheSmallerPlaceIsGivenWhicheverCameFirst() throws IOException {
    assertThat(rows(new Scan(), "3a@5", "7a@5")).containsExactly("a 1 of 3");
    assertThat(rows(new Scan(), "7a@5", "", "3a@5", "5b@5", "4b@6", "1b@5"))
        .containsExactly("a 1 of 3", "b 1 of 4");
  }

  @Test
  void aRowWhosePlacesWereClosedHalfWayIsNotGiven() throws IOException {
    script.rows.addAll(List.of("3a", "", "7a"));
    JoinedRows joined =
        new JoinedRows(
            script,
            results,
            new PlainReading(new Scan(), new FamilyRules(Map.of()), () -> 1_000L),
            ScanMemory.UNCOUNTED);
    assertThat(joined.poll()).as("the next place has not arrived").isNull();
    assertThat(joined.isExhausted()).isFalse();
    joined.close();
    assertThat(joined.poll()).isNull();
    assertThat(joined.isExhausted()).isTrue();
  }

  @Test
  void noRowsAreNoRows() throws IOException {
    assertThat(rows(new Scan())).isEmpty();
  }

  @Test
  void endOfAFilterIsTheEndOfTheScan() throws IOException {
    assertThat(rows(new Scan().setFilter(new PageFilter(2)), "3a", "7a", "1b", "2c", "5d"))
        .containsExactly("a 1 of 7", "b 1 of 1");
    assertThat(script.closed).isTrue();
  }

  @Test
  void onlyAFilterThatHasEndedTheScanIsDone() throws IOException {
    for (int page = 1; page <= 3; page++) {
      Scan scan = new Scan().setFilter(new PageFilter(page));
      PlainReading reading = new PlainReading(scan, new FamilyRules(Map.of()), () -> 1_000L);
      script.rows.addAll(List.of("3a", "1b"));
      JoinedRows joined = new JoinedRows(script, results, reading, ScanMemory.UNCOUNTED);
      assertThat(joined.isFilterDone()).isFalse();
      while (!joined.isExhausted()) {
        joined.poll();
      }
      assertThat(joined.isFilterDone()).as("of two rows, %d", page).isEqualTo(page <= 2);
    }
  }

  @Test
  void aRowHasTheQueryMetricsOfItsPlacesAndOfTheRowsThatWereDroppedBeforeIt() throws IOException {
    script.rows.addAll(List.of("3a", "7a", "1b", "2c", "5c"));
    script.bytesRead = 77;
    // Of one version each, b has no second cell.
    Scan second = new Scan().readAllVersions().setRowOffsetPerColumnFamily(1);
    PlainReading reading = new PlainReading(second, new FamilyRules(Map.of()), () -> 1_000L);
    JoinedRows joined = new JoinedRows(script, results, reading, ScanMemory.UNCOUNTED);
    assertThat(joined.poll().getMetrics().getBlockBytesScanned()).isEqualTo(2 * 77);
    assertThat(joined.poll().getMetrics().getBlockBytesScanned()).isEqualTo(3 * 77);
  }

  @Test
  void aRowWhosePlacesHaveNoQueryMetricsHasNone() throws IOException {
    script.rows.addAll(List.of("3a", "7a"));
    PlainReading reading = new PlainReading(new Scan(), new FamilyRules(Map.of()), () -> 1_000L);
    JoinedRows joined = new JoinedRows(script, results, reading, ScanMemory.UNCOUNTED);
    assertThat(joined.poll().getMetrics()).isNull();
  }

  @Test
  void placesOfARowAreHeldUntilTheRowIsJoined() throws IOException {
    HeldBytes held = new HeldBytes();
    script.rows.addAll(List.of("3a", "7a", "", "1b", "2c", ""));
    PlainReading reading = new PlainReading(new Scan(), new FamilyRules(Map.of()), () -> 1_000L);
    JoinedRows joined = new JoinedRows(script, results, reading, held);
    assertThat(joined.poll()).isNull();
    long one = held.bytes.get() / 2;
    assertThat(one).isPositive();
    assertThat(joined.poll()).isNotNull();
    assertThat(held.bytes).as("the first place of the next row").hasValue(one);
    joined.close();
    assertThat(held.bytes).hasValue(0);
  }

  @Test
  void aRowOfManyLargePlacesHoldsWhatItNeedsAndNotTheSumOfThem() throws IOException {
    HeldBytes held = new HeldBytes();
    script.valueBytes = 256 << 10;
    for (int version = 0; version < 40; version++) {
      script.rows.add(version % 10 + "a@" + version);
    }
    PlainReading reading = new PlainReading(new Scan(), new FamilyRules(Map.of()), () -> 1_000L);
    JoinedRows joined = new JoinedRows(script, results, reading, held);
    Result row = joined.poll();
    assertThat(row).isNotNull();
    assertThat(row.rawCells()).extracting(Cell::getTimestamp).containsExactly(39L);
    assertThat(held.most).as("all have 10 MiB").hasValueBetween(1L << 20, 2L << 20);
    assertThat(held.bytes).hasValue(0);
  }
}
