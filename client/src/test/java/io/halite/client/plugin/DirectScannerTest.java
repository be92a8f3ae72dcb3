package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.routing.scan.UnorderedAttribute;
import io.halite.routing.scan.WhereAttribute;
import io.halite.routing.table.Mark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DirectScannerTest {
  private static final List<String> ROWS =
      List.of("aaa", "aab", "bbb", "ccc", "ddd", "ddd1", "eee", "fff");

  private final ResultScanner byGateways = new Fake<>(ResultScanner.class).build();
  private final Fake<Table> real =
      new Fake<>(Table.class).on("getName", any -> Salted.NAME).on("getScanner", any -> byGateways);
  private final List<Runnable> later = new ArrayList<>();
  private final IdleScanners idle = new IdleScanners(1, later::add);
  private final List<Scan> sent = new ArrayList<>();
  private String ownerSpec = Salted.BEFORE;
  private boolean ownerAccepts = true;
  private int rowsBeforeRefusal;
  private int cellsOfARow = 1;
  private Optional<IOException> failureBehindRows = Optional.empty();
  private Optional<IOException> failure = Optional.empty();

  /** Scans the stored rows as owners would, or refuses marks of other specs. */
  @SuppressWarnings("unchecked")
  private ScanTables owners() {
    AsyncTable<AdvancedScanResultConsumer> table =
        new Fake<>(AsyncTable.class)
            .on(
                "scan",
                arguments -> {
                  Scan scan = (Scan) arguments.get(0);
                  sent.add(scan);
                  answer(scan, (AdvancedScanResultConsumer) arguments.get(1));
                  return null;
                })
            .build();
    return like -> table;
  }

  private void answer(Scan scan, AdvancedScanResultConsumer consumer) throws IOException {
    boolean refuses = !ownerAccepts || !Salted.mark(ownerSpec).isThisOn(scan);
    if (refuses && rowsBeforeRefusal == 0) {
      consumer.onError(Salted.markRefusal(ownerSpec));
      return;
    }
    TreeMap<byte[], Result> rows = new TreeMap<>(Arrays::compareUnsigned);
    for (String row : ROWS) {
      byte[] stored = Salted.stored(refuses ? Salted.BEFORE : ownerSpec, row);
      rows.put(stored, Salted.row(stored, cellsOfARow));
    }
    byte[] low = scan.isReversed() ? scan.getStopRow() : scan.getStartRow();
    byte[] high = scan.isReversed() ? scan.getStartRow() : scan.getStopRow();
    var inRange = high.length == 0 ? rows.tailMap(low) : rows.subMap(low, high);
    List<Result> results = new ArrayList<>(inRange.values());
    if (scan.isReversed()) {
      Collections.reverse(results);
    }
    int most = scan.getLimit() > 0 ? scan.getLimit() : Integer.MAX_VALUE;
    if (!results.isEmpty()) {
      consumer.onNext(results.stream().limit(most).toArray(Result[]::new), null);
    }
    Optional<IOException> fails = results.isEmpty() ? failure : failureBehindRows;
    if (fails.isPresent()) {
      consumer.onError(fails.get());
    } else if (refuses && !results.isEmpty()) {
      consumer.onError(Salted.markRefusal(ownerSpec));
    } else {
      consumer.onComplete();
    }
  }

  private ResultScanner open(TableSpec spec, Scan scan) throws IOException {
    return new DirectTable(real.build(), Salted.conf(), spec, owners(), idle, () -> null)
        .getScanner(scan);
  }

  private List<String> read(Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = open(Salted.known(), scan)) {
      scanner.forEach(row -> rows.add(Salted.natural(row)));
    }
    return rows;
  }

  @Test
  void rowsOfAllBucketsComeInNaturalOrder() throws Exception {
    assertThat(read(new Scan())).isEqualTo(ROWS);
    assertThat(sent).hasSize(4).allMatch(scan -> Salted.mark(Salted.BEFORE).isThisOn(scan));
    List<String> reversed = new ArrayList<>(ROWS);
    Collections.reverse(reversed);
    assertThat(read(new Scan().setReversed(true))).isEqualTo(reversed);
    assertThat(
            read(new Scan().withStartRow(Salted.key("aab")).withStopRow(Salted.key("ddd"), true)))
        .containsExactly("aab", "bbb", "ccc", "ddd");
  }

  @Test
  void limitsAndPagesAreCountedOverAllBuckets() throws Exception {
    assertThat(read(new Scan().setLimit(3))).isEqualTo(ROWS.subList(0, 3));
    assertThat(read(new Scan().setFilter(new PageFilter(2)))).isEqualTo(ROWS.subList(0, 2));
  }

  @Test
  void rowsOfAllBucketsComeAsTheyAreIfTheScanSaysSo() throws Exception {
    assertThat(read(UnorderedAttribute.putOn(new Scan(), 3)))
        .containsExactlyInAnyOrderElementsOf(ROWS)
        .isNotEqualTo(ROWS);
    assertThat(sent).hasSize(4).allMatch(scan -> Salted.mark(Salted.BEFORE).isThisOn(scan));
    assertThat(read(UnorderedAttribute.putOn(new Scan().setLimit(3), 3)))
        .hasSize(3)
        .doesNotHaveDuplicates()
        .isSubsetOf(ROWS);
    assertThat(read(UnorderedAttribute.putOn(new Scan().setFilter(new PageFilter(2)), 1)))
        .hasSize(2);
  }

  @Test
  void aScanOfRowsAsTheyComeIsOpenedAgainUnderTheSpecOfToday() throws Exception {
    ownerSpec = Salted.AFTER;
    try (ResultScanner scanner = open(Salted.known(), UnorderedAttribute.putOn(new Scan(), 2))) {
      assertThat(scanner.next(2 * ROWS.size())).hasSameSizeAs(ROWS);
    }
    assertThat(sent).hasSize(2 + 8);
  }

  @Test
  void aQueryNarrowsTheScanAndTravelsWithIt() throws Exception {
    Scan asked = new Scan().setAttribute(WhereAttribute.ATTRIBUTE, Salted.key("row = ddd"));
    assertThat(read(asked)).containsExactly("ddd", "ddd1");
    assertThat(sent).allMatch(scan -> scan.getAttribute(WhereAttribute.ATTRIBUTE) != null);
    assertThat(asked.getStartRow()).isEmpty();
  }

  @Test
  void limitsCountRowsWhateverTheirPieces() throws Exception {
    cellsOfARow = 3;
    Scan scan = new Scan().setBatch(2).setLimit(2);
    List<String> pieces = new ArrayList<>();
    try (ResultScanner scanner = open(Salted.known(), scan)) {
      scanner.forEach(
          piece -> {
            String more = piece.mayHaveMoreCellsInRow() ? "+" : "";
            pieces.add(Salted.natural(piece) + piece.size() + more);
          });
    }
    assertThat(pieces).containsExactly("aaa2+", "aaa1", "aab2+", "aab1");
    assertThat(sent).hasSize(4).allMatch(each -> each.getBatch() < 0 && each.getLimit() < 0);
  }

  @Test
  void aRowThatMayBeCutAnywhereIsNoLargerThanAnAnswer() throws Exception {
    cellsOfARow = 3;
    Scan scan = new Scan().setAllowPartialResults(true).setMaxResultSize(1);
    List<String> pieces = new ArrayList<>();
    try (ResultScanner scanner = open(Salted.known(), scan)) {
      scanner.forEach(piece -> pieces.add(Salted.natural(piece) + piece.size()));
    }
    assertThat(pieces).hasSize(3 * ROWS.size()).startsWith("aaa1", "aaa1", "aaa1", "aab1");
  }

  static List<Scan> scansForGateways() throws Exception {
    Scan marked = new Scan();
    Salted.mark(Salted.BEFORE).putOn(marked);
    return List.of(
        new Scan().setAttribute("halite.latest", Salted.key("1")),
        UnorderedAttribute.putOn(new Scan().setReversed(true), 4),
        new Scan().setFilter(new FilterList(FilterList.Operator.MUST_PASS_ONE, new PageFilter(1))),
        marked);
  }

  @ParameterizedTest
  @MethodSource("scansForGateways")
  void whatRegionsMeasureOrRefuseGoesThroughThem(Scan scan) throws Exception {
    assertThat(open(Salted.known(), scan)).isSameAs(byGateways);
    assertThat(real.given("getScanner", Scan.class).get(0)).isSameAs(scan);
    assertThat(sent).isEmpty();
  }

  @Test
  void aScanWhoseMarkIsRefusedIsOpenedAgainUnderTheSpecOfToday() throws Exception {
    ownerSpec = Salted.AFTER;
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = open(Salted.known(), new Scan())) {
      scanner.forEach(row -> rows.add(Salted.natural(row)));
    }
    assertThat(rows).isEqualTo(ROWS);
    assertThat(sent).hasSize(4 + 8);
  }

  @Test
  void aScanIsNotOpenedAgainUnderTheSpecThatWasRefusedNorAfterItsFirstRow() throws Exception {
    ownerAccepts = false;
    try (ResultScanner scanner = open(Salted.known(), new Scan())) {
      assertThatThrownBy(scanner::next).matches(Refusals::isOfMark);
    }
    assertThat(sent).hasSize(4);
    sent.clear();
    ownerAccepts = true;
    ownerSpec = Salted.AFTER;
    rowsBeforeRefusal = 1;
    try (ResultScanner scanner = open(Salted.known(), new Scan())) {
      assertThat(Salted.natural(scanner.next())).isEqualTo("aaa");
      assertThatThrownBy(() -> scanner.next(ROWS.size())).matches(Refusals::isOfMark);
    }
    assertThat(sent).hasSize(4);
  }

  /** HBase's reader of a job goes on behind the last row after any failure that may be retried. */
  @Test
  void nobodyGoesOnBehindTheLastRowOfAScanWithoutOrder() throws Exception {
    RetriesExhaustedException gone = new RetriesExhaustedException("the owner is gone");
    failureBehindRows = Optional.of(gone);
    try (ResultScanner scanner = open(Salted.known(), UnorderedAttribute.putOn(new Scan(), 2))) {
      assertThat(scanner.next()).isNotNull();
      assertThatThrownBy(() -> scanner.next(ROWS.size()))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("halite.unordered")
          .hasCause(gone);
    }
    try (ResultScanner scanner = open(Salted.known(), new Scan())) {
      assertThat(scanner.next()).isNotNull();
      assertThatThrownBy(() -> scanner.next(ROWS.size())).isSameAs(gone);
    }
  }

  @Test
  void aScanWithoutOrderThatHasGivenNothingMayBeRetried() throws Exception {
    RetriesExhaustedException gone = new RetriesExhaustedException("the owner is gone");
    failure = Optional.of(gone);
    Scan empty = UnorderedAttribute.putOn(new Scan().withStartRow(Salted.key("zzz")), 2);
    try (ResultScanner scanner = open(Salted.known(), empty)) {
      assertThatThrownBy(scanner::next).isSameAs(gone);
    }
  }

  @Test
  void aScanAsksForAnUnknownSpecByAGetOfItsColumns() throws Exception {
    real.on("getOperationTimeout", any -> 1L)
        .on(
            "get",
            any -> {
              throw Salted.markRefusal(ownerSpec);
            });
    Scan scan = new Scan().withStartRow(Salted.key("ddd")).addColumn(Salted.F, Salted.Q);
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = open(Salted.unknown(), scan)) {
      scanner.forEach(row -> rows.add(Salted.natural(row)));
    }
    assertThat(rows).isEqualTo(ROWS.subList(4, ROWS.size()));
    Get question = real.given("get", Get.class).get(0);
    assertThat(question.getRow()).isEqualTo(Salted.key("ddd"));
    assertThat(question.getFamilyMap().get(Salted.F)).containsExactly(Salted.Q);
    assertThat(Mark.asking().isThisOn(question)).isTrue();
    assertThat(sent).hasSize(4);
  }

  @Test
  void aScannerThatHasLeftItsOwnersOrEndedIsNotWatched() throws Exception {
    ResultScanner scanner = open(Salted.known(), new Scan());
    later.remove(0).run();
    assertThat(later).as("it has left its owners").isEmpty();
    assertThat(scanner.next(ROWS.size() + 1)).hasSize(ROWS.size());
    later.remove(0).run();
    assertThat(later).as("it has ended").isEmpty();
  }

  @Test
  void aClosedScannerGivesNoMoreRows() throws Exception {
    ResultScanner scanner = open(Salted.known(), new Scan());
    assertThat(scanner.next()).isNotNull();
    scanner.close();
    assertThat(scanner.next()).isNull();
    assertThat(scanner.renewLease()).isFalse();
  }
}
