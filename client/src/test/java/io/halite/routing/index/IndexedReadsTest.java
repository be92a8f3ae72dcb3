package io.halite.routing.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.IndexEntry;
import io.halite.keys.IndexRange;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class IndexedReadsTest {
  private static final SaltingSpec SPEC =
      SaltingSpec.parse("key=row:4 rest:*,salt=hash(row) % 4,index=byBuyer(f:buyer)");
  private static final RowIndex INDEX = SPEC.indexes().get(0);
  private static final byte[] ROW = Bytes.toBytes("0042");
  private static final IndexRange RANGE = IndexRange.ofText(INDEX, new byte[0], "ann", "cat");
  private static final byte[] F = {'f'};
  private static final byte[] BUYER = Bytes.toBytes("buyer");

  private final Deque<String> buyers = new ArrayDeque<>(List.of("ann", "bob"));

  private static Result entry(String buyer) {
    return entry(ROW, buyer);
  }

  private static Result entry(byte[] key, String buyer) {
    IndexEntry entry = INDEX.entry(key, Bytes.toBytes(buyer));
    Cell cell = IndexTable.put(INDEX, entry).getFamilyCellMap().firstEntry().getValue().get(0);
    return Result.create(List.of(cell));
  }

  /** Reads of rows whose buyers are these, by these entries. */
  private static IndexedReads reads(List<Result> written, Function<byte[], String> buyers) {
    return new IndexedReads(
        INDEX,
        (ranges, most, bytes) ->
            List.of(
                written.stream()
                    .filter(each -> ranges.get(0).contains(each.getRow()))
                    .limit(most)
                    .toList()),
        get -> {
          byte[] buyer = Bytes.toBytes(buyers.apply(get.getRow()));
          return Result.create(List.of(new KeyValue(get.getRow(), F, BUYER, 7, buyer)));
        });
  }

  /** A client changes the value between the reads of the row for either entry. */
  @Test
  void aRowIsFoundOnceThoughItHasTwoEntries() throws IOException {
    IndexedReads reads = reads(List.of(entry("ann"), entry("bob")), key -> buyers.remove());
    assertThat(reads.find(RANGE, new Get(ROW), 9)).hasSize(1);
    assertThat(buyers).containsExactly("bob");
  }

  /** The entry of its new value is read before the value is written; or that entry is missed. */
  @ParameterizedTest
  @CsvSource({"'bob,ann', 'ann,bob', ann", "bob, ann, bob"})
  void aRowWhoseValueChangesWithinTheRangeIsFound(String values, String entries, String last)
      throws IOException {
    assertThat(changing(values, entries).find(RANGE, new Get(ROW), 2))
        .extracting(row -> Bytes.toString(row.value()))
        .containsExactly(last);
  }

  @Test
  void aRowWhoseValueLeavesTheRangeIsNotFound() throws IOException {
    assertThat(changing("bob,zoe", "ann").find(RANGE, new Get(ROW), 2)).isEmpty();
  }

  /** Reads of a row that has one value after the other, the last of them for good. */
  private static IndexedReads changing(String values, String entries) {
    Deque<String> next = new ArrayDeque<>(List.of(values.split(",")));
    List<Result> written = Stream.of(entries.split(",")).map(IndexedReadsTest::entry).toList();
    return reads(written, key -> next.size() > 1 ? next.remove() : next.element());
  }

  /** A stale entry of ann gives the row no place before that of its value, nor one of the most. */
  @Test
  void aRowStandsWhereItsValueDoesThoughItHasAnEntryBeforeThat() throws IOException {
    byte[] other = Bytes.toBytes("0007");
    IndexedReads reads =
        reads(
            List.of(entry("ann"), entry(other, "ben"), entry("bob")),
            key -> Arrays.equals(key, other) ? "ben" : "bob");
    assertThat(reads.find(RANGE, new Get(ROW), 1))
        .extracting(Result::getRow)
        .containsExactly(other);
    assertThat(reads.find(RANGE, new Get(ROW), 9))
        .extracting(Result::getRow)
        .containsExactly(other, ROW);
  }

  /** Their keys take 3 MiB, and 2 MiB of them are held at most. */
  @Test
  void manyLongRowsWhoseValueChangesWithinTheRangeAreAllFound() throws IOException {
    List<byte[]> keys =
        IntStream.range(100, 200).mapToObj(i -> Bytes.toBytes(i + "x".repeat(30_000))).toList();
    IndexedReads reads = reads(keys.stream().map(key -> entry(key, "ann")).toList(), key -> "bob");
    assertThat(reads.find(RANGE, new Get(ROW), 1_000))
        .extracting(Result::getRow)
        .containsExactlyElementsOf(keys);
  }

  @ParameterizedTest
  @EnumSource
  void anEntryIsForcedToDiskIfItsRowAsksForIt(Durability asked) throws IOException {
    Put put = new Put(ROW).addColumn(F, BUYER, BUYER).setDurability(asked);
    IndexedWrites writes = new IndexedWrites(new SaltedTable(TableName.valueOf("t"), SPEC));
    assertThat(writes.entries(put).get(INDEX))
        .singleElement()
        .extracting(Put::getDurability)
        .isEqualTo(asked == Durability.FSYNC_WAL ? Durability.FSYNC_WAL : Durability.USE_DEFAULT);
  }
}
