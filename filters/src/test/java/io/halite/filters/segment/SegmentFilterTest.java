package io.halite.filters.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.filters.natural.FilterAdmission;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.Filter.ReturnCode;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.ParseFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.junit.jupiter.api.Test;

class SegmentFilterTest {
  private static final KeyLayout LAYOUT =
      KeyLayout.parse("origin:3 departure:12:digits destination:3 seen:8:revtime");

  private static final SegmentFilter ALWAYS =
      SegmentFilter.where("@3:3 in (LAX, SFO)").alwaysSeeking();

  private static byte[] b(String text) {
    return text.getBytes(US_ASCII);
  }

  private static KeyValue cell(String row) {
    return new KeyValue(b(row), b("f"), b("q"), 1, b("v"));
  }

  @Test
  void hintIsTheSmallestMatchingKeyAfterTheCurrentRow() {
    SegmentFilter filter = SegmentFilter.where("@3:3 in (LAX, SFO)").alwaysSeeking();
    assertThat(hint(filter, "ATLMIA")).isEqualTo(b("ATLSFO"));
    assertThat(hint(filter, "ATLXNA")).isEqualTo(b("ATMLAX"));
    assertThat(hint(filter, "AT")).isEqualTo(KeyBytes.concat(b("AT"), b("\0LAX")));
    filter.setReversed(true);
    assertThat(hint(filter, "ATLMIA")).as("first row behind ATLLAX…").isEqualTo(b("ATLLAY"));
    assertThat(hint(filter, "ATLAAA")).isEqualTo(b("ATKSFP"));
  }

  private static byte[] hint(SegmentFilter filter, String row) {
    filter.reset();
    assertThat(filter.filterRowKey(cell(row))).isFalse();
    assertThat(filter.filterCell(cell(row))).isEqualTo(ReturnCode.SEEK_NEXT_USING_HINT);
    assertThat(filter.filterRow()).isTrue();
    byte[] hint = CellUtil.cloneRow(filter.getNextCellHint(cell(row)));
    assertThat(CellUtil.cloneRow(filter.getHintForRejectedRow(cell(row)))).isEqualTo(hint);
    assertThat(CellUtil.cloneRow(filter.getSkipHint(cell(row)))).isEqualTo(hint);
    return hint;
  }

  @Test
  void reversedHintThatWouldStandStillIsNotGiven() {
    SegmentFilter filter = SegmentFilter.where("@0:3 = LAX").alwaysSeeking();
    filter.setReversed(true);
    assertThat(filter.filterCell(cell("LAY"))).isEqualTo(ReturnCode.NEXT_ROW);
    assertThat(filter.getNextCellHint(cell("LAY"))).isNull();
  }

  @Test
  void scanIsDoneBehindTheLastKeyThatCanMatch() {
    SegmentFilter filter = SegmentFilter.where("@0:3 = LAX");
    assertThat(filter.filterRowKey(cell("LAX1"))).isFalse();
    assertThat(filter.filterCell(cell("LAX1"))).isEqualTo(ReturnCode.INCLUDE);
    assertThat(filter.filterRow()).isFalse();
    filter.reset();
    assertThat(filter.filterAllRemaining()).isFalse();
    assertThat(filter.filterRowKey(cell("LAY"))).isTrue();
    assertThat(filter.filterAllRemaining()).isTrue();
  }

  @Test
  void queryThatNothingMatchesIsDoneAtOnce() {
    SegmentFilter filter = SegmentFilter.where("@0:3 = LAX and @0:3 != LAX");
    assertThat(filter.query().matchesNothing()).isTrue();
    assertThat(filter.filterAllRemaining()).isTrue();
  }

