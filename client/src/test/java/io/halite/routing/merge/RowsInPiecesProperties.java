package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * However owners cut their rows into pieces, and whenever regions move and rows are written: a
 * merge returns whole rows, each of one time, and holds nothing afterwards.
 */
class RowsInPiecesProperties {
  private static final Rounds MANY_ROUNDS = Rounds.of(10_000, Long.MAX_VALUE, () -> {});

  @Property
  void rowsAreWholeAndOfOneTime(
      @ForAll @IntRange(min = 1, max = 4) int images,
      @ForAll @IntRange(max = 12) int rows,
      @ForAll @IntRange(min = 1, max = 2_000) int readAheadBytes,
      @ForAll boolean closedEarly,
      @ForAll long seed)
      throws Exception {
    Random random = new Random(seed);
    RestlessRows table = new RestlessRows(random);
    List<Scan> scans = new ArrayList<>();
    for (int i = 0; i < images; i++) {
      scans.add(new Scan().withStartRow(prefix(i)).withStopRow(prefix(i + 1)));
    }
    for (int i = 0; i < rows; i++) {
      // A natural row lies in one bucket only.
      table.rows.put((char) ('A' + random.nextInt(images)) + "%03d".formatted(i), 0);
    }
    HeldBytes held = new HeldBytes();
    OwnerCounts counts = new OwnerCounts(true);
    ImageReading reading =
        new ImageReading(table.table(), readAheadBytes, MANY_ROUNDS, counts, held, 0);
    MergedScan merged = MergedScan.open(reading, scans, 1, () -> {});
    List<String> given = new ArrayList<>();
    int moves = closedEarly ? random.nextInt(60) : 1_000_000;
    for (int i = 0; i < moves && !merged.isExhausted(); i++) {
      assertThat(i).as("moves without an end").isLessThan(900_000);
      table.move();
      held.isShort = random.nextInt(3) == 0;
      if (random.nextInt(4) == 0) {
        counts.take();
      }
      if (!table.rows.isEmpty() && random.nextInt(3) == 0) {
        List<String> all = List.copyOf(table.rows.keySet());
        table.rows.merge(all.get(random.nextInt(all.size())), 1, Integer::sum);
      }
      Result row = merged.poll();
      if (row != null) {
        given.add(whole(row));
      }
    }
    if (!closedEarly) {
      assertThat(given)
          .isEqualTo(table.rows.keySet().stream().map(row -> row.substring(1)).sorted().toList());
      assertThat(held.bytes).hasValue(0);
    }
    merged.close();
    assertThat(held.bytes).hasValue(0);
  }

  private static byte[] prefix(int image) {
    return new byte[] {(byte) ('A' + image)};
  }

  /** The natural key of a row that has all its cells, all of one time. */
  private static String whole(Result row) {
    Set<Integer> versions = new TreeSet<>();
    for (Cell cell : row.rawCells()) {
      versions.add(Bytes.toInt(CellUtil.cloneValue(cell)));
    }
    assertThat(versions).as("%s", row).hasSize(1);
    assertThat(row.size()).isEqualTo(RestlessRows.CELLS);
    assertThat(row.mayHaveMoreCellsInRow()).isFalse();
    return Bytes.toString(row.getRow()).substring(1);
  }
}
