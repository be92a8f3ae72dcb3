package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValue.Type;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnCountGetFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Rows of family f, three versions, of family g, one, and four more for a second, and of family h,
 * one, for a second.
 */
class PlainReadingTest {
  private static final long NOW = 1_000_000;

  private final FamilyRules rules =
      FamilyRules.of(
          TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
                      .setMaxVersions(3)
                      .build())
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("g"))
                      .setMaxVersions(5)
                      .setMinVersions(1)
                      .setTimeToLive(1)
                      .build())
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("h"))
                      .setTimeToLive(1)
                      .build())
              .build());

  /** Reads a row of cells {@code f:q/7=v}; gives those that are left, written alike. */
  private String read(Scan scan, String... cells) throws IOException {
    return read(new PlainReading(scan, rules, () -> NOW), cells);
  }

  private static String read(PlainReading reading, String... cells) throws IOException {
    List<Cell> row = new ArrayList<>();
    for (String cell : cells) {
      String[] parts = cell.split("[:/=]");
      row.add(
          new KeyValue(
              Bytes.toBytes("row"),
              Bytes.toBytes(parts[0]),
              Bytes.toBytes(parts[1]),
              Long.parseLong(parts[2]),
              Bytes.toBytes(parts[3])));
    }
    row.sort(CellComparator.getInstance());
    List<String> left = new ArrayList<>();
    for (Cell cell : reading.read(row)) {
      left.add(
          Bytes.toString(CellUtil.cloneFamily(cell))
              + ":"
              + Bytes.toString(CellUtil.cloneQualifier(cell))
              + "/"
              + cell.getTimestamp()
              + "="
              + Bytes.toString(CellUtil.cloneValue(cell)));
    }
    return String.join(" ", left);
  }

  private static Cell cell(String family, String qualifier, long timestamp, Type type) {
    return new KeyValue(
        Bytes.toBytes("row"),
        Bytes.toBytes(family),
        Bytes.toBytes(qualifier),
        timestamp,
        type,
        Bytes.toBytes("v"));
  }

  @Test
  void familyGivesItsNewestVersionsWhicheverPlacesTheyLieIn() throws IOException {
    String[] cells = {"f:q/1=a", "f:q/4=d", "f:q/2=b", "f:q/3=c", "f:r/9=x"};
    assertThat(read(new Scan(), cells)).isEqualTo("f:q/4=d f:r/9=x");
    assertThat(read(new Scan().readAllVersions(), cells))
        .isEqualTo("f:q/4=d f:q/3=c f:q/2=b f:r/9=x");
  }

  @Test
  void familyThatAFilterHasEndedInOneRowIsOverInAll() throws IOException {
    Scan scan = new Scan().setFilter(new ColumnCountGetFilter(2));
    PlainReading reading = new PlainReading(scan, rules, () -> NOW);
    assertThat(read(reading, "f:a/1=x", "f:b/1=x", "g:a/1=x")).isEqualTo("f:a/1=x f:b/1=x");
    assertThat(reading.isDone()).as("it has forgotten the row").isFalse();
    assertThat(read(reading, "f:a/1=x", "g:a/1=x", "h:a/1=x")).isEqualTo("f:a/1=x h:a/1=x");
  }

  /** Else a scan with a limit would lose the next row, in whose place the owner sent this one. */
  @Test
  void cellThatItsOwnerStillHeldIsGivenAlthoughItHasExpiredSince() throws IOException {
    assertThat(read(new Scan(), "h:q/4=a")).isEqualTo("h:q/4=a");
    assertThat(rules.of(Bytes.toBytes("h"), false).keeps(1, 4, NOW)).isTrue();
  }

  @Test
  void cellsThatAreAlikeAreOneAndTheFirstIsGiven() throws IOException {
    assertThat(read(new Scan().readAllVersions(), "f:q/4=first", "f:q/4=second", "f:q/3=c"))
        .isEqualTo("f:q/4=first f:q/3=c");
  }

  @Test
  void oldCellsStayOnlyUpToTheMinimumOfVersions() throws IOException {
    Scan all = new Scan().readAllVersions();
    assertThat(read(all, "g:q/5=a", "g:q/4=b")).as("each place keeps one").isEqualTo("g:q/5=a");
    assertThat(read(all, "g:q/999500=new", "g:q/999400=newer", "g:q/4=b"))
        .isEqualTo("g:q/999500=new g:q/999400=newer");
  }

  @Test
  void filterSeesNoVersionThatTheFamilyDoesNotGive() throws IOException {
    ValueFilter old =
        new ValueFilter(CompareOperator.EQUAL, new BinaryComparator(new byte[] {'a'}));
    String[] cells = {"f:q/1=a", "f:q/4=d", "f:q/2=b", "f:q/3=c"};
    assertThat(read(new Scan().readAllVersions().setFilter(old), cells)).isEmpty();
    assertThat(read(new Scan().readAllVersions().setFilter(old), "f:q/1=a", "f:q/4=d"))
        .isEqualTo("f:q/1=a");
    assertThat(read(new Scan().setFilter(old), "f:q/1=a", "f:q/4=d"))
        .as("what the filter passes over is no version given")
        .isEqualTo("f:q/1=a");
  }

  @Test
  void filterDecidesAboutTheWholeRow() throws IOException {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            Bytes.toBytes("f"), Bytes.toBytes("q"), CompareOperator.EQUAL, Bytes.toBytes("new"));
    String[] match = {"f:q/9=new", "f:q/1=old", "g:r/999999=x"};
    assertThat(read(new Scan().setFilter(filter), match)).isEqualTo("f:q/9=new g:r/999999=x");
    String[] other = {"f:q/9=old", "f:q/1=new", "g:r/999999=x"};
    assertThat(read(new Scan().setFilter(filter), other)).isEmpty();
    assertThat(read(new Scan().setFilter(new PrefixFilter(Bytes.toBytes("no"))), match)).isEmpty();
  }

  @Test
  void hintsAndEndsOfRowsLeadOnWithinAFamily() throws IOException {
    String[] cells = {"f:a/1=1", "f:m/1=2", "f:z/1=3", "g:a/999999=4", "g:m/999999=5"};
    assertThat(read(new Scan().setFilter(new ColumnPrefixFilter(Bytes.toBytes("m"))), cells))
        .isEqualTo("f:m/1=2 g:m/999999=5");
    assertThat(read(new Scan().setFilter(new ColumnCountGetFilter(2)), cells))
        .isEqualTo("f:a/1=1 f:m/1=2");
  }

  @Test
  void filterIsAskedOfEachVersionOfTheColumnWithoutAName() throws IOException {
    String[] cells = {"f:/2=new", "f:/1=old", "f:m/1=x"};
    Scan two = new Scan().setFilter(new ColumnCountGetFilter(2));
    assertThat(read(two, cells)).as("both versions count").isEqualTo("f:/2=new");
    Scan named = new Scan().setFilter(new ColumnCountGetFilter(2));
    for (String column : new String[] {"", "m"}) {
      named.addColumn(Bytes.toBytes("f"), Bytes.toBytes(column));
    }
    assertThat(read(named, cells)).as("of named columns one").isEqualTo("f:/2=new f:m/1=x");
  }

  @Test
  void limitAndOffsetAreCountedInEachFamily() throws IOException {
    Scan scan = new Scan();
    scan.setRowOffsetPerColumnFamily(1);
    scan.setMaxResultsPerColumnFamily(1);
    assertThat(read(scan, "f:a/1=1", "f:m/1=2", "f:z/1=3", "g:a/999999=4")).isEqualTo("f:m/1=2");
  }

  /** HBase's client sends no such offset. */
  @Test
  void anOffsetBelowZeroIsNone() throws IOException {
    Scan scan = new Scan().setRowOffsetPerColumnFamily(-3).setMaxResultsPerColumnFamily(2);
    assertThat(read(scan, "f:a/1=1", "f:m/1=2", "f:z/1=3")).isEqualTo("f:a/1=1 f:m/1=2");
  }

  @Test
  void pageIsDoneAfterItsRows() throws IOException {
    PlainReading reading =
        new PlainReading(new Scan().setFilter(new PageFilter(2)), rules, () -> NOW);
    assertThat(read(reading, "f:a/1=1")).isNotEmpty();
    assertThat(reading.isDone()).isFalse();
    assertThat(read(reading, "f:a/1=1")).isNotEmpty();
    assertThat(reading.isDone()).isTrue();
  }

  @Test
  void rawScanShowsAllVersionsItAsksFor() throws IOException {
    Scan raw = new Scan().setRaw(true).readVersions(4);
    assertThat(read(raw, "f:q/1=a", "f:q/4=d", "f:q/2=b", "f:q/3=c", "f:q/5=e"))
        .isEqualTo("f:q/5=e f:q/4=d f:q/3=c f:q/2=b");
  }

  @Test
  void markersOfDeletesAreNoVersionsOfARawScan() throws IOException {
    Scan raw = new Scan().setRaw(true).readVersions(1);
    List<Cell> row = new ArrayList<>();
    for (Type type : List.of(Type.DeleteColumn, Type.Delete, Type.Put)) {
      row.add(cell("f", "q", 7, type));
    }
    row.add(cell("f", "q", 6, Type.Delete));
    row.add(cell("f", "q", 5, Type.Put));
    assertThat(new PlainReading(raw, rules, () -> NOW).read(row))
        .isEqualTo(row.subList(0, 4))
        .doesNotContain(row.get(4));
    raw.setFilter(new PrefixFilter(Bytes.toBytes("row")));
    assertThat(new PlainReading(raw, rules, () -> NOW).read(row))
        .as("with a filter they count")
        .isEqualTo(row.subList(0, 1));
  }

  @Test
  void familiesThatAreLoadedAfterTheDecisionStandInTheirOrder() throws IOException {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            Bytes.toBytes("g"), Bytes.toBytes("q"), CompareOperator.EQUAL, Bytes.toBytes("x"));
    filter.setFilterIfMissing(true);
    assertThat(read(new Scan().setFilter(filter), "f:q/1=a", "g:q/999999=x"))
        .isEqualTo("f:q/1=a g:q/999999=x");
  }
}