  @Test
  void builderReadsLikeTheQuestion() {
    SegmentFilter filter =
        SegmentFilter.over(LAYOUT)
            .where("destination")
            .is("LAX", "SFO")
            .where("departure")
            .between("20010115", "20010131")
            .where("seen")
            .atLeast("2001-01-15T00:00Z")
            .where("origin")
            .isNot("ATL")
            .where("origin")
            .startsWith(b("A"))
            .toFilter();
    String text =
        "destination in (LAX, SFO) and departure = 20010115..20010131"
            + " and seen >= 2001-01-15T00:00Z and origin != ATL and origin = A*";
    assertThat(filter).isEqualTo(SegmentFilter.where(LAYOUT, text));
    assertThat(filter).hasSameHashCodeAs(SegmentFilter.where(LAYOUT, text));
    assertThat(filter).isNotEqualTo(filter.alwaysSeeking());
    assertThat(SegmentFilter.over(LAYOUT).at(0, 3).in(List.of(b("ATL"))).toQuery())
        .hasToString("@0:3 = ATL");
    assertThat(SegmentFilter.over(LAYOUT).at(0, 3).notIn(List.of(b("ATL"), b("BOS"))).toQuery())
        .hasToString("@0:3 not in (ATL, BOS)");
    assertThat(SegmentFilter.over(LAYOUT).at(0, 3).greaterThan("A").toQuery())
        .hasToString("@0:3 > A");
    assertThat(SegmentFilter.over(LAYOUT).where("seen").lessThan("9").toQuery())
        .hasToString("seen@18:8:revtime < 1970-01-01T00:00:00.009Z");
    assertThat(SegmentFilter.over(LAYOUT).at(0, 3).atMost("A").toQuery()).hasToString("@0:3 <= A");
  }

  @Test
  void buildersAreJoinedByAndOrAndNot() {
    SegmentQueryBuilder from = SegmentFilter.over(LAYOUT).where("origin").is("ATL");
    SegmentQueryBuilder to = SegmentFilter.over(LAYOUT).where("destination").is("LAX", "SFO");
    SegmentQueryBuilder year = SegmentFilter.over(LAYOUT).where("departure").startsWith(b("2001"));
    assertThat(from.and(year).or(to.and(year.not())).toFilter())
        .isEqualTo(
            SegmentFilter.where(
                LAYOUT,
                "(origin = ATL and departure = 2001*)"
                    + " or destination in (LAX, SFO) and not (departure = 2001*)"));
    assertThat(from.or(to).where("departure").atLeast("2001").toQuery())
        .hasToString(
            "departure@3:12:digits >= 2001 and"
                + " (origin@0:3 = ATL or destination@15:3 in (LAX, SFO))");
    assertThat(from.or(to).not().toQuery())
        .isEqualTo(SegmentQuery.parse(LAYOUT, "origin != ATL and destination not in (LAX, SFO)"));
    assertThatThrownBy(() -> from.or(SegmentFilter.over(LAYOUT)))
        .hasMessageContaining("at least one");
    assertThatThrownBy(() -> SegmentFilter.over(LAYOUT).not()).hasMessageContaining("at least one");
    assertThatThrownBy(() -> from.or(SegmentFilter.over(LAYOUT).at(2, 2).is("AB")).toQuery())
        .hasMessageContaining("overlap");
  }

  @Test
  void questionsBranchFromABuilderThatStaysAsItIs() {
    SegmentQueryBuilder fromAtlanta = SegmentFilter.over(LAYOUT).where("origin").is("ATL");
    SegmentFilter west = fromAtlanta.where("destination").is("LAX").toFilter();
    SegmentFilter south = fromAtlanta.where("destination").is("MIA").toFilter();
    assertThat(fromAtlanta.toFilter()).isEqualTo(SegmentFilter.where(LAYOUT, "origin = ATL"));
    assertThat(west)
        .isEqualTo(SegmentFilter.where(LAYOUT, "origin = ATL and destination = LAX"))
        .isNotEqualTo(south);
    assertThat(south).isEqualTo(SegmentFilter.where(LAYOUT, "origin = ATL and destination = MIA"));
  }

