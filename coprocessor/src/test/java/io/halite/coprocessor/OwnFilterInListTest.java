package io.halite.coprocessor;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.latest.RegionOnDisk;
import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.merge.PlainReading;
import io.halite.routing.scan.OwnerScan;
import io.halite.routing.scan.WhereAttribute;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FilterList.Operator;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A user's filter that rejects rows in {@code filterRowKey} alone, in a list beside filters that
 * have hints for those rows.
 */
class OwnFilterInListTest {
  private static final String KEY = "key=a:1 rest:*,salt=";
  private static final List<String> ROWS = List.of("A1", "A12345", "B1", "B12345", "C1", "C12345");

  @TempDir private Path directory;

  /** A list, and which rows pass it. */
  private record Shape(String name, Supplier<Filter> list, Predicate<String> passes) {}

  private static Filter ofB() {
    return SegmentFilter.where("@0:1 = B").alwaysSeeking().onServer();
  }

  private static Filter none() {
    return new RowFilter(CompareOperator.LESS, new BinaryComparator(new byte[0]));
  }

  private static Filter any(Filter... members) {
    return new FilterList(Operator.MUST_PASS_ONE, members);
  }

  private static Filter all(Filter... members) {
    return new FilterList(members);
  }

  private static List<Shape> shapes() {
    Predicate<String> both = row -> row.equals("B1");
    return List.of(
        new Shape("and", () -> all(ofB(), new OwnFilters.ShortRows()), both),
        new Shape("and, the other way round", () -> all(new OwnFilters.ShortRows(), ofB()), both),
        new Shape("or within and", () -> all(ofB(), any(new OwnFilters.ShortRows(), none())), both),
        new Shape(
            "or", () -> any(ofB(), new OwnFilters.ShortRows()), row -> !row.matches("[AC]12345")),
        new Shape(
            "and within or",
            () ->
                any(all(ofB(), new OwnFilters.ShortRows()), all(new OwnFilters.ShortRows(), ofB())),
            both));
  }

