package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.merge.PlainReading;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * Reads of a row that clients write between the rounds of the read. Its places {@code 00} and
 * {@code 01} are small; {@code 02} and {@code 03} are large, and each is read alone.
 */
class PlaceReadsWhileWrittenTest {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] C = Bytes.toBytes("c");

  /** What all writes of the client have left, by place. */
  private final Map<Integer, List<KeyValue>> cells = new TreeMap<>();

  /** The places that each round has asked. */
  private final List<String> rounds = new ArrayList<>();

  private final Map<Integer, Runnable> writes = new TreeMap<>();

  PlaceReadsWhileWrittenTest() {
    put(2, "large", 1, 6 << 20);
    put(3, "large", 2, 6 << 20);
  }

  private void put(int place, String column, long version, int bytes) {
    List<KeyValue> all = cells.computeIfAbsent(place, key -> new ArrayList<>());
    byte[] row = {(byte) place, 'r'};
    all.add(new KeyValue(row, F, Bytes.toBytes(column), version, new byte[bytes]));
    all.sort(CellComparator.getInstance());
  }

  /** Deletes versions of column c in all places. */
  private void delete(long from, long to) {
    cells
        .values()
        .forEach(
            all ->
                all.removeIf(
                    cell ->
                        CellUtil.matchingQualifier(cell, C)
                            && cell.getTimestamp() >= from
                            && cell.getTimestamp() <= to));
  }

  /** What clients write before the round of this number, from 1. */
  private void beforeRound(int round, Runnable write) {
    writes.put(round, write);
  }

  private Object[] send(List<Get> stored) {
    List<String> asked = new ArrayList<>();
    List<Result> answers = new ArrayList<>();
    writes.getOrDefault(rounds.size() + 1, () -> {}).run();
    for (Get get : stored) {
      int place = get.getRow()[0];
      asked.add("0" + place);
      List<Cell> answer = new ArrayList<>(cells.getOrDefault(place, List.of()));
      AheadLimit.cut(get, answer);
      answers.add(Result.create(answer));
    }
    rounds.add(String.join(" ", asked));
    return answers.toArray();
  }

  /** All versions that the row has, but those of the large column. */
  private List<String> read(int versions) throws IOException {
    SaltedTable table =
        new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse("salt=random % 4"));
    PlainReading reading =
        new PlainReading(
            new Scan().readVersions(versions), new FamilyRules(Map.of()), () -> Long.MAX_VALUE);
    List<Get> stored = table.salt().places(Bytes.toBytes("r")).stream().map(Get::new).toList();
    PlaceReads reads =
        new PlaceReads(table, reading, KeptRests.account(), KeptRests.account().share());
    return reading.read(reads.joined(stored, this::send)).stream()
        .filter(cell -> !Arrays.equals(CellUtil.cloneQualifier(cell), Bytes.toBytes("large")))
        .map(cell -> Bytes.toString(CellUtil.cloneQualifier(cell)) + "@" + cell.getTimestamp())
        .toList();
  }

  @Test
  void aVersionThatANewerOneHadHiddenDoesNotComeBackByADelete() throws IOException {
    put(0, "c", 5, 1);
    put(3, "c", 9, 1);
    beforeRound(
        3,
        () -> {
          delete(0, 9);
          put(1, "c", 20, 1);
        });
    assertThat(read(1)).containsExactly("c@20");
    assertThat(rounds).containsExactly("00 01 02 03", "02", "03 00 01");
  }

  @Test
  void aWriteIsNotSeenWithoutThatBeforeIt() throws IOException {
    beforeRound(
        3,
        () -> {
          put(0, "first", 7, 1);
          put(3, "second", 8, 1);
        });
    assertThat(read(1)).containsExactly("first@7", "second@8");
  }

  @Test
  void aSmallPlaceThatBecomesLargeIsReadOnceMoreWithTheSmallOnes() throws IOException {
    put(0, "c", 5, 1);
    beforeRound(3, () -> put(1, "c", 7, 3 << 20));
    beforeRound(
        4,
        () -> {
          delete(0, 7);
          put(0, "c", 8, 1);
        });
    assertThat(read(9)).containsExactly("c@8");
    assertThat(rounds).containsExactly("00 01 02 03", "02", "03 00 01", "01 00");
  }

  @Test
  void aLargePlaceKeepsAVersionThatOneOfASmallPlaceHidesUntilItIsDeleted() throws IOException {
    put(0, "c", 9, 1);
    put(2, "c", 5, 1);
    beforeRound(3, () -> delete(9, 9));
    assertThat(read(1)).containsExactly("c@5");
  }
}