  @Test
  void rowThatIsReadOverIsPassedByItsKeyAndOneThatIsSoughtFromByItsCell() throws Exception {
    SegmentFilter adaptive = SegmentFilter.where("@3:3 in (LAX, SFO)");
    assertThat(adaptive.filterRowKey(cell("ATLMIA"))).isTrue();
    assertThat(adaptive.filterCell(cell("ATLMIA"))).isEqualTo(ReturnCode.NEXT_ROW);
    assertThat(adaptive.getHintForRejectedRow(cell("ATLMIA"))).isNull();
    assertThat(ALWAYS.filterRowKey(cell("ATLMIA"))).isFalse();
    assertThat(ALWAYS.filterCell(cell("ATLMIA"))).isEqualTo(ReturnCode.SEEK_NEXT_USING_HINT);
    ALWAYS.reset();
  }

  @Test
  void rowThatBeginsWithATargetShorterThanOtherBranchesIsReachedInReverse() {
    SegmentFilter filter = SegmentFilter.where("@0:1 = A or @0:1 = 0 and @1:1 = C");
    filter.setReversed(true);
    assertThat(filter.filterRowKey(cell("BX"))).as("read on to A").isTrue();
    filter.reset();
    assertThat(filter.filterRowKey(cell("AX"))).isFalse();
    assertThat(filter.filterCell(cell("AX"))).isEqualTo(ReturnCode.INCLUDE);
  }

  @Test
  void builderRefusesWhatTheLayoutDoesNotHold() {
    SegmentQueryBuilder builder = SegmentFilter.over(LAYOUT);
    assertThatThrownBy(() -> builder.where("orgin")).hasMessageContaining("'orgin' is not one of");
    assertThatThrownBy(() -> builder.where("origin").is("AT"))
        .hasMessage("value of 2 bytes is given for segment 'origin@0:3': 3 bytes are expected");
    assertThatThrownBy(() -> builder.where("departure").atLeast("x"))
        .hasMessageContaining("digits 0 to 9 is expected");
    assertThatThrownBy(() -> builder.where("origin").is()).hasMessageContaining("no value");
    assertThatThrownBy(builder::toQuery).hasMessageContaining("at least one");
    assertThatThrownBy(() -> builder.where("origin").between("B", "A"))
        .hasMessageContaining("'B..A' of segment 'origin@0:3' begins after it ends");
  }

  @Test
  void filterLanguageBuildsItByItsName() throws Exception {
    ParseFilter.registerFilter("SegmentFilter", SegmentFilter.class.getName());
    Filter filter =
        new ParseFilter()
            .parseFilterString(
                "SegmentFilter('origin:3 departure:12 destination:3',"
                    + " 'destination in (LAX, ''S O'')"
                    + " and departure >= 200101150000') AND KeyOnlyFilter()");
    Filter first = ((FilterList) filter).getFilters().get(0);
    assertThat(first)
        .hasToString(
            "SegmentFilter('departure@3:12 >= 200101150000 and"
                + " destination@15:3 in (LAX, ''S O'')')");
    assertThat(new ParseFilter().parseFilterString(first.toString())).isEqualTo(first);
    assertThatThrownBy(() -> SegmentFilter.createFilterFromArguments(new ArrayList<>()))
        .hasMessageStartingWith("0 arguments are given");
  }

  @Test
  void scanIsNarrowedToTheLeadingSegmentsInEitherDirection() {
    SegmentFilter filter = SegmentFilter.where("@0:3 in (ORD, LAX) and @4:1 = X");
    Scan scan = filter.applyTo(new Scan());
    assertThat(scan.getStartRow()).isEqualTo(b("LAX\0X"));
    assertThat(scan.getStopRow()).isEqualTo(KeyBytes.prefixSuccessor(key("ORD", 0xFF, 'X')));
    assertThat(scan.getFilter()).isSameAs(filter);
    Scan reversed = filter.applyTo(new Scan().setReversed(true).setFilter(new KeyOnlyFilter()));
    assertThat(reversed.getStartRow()).isEqualTo(scan.getStopRow());
    assertThat(reversed.includeStartRow()).isFalse();
    assertThat(reversed.getStopRow()).isEqualTo(scan.getStartRow());
    assertThat(reversed.includeStopRow()).isTrue();
    assertThat(((FilterList) reversed.getFilter()).getFilters()).first().isSameAs(filter);
  }

