package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
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
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Rows of families a, three versions, and b, five, of which two outlive their time. */
class RowPlacesTest {
  private static final long NOW = 20_000;
  private static final byte[] ROW = Bytes.toBytes("row");

  private final Random random = new Random(97);
  private final FamilyRules rules =
      FamilyRules.of(
          TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("a"))
                      .setMaxVersions(3)
                      .build())
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("b"))
                      .setMaxVersions(5)
                      .setMinVersions(2)
                      .setTimeToLive(10)
                      .build())
              .build());

  private PlainReading reading(Scan scan) throws IOException {
    return new PlainReading(scan, rules, () -> NOW);
  }

  private Cell cell(String value, boolean markers) {
    return new KeyValue(
        ROW,
        Bytes.toBytes(random.nextBoolean() ? "a" : "b"),
        Bytes.toBytes(random.nextInt(3) == 0 ? "" : "q" + random.nextInt(3)),
        NOW - 1_000L * random.nextInt(18),
        markers && random.nextInt(4) == 0 ? Type.DeleteColumn : Type.Put,
        Bytes.toBytes(value));
  }

  /** The cells of places {@code 00} and so on; some have cells alike. */
  private List<List<Cell>> draw(boolean markers) {
    List<List<Cell>> places = new ArrayList<>();
    for (int place = 0; place < 6; place++) {
      List<Cell> cells = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(12); i++) {
        cells.add(cell("p" + place + "c" + i, markers));
      }
      cells.sort(CellComparator.getInstance());
      places.add(cells);
    }
    return places;
  }

  private static List<Integer> shuffled(int count, Random random) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      order.add(i);
    }
    Collections.shuffle(order, random);
    return order;
  }

  /** Drops nothing, what each place gives too much of, or all that is not needed. */
  private enum Drop {
    NOTHING,
    IN_EACH_PLACE,
    IN_THE_ROW
  }

  private List<String> read(List<List<Cell>> places, List<Integer> order, Scan scan, Drop drop)
      throws IOException {
    RowPlaces row = new RowPlaces();
    for (int place : order) {
      List<Cell> cells = places.get(place);
      row.add(
          new byte[] {(byte) place},
          drop == Drop.IN_EACH_PLACE ? reading(scan).ofSomePlaces().read(cells) : cells);
      if (drop == Drop.IN_THE_ROW) {
        row.drop(reading(scan));
      }
    }
    List<String> given = new ArrayList<>();
    for (Cell cell : reading(scan).read(row.joined())) {
      given.add(cell + "=" + Bytes.toString(CellUtil.cloneValue(cell)));
    }
    return given;
  }

  private static List<Scan> scans() throws IOException {
    List<Scan> scans = new ArrayList<>();
    for (int versions : new int[] {1, 2, 4, Integer.MAX_VALUE}) {
      Scan scan = new Scan().readVersions(versions);
      scans.add(scan);
      scans.add(new Scan(scan).setMaxResultsPerColumnFamily(2).setRowOffsetPerColumnFamily(1));
      scans.add(new Scan(scan).setRaw(true));
      scans.add(new Scan(scan).setFilter(new FirstKeyOnlyFilter()));
      scans.add(new Scan(scan).setFilter(new ColumnPrefixFilter(Bytes.toBytes("q1"))));
      scans.add(
          new Scan(scan)
              .setFilter(
                  new ValueFilter(
                      CompareOperator.GREATER, new BinaryComparator(Bytes.toBytes("p2")))));
    }
    return scans;
  }

  @Test
  void whatIsDroppedWhilePlacesComeInAnyOrderChangesNoAnswer() throws IOException {
    int found = 0;
    for (int run = 0; run < 500; run++) {
      for (Scan scan : scans()) {
        List<List<Cell>> places = draw(scan.isRaw());
        List<Integer> order = shuffled(places.size(), random);
        List<String> whole = read(places, order, scan, Drop.NOTHING);
        for (Drop drop : Drop.values()) {
          assertThat(read(places, order, scan, drop)).as("%s of %s", drop, scan).isEqualTo(whole);
        }
        found += whole.size();
      }
    }
    assertThat(found).isGreaterThan(10_000);
  }

  @Test
  void aRowKeepsOfEachColumnTheVersionsThatAreRead() throws IOException {
    RowPlaces row = new RowPlaces();
    Cell one = new KeyValue(ROW, ROW, ROW, 1L, new byte[1 << 10]);
    for (int place = 0; place < 100; place++) {
      byte[] key = {(byte) place};
      row.add(key, List.of(new KeyValue(ROW, ROW, ROW, place, new byte[1 << 10])));
      row.drop(reading(new Scan().readVersions(2)));
      assertThat(row.bytes()).isEqualTo(Math.min(place + 1, 2) * one.heapSize());
    }
    assertThat(row.joined()).extracting(Cell::getTimestamp).containsExactly(99L, 98L);
  }

  @Test
  void aRowDropsOnlyOnceItHasDoubled() throws IOException {
    RowPlaces row = new RowPlaces();
    List<Long> kept = new ArrayList<>();
    for (int place = 0; place < 8; place++) {
      byte[] column = place < 3 ? new byte[] {(byte) place} : ROW;
      byte[] key = {(byte) place};
      row.add(key, List.of(new KeyValue(ROW, ROW, column, place, new byte[1 << 20])));
      row.dropIfDoubled(reading(new Scan()));
      kept.add(row.bytes() >> 20);
    }
    assertThat(kept)
        .as("three other columns, then versions")
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 4L);
  }
}
