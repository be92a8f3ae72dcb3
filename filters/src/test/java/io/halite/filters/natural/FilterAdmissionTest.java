package io.halite.filters.natural;

import static org.apache.hadoop.hbase.CompareOperator.EQUAL;
import static org.apache.hadoop.hbase.CompareOperator.GREATER;
import static org.apache.hadoop.hbase.CompareOperator.LESS;
import static org.apache.hadoop.hbase.CompareOperator.LESS_OR_EQUAL;
import static org.apache.hadoop.hbase.filter.FilterList.Operator.MUST_PASS_ALL;
import static org.apache.hadoop.hbase.filter.FilterList.Operator.MUST_PASS_ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Constructor;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FilterAdmissionTest {
  private static final byte[] M = {'m'};

  private static FilterAdmission of(Filter filter) {
    return FilterAdmission.ofScan(new Scan().setFilter(filter), Set.of());
  }

  private static RowFilter row(CompareOperator operator) {
    return new RowFilter(operator, new BinaryComparator(M));
  }

  private static SingleColumnValueFilter column() {
    return new SingleColumnValueFilter(M, M, EQUAL, M);
  }

  private static Filter and(Filter... members) {
    return new FilterList(MUST_PASS_ALL, members);
  }

  private static Filter or(Filter... members) {
    return new FilterList(MUST_PASS_ONE, members);
  }

  static Stream<Filter> rightInEveryBucket() {
    return Stream.of(
        row(EQUAL),
        new PrefixFilter(M),
        new InclusiveStopFilter(M),
        column(),
        new SkipFilter(new ValueFilter(EQUAL, new BinaryComparator(M))),
        and(or(row(EQUAL), column()), new FirstKeyOnlyFilter()),
        new WhileMatchFilter(row(LESS)),
        new WhileMatchFilter(row(LESS_OR_EQUAL)),
        new WhileMatchFilter(new RowFilter(LESS, new BinaryPrefixComparator(M))),
        new WhileMatchFilter(new InclusiveStopFilter(M)),
        new WhileMatchFilter(and(row(LESS), new InclusiveStopFilter(M))),
        or(new WhileMatchFilter(row(LESS)), row(EQUAL)));
  }

  @ParameterizedTest
  @MethodSource("rightInEveryBucket")
  void filterThatJudgesEachRowByItselfIsAdmitted(Filter filter) {
    assertThat(of(filter)).hasToString("admitted");
  }

  /** What is wrong on merged buckets, and a word of the reason. */
  static Stream<List<Object>> wrongOnceMerged() {
    return Stream.of(
        List.of(or(new PageFilter(3), row(EQUAL)), "OR[0]: PageFilter counts"),
        List.of(new SkipFilter(new PageFilter(3)), "SkipFilter: PageFilter counts"),
        List.of(and(new PageFilter(3), column()), "AND[1]: SingleColumnValueFilter drops rows"),
        List.of(and(new PageFilter(3), or(row(EQUAL), column())), "AND[1]: FilterList drops rows"),
        List.of(
            and(and(new PageFilter(3)), new SkipFilter(row(EQUAL))), "AND[1]: SkipFilter drops"),
        List.of(
            new WhileMatchFilter(new ValueFilter(EQUAL, new BinaryComparator(M))),
            "first row that ValueFilter rejects"),
        List.of(or(new WhileMatchFilter(new PageFilter(3))), "OR[0] WhileMatchFilter: PageFilter"),
        List.of(
            and(new WhileMatchFilter(new PageFilter(3)), column()),
            "AND[1]: SingleColumnValueFilter drops rows"),
        List.of(new WhileMatchFilter(and(new PageFilter(3))), "first row that FilterList rejects"),
        List.of(new WhileMatchFilter(row(EQUAL)), "first row that RowFilter rejects"),
        List.of(new WhileMatchFilter(row(GREATER)), "first row that RowFilter rejects"),
        List.of(
            new WhileMatchFilter(new RowFilter(LESS, new RegexStringComparator("m"))),
            "first row that RowFilter rejects"),
        List.of(new WhileMatchFilter(new PrefixFilter(M)), "first row that PrefixFilter rejects"),
        List.of(new ColumnCountGetFilter(3), "made for gets"));
  }

  @ParameterizedTest
  @MethodSource("wrongOnceMerged")
  void filterThatMinglesRowsIsRefusedWithItsPlaceAndReason(List<Object> bad) {
    FilterAdmission admission = of((Filter) bad.get(0));
    assertThat(admission.admitted()).isFalse();
    assertThat(admission.reasons()).singleElement().asString().contains((String) bad.get(1));
    assertThat(admission.pageLimit()).isEmpty();
  }

  @Test
  void unknownClassIsRefusedUntilTheTableDeclaresIt() throws Exception {
    Filter foreign = foreign("com.example.Homemade");
    assertThat(of(and(row(EQUAL), foreign)).reasons())
        .singleElement()
        .asString()
        .startsWith("AND[1]: 'com.example.Homemade' is not known")
        .contains("CONFIGURATION => {'halite.filters.row-local' => '<class>'}");
    Scan scan = new Scan().setFilter(foreign);
    assertThat(FilterAdmission.ofScan(scan, Set.of("com.example.Homemade")).admitted()).isTrue();
  }

  @Test
  void filterWithAnotherCoprocessorsRightsIsRefusedEvenForOneRow() throws Exception {
    Filter rights = foreign("org.apache.hadoop.hbase.security.access.AccessControlFilter");
    assertThat(of(and(rights)).reasons()).singleElement().asString().contains("checks rights");
    assertThat(FilterAdmission.ofRow(new SkipFilter(new WhileMatchFilter(or(rights)))).reasons())
        .singleElement()
        .asString()
        .contains("checks rights");
  }

  @Test
  void filterOfOneRowMayCountAndStopAsItLikes() throws Exception {
    assertThat(FilterAdmission.ofRow(null).admitted()).isTrue();
    assertThat(FilterAdmission.ofRow(or(new PageFilter(1), foreign("a.B"))).admitted()).isTrue();
    assertThat(FilterAdmission.ofRow(new WhileMatchFilter(column())).admitted()).isTrue();
  }

  @Test
  void pageLastInNestedAndListsIsCountedAgainAndTheSmallestCounts() {
    assertThat(of(new PageFilter(7)).pageLimit()).hasValue(7);
    assertThat(of(and(column(), and(row(EQUAL), new PageFilter(7)), new PageFilter(5))))
        .hasToString("admitted, 5 rows in all");
    assertThat(of(and(new PageFilter(7), new ValueFilter(EQUAL, new BinaryComparator(M)))))
        .hasToString("admitted, 7 rows in all");
    assertThat(of(and(column(), new WhileMatchFilter(new PageFilter(7)), new PageFilter(9))))
        .as("as HBase's own performance test sends it")
        .hasToString("admitted, 7 rows in all");
    assertThat(of(row(EQUAL)).pageLimit()).isEmpty();
    assertThat(FilterAdmission.ofScan(new Scan(), Set.of())).hasToString("admitted");
  }

  @Test
  void whileMatchFollowsTheDirectionAndTheBeginOfTheScan() {
    Scan reversed = new Scan().setReversed(true);
    assertThat(admits(reversed, row(GREATER))).isTrue();
    assertThat(admits(reversed, row(LESS))).isFalse();
    assertThat(admits(reversed, new InclusiveStopFilter(M))).isFalse();
    assertThat(admits(new Scan().withStartRow(M), new PrefixFilter(M))).isTrue();
    assertThat(admits(new Scan().withStartRow(new byte[] {'l'}), new PrefixFilter(M))).isFalse();
    assertThat(admits(reversed.withStartRow(M), new PrefixFilter(M))).isFalse();
  }

  private static boolean admits(Scan scan, Filter inner) {
    return FilterAdmission.ofScan(scan.setFilter(new WhileMatchFilter(inner)), Set.of()).admitted();
  }

  @Test
  void everyReasonIsNamedAtOnce() {
    FilterAdmission admission =
        of(or(new PageFilter(1), new WhileMatchFilter(column()), new ColumnCountGetFilter(1)));
    assertThat(admission.reasons()).hasSize(3);
    assertThatThrownBy(admission::require)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContainingAll("cannot run on a salted table", "OR[0]", "OR[1]", "OR[2]");
  }

  @Test
  void subclassOfAStockFilterIsUnknownSinceItMayDoAnything() throws Exception {
    Filter pages =
        (Filter)
            foreignClass(PageFilter.class, "com.example.Pages")
                .getDeclaredConstructor(long.class)
                .newInstance(3L);
    assertThat(of(pages).reasons())
        .singleElement()
        .asString()
        .startsWith("'com.example.Pages' is not known");
  }

  /** A filter of a class by that name, as another jar would bring it. */
  private static Filter foreign(String name) throws Exception {
    Constructor<?> constructor = foreignClass(FilterBase.class, name).getDeclaredConstructor();
    return (Filter) constructor.newInstance();
  }

  private static Class<?> foreignClass(Class<?> above, String name) {
    return new ByteBuddy()
        .subclass(above)
        .name(name)
        .make()
        .load(Filter.class.getClassLoader(), ClassLoadingStrategy.Default.CHILD_FIRST)
        .getLoaded();
  }

  @Test
  void aTreeOfManyFaultsIsRefusedInAFewWords() {
    List<Filter> pages = Collections.nCopies(100_000, new PageFilter(1));
    FilterAdmission admission =
        FilterAdmission.ofScan(
            new Scan().setFilter(new FilterList(FilterList.Operator.MUST_PASS_ONE, pages)),
            Set.of());
    assertThat(admission.admitted()).isFalse();
    assertThat(admission.reasons()).hasSize(10);
  }
}