  private static byte[] key(String head, int... more) {
    byte[] key = Arrays.copyOf(b(head), head.length() + more.length);
    for (int i = 0; i < more.length; i++) {
      key[head.length() + i] = (byte) more[i];
    }
    return key;
  }

  @Test
  void scanThatCannotMatchAsksForOneRowThatDoesNot() {
    Scan scan = new Scan().withStartRow(b("M")).withStopRow(b("N"));
    SegmentFilter.where("@0:3 in (ORD, LAX)").applyTo(scan);
    assertThat(scan.getStartRow()).isEqualTo(b("M"));
    assertThat(scan.getStopRow()).isEqualTo(b("M\0"));
  }

  /** The row after one of 32,767 bytes would be too long for a bound. */
  @Test
  void aBoundOfTheLongestRowStaysAsItIs() {
    byte[] longest = b("N".repeat(HConstants.MAX_ROW_LENGTH));
    SegmentFilter filter = SegmentFilter.where("@0:1 in (A, N)");
    Scan scan = filter.applyTo(new Scan().withStopRow(longest, true));
    assertThat(scan.getStopRow()).isEqualTo(longest);
    assertThat(scan.includeStopRow()).isTrue();
    Scan reversed = filter.applyTo(new Scan().setReversed(true).withStartRow(longest));
    assertThat(reversed.getStartRow()).isEqualTo(longest);
    assertThat(reversed.includeStartRow()).isTrue();
    for (boolean inclusive : new boolean[] {true, false}) {
      Scan nothing = new Scan().withStartRow(longest, inclusive).withStopRow(b("O"));
      SegmentFilter.where("@0:3 in (LAX, ORD)").applyTo(nothing);
      assertThat(nothing.getStartRow()).isEqualTo(longest);
    }
  }

  @Test
  void filterRunsInEveryBucketOfASaltedTable() {
    Scan scan = new Scan().setFilter(SegmentFilter.where("@0:3 = LAX"));
    assertThat(FilterAdmission.ofScan(scan, Set.of()).admitted()).isTrue();
  }

  @Test
  void hintSurvivesAFilterAheadThatRejectsTheRow() throws Exception {
    Filter ahead = new RowFilter(CompareOperator.EQUAL, new BinaryComparator(b("ORD")));
    for (Filter segments :
        List.of(
            ProtobufUtil.toFilter(ProtobufUtil.toFilter(ALWAYS)), ALWAYS.onServer().onServer())) {
      FilterList list = new FilterList(ahead, segments);
      assertThat(list.filterRowKey(cell("ATLMIA"))).isFalse();
      assertThat(list.filterCell(cell("ATLMIA"))).isEqualTo(ReturnCode.SEEK_NEXT_USING_HINT);
      assertThat(CellUtil.cloneRow(list.getNextCellHint(cell("ATLMIA")))).isEqualTo(b("ATLSFO"));
    }
  }

  @Test
  void filterIsRecognisedByItsNamesInAnyForm() throws Exception {
    assertThat(SegmentFilter.recognise(ALWAYS)).contains(ALWAYS);
    assertThat(SegmentFilter.recognise(ALWAYS.onServer())).contains(ALWAYS);
    assertThat(SegmentFilter.recognise(new KeyOnlyFilter())).isEmpty();
    assertThat(ALWAYS.onServer()).isEqualTo(ALWAYS).hasToString(ALWAYS.toString());
  }
}
