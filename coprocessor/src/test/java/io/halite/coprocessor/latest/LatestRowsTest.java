package io.halite.coprocessor.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.RowKeyException;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.Aggregation;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.ColumnType;
import io.halite.routing.latest.LatestException;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageBudget;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Selection;
import io.halite.routing.latest.TimeChoice;
import io.halite.routing.latest.TimeWindow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.KeyValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LatestRowsTest {
  private static final SaltingSpec SPEC = SaltingSpec.parse("key=unit:2 ts:8:revtime,salt=none");
  private static final PageBudget LARGE = new PageBudget(PageBudget.MAX_BYTES, 5_000);

  private final StoredRows table = new StoredRows(SPEC);

  private static byte[] row(int unit, long time) {
    return ByteBuffer.allocate(10).putShort((short) unit).putLong(Long.MAX_VALUE - time).array();
  }

  private void fill(int units, int history) {
    for (int unit = 0; unit < units; unit++) {
      for (int time = 0; time < history; time++) {
        table.put(row(unit, time), "1");
      }
    }
  }

  private Page page(PageRequest request, byte[] regionStop) throws IOException {
    return page(request, regionStop, () -> 0);
  }

  private Page page(PageRequest request, byte[] regionStop, LongSupplier clock) throws IOException {
    SeekableRows rows = table.from(request.ranges().get(0).start(), Integer.MAX_VALUE);
    PageLimits limits = new PageLimits(request.budget(), Long.MAX_VALUE, clock);
    return new LatestRows(
            request, LatestKeys.of(SPEC.layout()), SPEC.salt(), rows, table.backward(), limits)
        .select(regionStop);
  }

  private static PageRequest request(int limit, PageBudget budget, KeyRange... ranges) {
    return new PageRequest(
        SPEC.fingerprint(), 1, List.of(ranges), 0, Selection.ofLimit(limit), budget);
  }

  @ParameterizedTest
  @CsvSource({"1,10", "1,100", "1,1000", "10,10", "10,100", "10,1000", "10,1"})
  void rowsReadAreThoseReturnedAndAtMostOneMoreForEachKey(int limit, int history)
      throws IOException {
    fill(1000, history);
    Page page = page(request(limit, LARGE, KeyRange.all()), new byte[0]);
    int returned = page.parts().stream().mapToInt(part -> part.rows().size()).sum();
    assertThat(returned).isEqualTo(1000 * Math.min(limit, history));
    assertThat(page.servedStop()).isEmpty();
    assertThat(page.work().rows()).isLessThanOrEqualTo((long) (1.1 * returned) + 1000);
    assertThat(page.work().rows()).isEqualTo(table.given);
    assertThat(page.work().seeks()).isLessThanOrEqualTo(1000);
  }

  @Test
  void listedKeysCostOneSeekEachAndNoRowBeyondThoseReturned() throws IOException {
    fill(100, 50);
    KeyRange[] listed = new KeyRange[20];
    for (int i = 0; i < listed.length; i++) {
      listed[i] = KeyRange.prefix(new byte[] {0, (byte) (5 * i)});
    }
    Page page = page(request(3, LARGE, listed), new byte[0]);
    assertThat(page.work().rows()).isEqualTo(60);
    assertThat(page.work().seeks()).isLessThanOrEqualTo(20);
  }

  /** Each absent key costs a seek, and no row of it says that the time is over. */
  @Test
  void aPageOfAbsentKeysEndsWithItsTimeBeforeTheNextKey() throws IOException {
    table.put(row(2, 0), "1");
    table.put(row(4, 0), "1");
    KeyRange[] absent = new KeyRange[3];
    for (int i = 0; i < absent.length; i++) {
      absent[i] = KeyRange.prefix(new byte[] {0, (byte) (2 * i + 1)});
    }
    AtomicLong now = new AtomicLong();
    Page page = page(request(1, LARGE, absent), new byte[0], () -> now.getAndAdd(1L << 40));
    assertThat(page.servedStop()).isEqualTo(absent[1].start());
  }

  @Test
  void shortHistoriesAreReadWithoutSeeks() throws IOException {
    fill(1000, 2);
    Page page = page(request(2, LARGE, KeyRange.all()), new byte[0]);
    assertThat(page.work().seeks()).isZero();
    assertThat(page.work().rows()).isEqualTo(2000);
  }

  @Test
  void anAsOfTimeIsSoughtAndNotReadUpTo() throws IOException {
    fill(20, 1000);
    Selection selection =
        new Selection(
            2,
            new TimeWindow(java.util.OptionalLong.of(500), java.util.OptionalLong.empty()),
            List.of(),
            1,
            Optional.empty(),
            Optional.empty());
    Page page =
        page(
            new PageRequest(SPEC.fingerprint(), 1, List.of(KeyRange.all()), 0, selection, LARGE),
            new byte[0]);
    assertThat(page.parts()).hasSize(20);
    assertThat(page.parts())
        .allSatisfy(
            part ->
                assertThat(part.rows()).extracting(row -> row.time()).containsExactly(500L, 499L));
    assertThat(page.work().rows()).isLessThanOrEqualTo(20 * 2 + 2 * 20);
  }

  @Test
  void aPageEndsAtItsBytesAndSaysHowFarItCame() throws IOException {
    fill(3, 10);
    Page page = page(request(4, new PageBudget(1, 1), KeyRange.all()), new byte[0]);
    assertThat(page.parts()).hasSize(1);
    assertThat(page.parts().get(0).rows()).hasSize(1);
    assertThat(page.servedStop()).isEqualTo(row(0, 8));
  }

  @Test
  void aPageEndsAtItsRowsAndCountsAnAggregateAsOne() throws IOException {
    fill(20, 10);
    PageBudget five = new PageBudget(PageBudget.MAX_BYTES, 5, 5_000);
    Page page = page(request(4, five, KeyRange.all()), new byte[0]);
    assertThat(page.parts()).extracting(part -> part.rows().size()).containsExactly(4, 1);
    assertThat(page.servedStop()).isEqualTo(row(1, 8));
    Selection selection =
        new Selection(
            3,
            TimeWindow.ALL,
            List.of(),
            1,
            Optional.empty(),
            Optional.of(new Aggregation(Column.parse("f:q"), ColumnType.DECIMAL)));
    PageRequest request =
        new PageRequest(SPEC.fingerprint(), 1, List.of(KeyRange.all()), 0, selection, five);
    assertThat(page(request, new byte[0]).parts()).hasSize(3);
  }

  @Test
  void rowsCarriedFromThePageBeforeCount() throws IOException {
    fill(2, 10);
    PageRequest request =
        new PageRequest(
            SPEC.fingerprint(),
            1,
            List.of(KeyRange.of(row(0, 6), new byte[0])),
            3,
            Selection.ofLimit(4),
            LARGE);
    Page page = page(request, new byte[0]);
    assertThat(page.parts().get(0).rows()).extracting(row -> row.time()).containsExactly(6L);
    assertThat(page.parts().get(1).rows()).hasSize(4);
  }

  @Test
  void whatLiesBeyondTheRegionIsLeftToOthers() throws IOException {
    fill(4, 3);
    Page page =
        page(
            request(
                1,
                LARGE,
                KeyRange.prefix(new byte[] {0, 1}),
                KeyRange.prefix(new byte[] {0, 2}),
                KeyRange.prefix(new byte[] {0, 3})),
            row(2, 1));
    assertThat(page.parts()).hasSize(2);
    assertThat(page.servedStop()).isEqualTo(row(2, 1));
  }

  @Test
  void aKeyThatIsCutIsAnsweredAsRowsAndAWholeOneAsItsAggregate() throws IOException {
    fill(2, 3);
    Selection selection =
        new Selection(
            10,
            TimeWindow.ALL,
            List.of(),
            1,
            Optional.empty(),
            Optional.of(new Aggregation(Column.parse("f:q"), ColumnType.DECIMAL)));
    PageRequest request =
        new PageRequest(SPEC.fingerprint(), 1, List.of(KeyRange.all()), 0, selection, LARGE);
    Page page = page(request, row(1, 1));
    assertThat(page.parts().get(0).aggregate()).isPresent();
    assertThat(page.parts().get(1).aggregate()).isEmpty();
    assertThat(page.parts().get(1).rows()).hasSize(1);
  }

  @Test
  void aValueThatIsNoNumberIsRefusedWithRowAndColumn() {
    table.put(row(7, 1), "many");
    Selection selection =
        new Selection(
            1,
            TimeWindow.ALL,
            List.of(),
            1,
            Optional.empty(),
            Optional.of(new Aggregation(Column.parse("f:q"), ColumnType.DECIMAL)));
    assertThatThrownBy(
            () ->
                page(
                    new PageRequest(
                        SPEC.fingerprint(), 1, List.of(KeyRange.all()), 0, selection, LARGE),
                    new byte[0]))
        .isInstanceOf(LatestException.class)
        .hasMessageContaining("f:q")
        .hasMessageContaining("\\x00\\x07")
        .hasMessageContaining("'many' given");
  }

  @Test
  void aRowThatDoesNotFitTheLayoutIsAnErrorThatNamesIt() {
    byte[] stored = {0, 1, 2};
    table.rows().put(stored, List.of(new KeyValue(stored, StoredRows.FAMILY, null, stored)));
    assertThatThrownBy(() -> page(request(1, LARGE, KeyRange.all()), new byte[0]))
        .isInstanceOf(RowKeyException.class)
        .hasMessageContaining(KeyBytes.readable(stored));
  }

  static Stream<Arguments> choices() {
    return Stream.of(
        Arguments.of(new TimeChoice.EachStep(100), 10, 10, 990L),
        Arguments.of(TimeChoice.AtTimes.of(500, 250, 10), 3, 3, 500L),
        Arguments.of(TimeChoice.OLDEST, 2, 2, 1L));
  }

  @ParameterizedTest
  @MethodSource("choices")
  void rowsByTimeAreSoughtAndNotReadUpTo(TimeChoice choice, int limit, int rowsOfAKey, long newest)
      throws IOException {
    fill(50, 991);
    Selection selection = Selection.ofLimit(limit).withChoice(choice);
    Page page =
        page(
            new PageRequest(SPEC.fingerprint(), 1, List.of(KeyRange.all()), 0, selection, LARGE),
            new byte[0]);
    assertThat(page.parts()).hasSize(50);
    assertThat(page.parts()).allSatisfy(part -> assertThat(part.rows()).hasSize(rowsOfAKey));
    assertThat(page.parts().get(7).rows().get(0).time()).isEqualTo(newest);
    assertThat(page.work().rows()).isEqualTo(table.given);
    assertThat((double) page.work().rows()).isLessThanOrEqualTo(1.1 * 50 * rowsOfAKey + 50);
    assertThat(page.work().seeks()).isLessThanOrEqualTo(50 * rowsOfAKey + 2 * 50);
  }
}