  private static SaltedTable table(String salt) {
    return new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse(KEY + salt));
  }

  private RegionOnDisk region(SaltedTable table) throws IOException {
    RegionOnDisk region = RegionOnDisk.create(directory);
    for (String row : ROWS) {
      Put put = new Put(table.salt().salt(row.getBytes(US_ASCII)));
      region.region().put(put.addColumn(RegionOnDisk.F, new byte[] {1}, new byte[] {1}));
      region.region().put(put.addColumn(RegionOnDisk.F, new byte[] {2}, new byte[] {2}));
    }
    return region;
  }

  private static List<List<Cell>> rows(RegionOnDisk region, Scan scan) throws IOException {
    List<List<Cell>> rows = new ArrayList<>();
    try (RegionScanner scanner = region.region().getScanner(scan)) {
      boolean more = true;
      while (more) {
        List<Cell> row = new ArrayList<>();
        more = scanner.next(row);
        if (!row.isEmpty()) {
          rows.add(row);
        }
      }
    }
    return rows;
  }

  private static List<String> keys(List<List<Cell>> rows, SaltedTable table) {
    return rows.stream()
        .map(row -> table.salt().unsalt(CellUtil.cloneRow(row.get(0))))
        .map(row -> new String(row, US_ASCII))
        .toList();
  }

  /** The natural keys that a scan of each image finds. */
  private static List<String> found(
      RegionOnDisk region, SaltedTable table, Supplier<Filter> list, boolean reversed)
      throws IOException {
    List<String> found = new ArrayList<>();
    for (KeyRange image : table.salt().images(KeyRange.all())) {
      Scan scan = new Scan().setReversed(reversed).setFilter(list.get());
      scan.withStartRow(reversed ? image.stop() : image.start());
      scan.withStopRow(reversed ? image.start() : image.stop());
      scan.setFilter(table.naturalView(scan).orElseThrow());
      found.addAll(keys(rows(region, scan), table));
    }
    return found;
  }

  private static List<String> expected(Shape shape, boolean reversed) {
    List<String> rows = new ArrayList<>(ROWS.stream().filter(shape.passes).toList());
    if (reversed) {
      Collections.reverse(rows);
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rejectsItsRowsInARegionOfASaltedTable(boolean reversed) throws Exception {
    SaltedTable table = table("hash(a) % 16");
    try (RegionOnDisk region = region(table)) {
      for (Shape shape : shapes()) {
        assertThat(found(region, table, shape.list, reversed))
            .as(shape.name)
            .containsExactlyInAnyOrderElementsOf(expected(shape, reversed));
      }
    }
  }

  @Test
  void rejectsItsRowsWhereTheyAreScattered() throws Exception {
    SaltedTable table = table("reverse(a)");
    try (RegionOnDisk region = region(table)) {
      for (Shape shape : shapes()) {
        Scan scan = new Scan().setFilter(shape.list.get());
        scan.setFilter(table.naturalView(scan).orElseThrow());
        assertThat(keys(rows(region, scan), table))
            .as(shape.name)
            .containsExactlyInAnyOrderElementsOf(expected(shape, false));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rejectsItsRowsWhereTheyAreServedInPlace(boolean reversed) throws Exception {
    SaltedTable table = table("none");
    try (RegionOnDisk region = region(table)) {
      for (Shape shape : shapes()) {
        Scan scan = new Scan().setReversed(reversed).setFilter(shape.list.get());
        OwnerScan.inPlace(scan, table, region.region().getRegionInfo());
        assertThat(keys(rows(region, scan), table))
            .as(shape.name)
            .isEqualTo(expected(shape, reversed));
      }
      Scan where = new Scan().setReversed(reversed).setFilter(new OwnFilters.ShortRows());
      where.setAttribute(WhereAttribute.ATTRIBUTE, "a = B".getBytes(US_ASCII));
      OwnerScan.inPlace(where, table, region.region().getRegionInfo());
      assertThat(keys(rows(region, where), table)).containsExactly("B1");
    }
  }

  @Test
  void rejectsItsRowsWhereTheyAreJoined() throws Exception {
    SaltedTable table = table("none");
    try (RegionOnDisk region = region(table)) {
      FamilyRules rules = FamilyRules.of(region.region().getTableDescriptor());
      for (Shape shape : shapes()) {
        Scan scan = new Scan().setFilter(shape.list.get());
        PlainReading reading = new PlainReading(scan, rules, System::currentTimeMillis);
        List<List<Cell>> left = new ArrayList<>();
        for (List<Cell> row : rows(region, new Scan())) {
          left.add(reading.read(row));
        }
        left.removeIf(List::isEmpty);
        assertThat(keys(left, table)).as(shape.name).isEqualTo(expected(shape, false));
      }
      Scan scan =
          new Scan().setFilter(new WhileMatchFilter(all(ofB(), new OwnFilters.ShortRows())));
      PlainReading reading = new PlainReading(scan, rules, System::currentTimeMillis);
      assertThat(reading.read(rows(region, new Scan()).get(3))).as("B12345").isEmpty();
    }
  }

  /** A plain table of this HBase lets them pass: its lists ask the same of a FuzzyRowFilter. */
  @ParameterizedTest
  @ValueSource(strings = {"hash(a) % 16", "reverse(a)"})
  void rejectsItsRowsBesideOneOfHBasesThatHasHints(String salt) throws Exception {
    SaltedTable table = table(salt);
    try (RegionOnDisk region = region(table)) {
      Supplier<Filter> ofB =
          () -> new FuzzyRowFilter(List.of(new Pair<>(new byte[] {'B'}, new byte[] {0})));
      Supplier<Filter> list = () -> all(ofB.get(), any(new OwnFilters.ShortRows(), none()));
      assertThat(found(region, table, list, false)).containsExactly("B1");
    }
  }

  @Test
  void aSubclassOfSkipFilterStaysWhatItIs() throws Exception {
    SaltedTable table = table("none");
    Supplier<Filter> list = () -> all(ofB(), new OwnFilters.Lenient(new OwnFilters.Ones()));
    try (RegionOnDisk region = region(table)) {
      List<String> plain = keys(rows(region, new Scan().setFilter(list.get())), table);
      Scan scan = new Scan().setFilter(list.get());
      OwnerScan.inPlace(scan, table, region.region().getRegionInfo());
      assertThat(keys(rows(region, scan), table)).isEqualTo(plain).isNotEmpty();
    }
  }

  @Test
  void aFilterOfHintsIsAskedForThemWhereItsRejectionsLast() throws Exception {
    SaltedTable table = table("none");
    OwnFilters.FromC alone = new OwnFilters.FromC();
    OwnFilters.FromC lasting = new OwnFilters.FromC();
    try (RegionOnDisk region = region(table)) {
      rows(region, new Scan().setFilter(all(none(), alone, any(ofB(), none()))));
      Scan scan = new Scan().setFilter(all(none(), lasting, any(ofB(), none())));
      OwnerScan.inPlace(scan, table, region.region().getRegionInfo());
      rows(region, scan);
    }
    assertThat(alone.rows).isLessThan(ROWS.size());
    assertThat(lasting.rows).isEqualTo(alone.rows);
  }
}
