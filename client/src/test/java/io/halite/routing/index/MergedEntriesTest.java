package io.halite.routing.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.IndexEntry;
import io.halite.keys.IndexRange;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.routing.merge.ScanMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much a read by an index holds of entries of 30,000 bytes, 12 MB in all. */
class MergedEntriesTest {
  private static final int ENTRIES = 400;
  private static final int VALUE_BYTES = 30_000;
  private static final long MIB = 1 << 20;

  private final TreeMap<byte[], Cell> stored = new TreeMap<>(KeyBytes::compare);

  /** The most bytes that one round has brought, as the caller of the owners counts them. */
  private long mostArrived;

  private final AtomicLong held = new AtomicLong();
  private long mostHeld;
  private boolean isShort;

  private final ScanMemory memory =
      new ScanMemory() {
        @Override
        public void add(long bytes) {
          mostHeld = Math.max(mostHeld, held.addAndGet(bytes));
        }

        @Override
        public boolean isShort() {
          return isShort;
        }

        @Override
        public long reserved() {
          return 0;
        }
      };

  private static RowIndex index(String indexSalt) {
    return SaltingSpec.parse("key=row:4,salt=hash(row) % 4,index=byBuyer(f:buyer)" + indexSalt)
        .indexes()
        .get(0);
  }

  private RowIndex filled(String indexSalt) {
    RowIndex index = index(indexSalt);
    for (int i = 0; i < ENTRIES; i++) {
      byte[] value = Bytes.toBytes("b%03d".formatted(i) + "x".repeat(VALUE_BYTES));
      IndexEntry entry = index.entry(Bytes.toBytes("%04d".formatted(i)), value);
      Cell cell = IndexTable.put(index, entry).getFamilyCellMap().firstEntry().getValue().get(0);
      stored.put(index.storedRow(entry), cell);
    }
    return index;
  }

  /** As the owners of the index answer: up to the row with which an answer has the bytes. */
  private List<List<Result>> first(List<KeyRange> ranges, int most, long bytes) {
    long arrived = 0;
    List<List<Result>> answers = new ArrayList<>();
    for (KeyRange range : ranges) {
      List<Result> answer = new ArrayList<>();
      long left = bytes;
      for (Cell cell : stored.tailMap(range.start(), true).values()) {
        if (left <= 0 || answer.size() == most || !range.contains(rowOf(cell))) {
          break;
        }
        Result row = Result.create(List.of(cell));
        answer.add(row);
        left -= Result.getTotalSizeOfCells(row);
        arrived += Result.getTotalSizeOfCells(row);
      }
      answers.add(answer);
    }
    mostArrived = Math.max(mostArrived, arrived);
    return answers;
  }

  private static byte[] rowOf(Cell cell) {
    return Result.create(List.of(cell)).getRow();
  }

  private static IndexRange all(RowIndex index) {
    return IndexRange.prefix(index, new byte[0], Bytes.toBytes("b"));
  }

  private List<String> read(RowIndex index) throws IOException {
    List<String> keys = new ArrayList<>();
    try (MergedEntries entries = new MergedEntries(all(index), this::first, memory)) {
      for (Optional<IndexEntry> next = entries.next(); next.isPresent(); next = entries.next()) {
        keys.add(Bytes.toString(next.get().naturalKey()));
      }
      assertThat(entries.isAtEnd()).isTrue();
    }
    assertThat(held).hasValue(0);
    return keys;
  }

  private int collect(RowIndex index) throws IOException {
    FirstKeys keys = new FirstKeys(KeyBytes::compare, ENTRIES, MIB);
    IndexedReads reads = new IndexedReads(index, this::first, any -> Result.EMPTY_RESULT, memory);
    KeyCollection collection = reads.collection(all(index), KeyRange.all(), keys);
    while (!collection.isComplete()) {
      reads.collect(collection);
      assertThat(held).hasValue(0);
    }
    assertThat(held).hasValue(0);
    assertThat(keys.isComplete()).isTrue();
    int found = 0;
    for (; !keys.isEmpty(); keys.removeFirst()) {
      found++;
    }
    return found;
  }

  private static List<String> wanted() {
    List<String> wanted = new ArrayList<>();
    for (int i = 0; i < ENTRIES; i++) {
      wanted.add("%04d".formatted(i));
    }
    return wanted;
  }

  private static long oneOfEach(RowIndex index) {
    return index.buckets() * (VALUE_BYTES + 200L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " % 16", " % 256"})
  void noMoreThanTwoMebibytesAndAnEntryOfEachBucketAreHeld(String indexSalt) throws IOException {
    RowIndex index = filled(indexSalt);
    long most = 2 * MIB + oneOfEach(index);
    assertThat(read(index)).isEqualTo(wanted());
    assertThat(mostHeld).as("in order").isBetween(MIB, most);
    assertThat(mostArrived).as("in order, of one round").isBetween(MIB, most);
    assertThat(collect(index)).isEqualTo(ENTRIES);
    assertThat(mostHeld).as("in no order").isLessThanOrEqualTo(most);
    assertThat(mostArrived).as("in no order, of one round").isLessThanOrEqualTo(most);
  }

  @Test
  void lessIsReadAheadWhileMemoryIsShort() throws IOException {
    RowIndex index = filled(" % 16");
    isShort = true;
    assertThat(read(index)).isEqualTo(wanted());
    assertThat(collect(index)).isEqualTo(ENTRIES);
    assertThat(mostHeld).isBetween(MIB / 16, MIB / 8 + oneOfEach(index));
    assertThat(mostArrived).isBetween(MIB / 16, MIB / 8 + oneOfEach(index));
  }

  @Test
  void aReadThatFailsGivesBackWhatItHas() {
    RowIndex index = filled(" % 16");
    IOException late = new IOException("late");
    IndexedReads reads =
        new IndexedReads(
            index,
            this::first,
            any -> {
              assertThat(held.get()).isGreaterThan(MIB / 2);
              throw late;
            },
            memory);
    assertThatThrownBy(() -> reads.find(all(index), new Get(new byte[1]), 9)).isSameAs(late);
    assertThat(held).hasValue(0);
  }

  @Test
  void aReadThatHasFoundEnoughGivesBackTheRest() throws IOException {
    RowIndex index = filled("");
    IndexedReads reads =
        new IndexedReads(index, this::first, get -> Result.create(List.of(cell(get))), memory);
    assertThat(reads.find(all(index), new Get(new byte[1]), 9)).hasSize(9);
    assertThat(mostHeld).isGreaterThan(MIB / 2);
    assertThat(held).hasValue(0);
  }

  /** The value of the row that a get reads. */
  private static Cell cell(Get get) {
    byte[] value =
        Bytes.toBytes("b" + Bytes.toString(get.getRow()).substring(1) + "x".repeat(VALUE_BYTES));
    return new KeyValue(get.getRow(), Bytes.toBytes("f"), Bytes.toBytes("buyer"), value);
  }
}
