package io.halite.routing.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.IndexEntry;
import io.halite.keys.IndexRange;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
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
import org.junit.jupiter.params.provider.EnumSource;

class IndexedReadsTest {
  private static final SaltingSpec SPEC =
      SaltingSpec.parse("key=row:4,salt=hash(row) % 4,index=byBuyer(f:buyer)");
  private static final RowIndex INDEX = SPEC.indexes().get(0);
  private static final byte[] ROW = Bytes.toBytes("0042");
  private static final byte[] F = {'f'};
  private static final byte[] BUYER = Bytes.toBytes("buyer");

  private final Deque<String> buyers = new ArrayDeque<>(List.of("ann", "bob"));

  private static Result entry(String buyer) {
    IndexEntry entry = INDEX.entry(ROW, Bytes.toBytes(buyer));
    Cell cell = IndexTable.put(INDEX, entry).getFamilyCellMap().firstEntry().getValue().get(0);
    return Result.create(List.of(cell));
  }

  private Result row() {
    byte[] buyer = Bytes.toBytes(buyers.remove());
    return Result.create(List.of(new KeyValue(ROW, F, BUYER, 7, buyer)));
  }

  /** A client changes the value between the reads of the row for either entry. */
  @Test
  void aRowIsFoundOnceThoughItHasTwoEntries() throws IOException {
    IndexedReads reads =
        new IndexedReads(
            INDEX,
            (ranges, most, bytes) ->
                List.of(
                    Stream.of(entry("ann"), entry("bob"))
                        .filter(each -> ranges.get(0).contains(each.getRow()))
                        .toList()),
            get -> row());
    IndexRange range = IndexRange.ofText(INDEX, new byte[0], "ann", "cat");
    assertThat(reads.find(range, new Get(ROW), 9)).hasSize(1);
    assertThat(buyers).containsExactly("bob");
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
