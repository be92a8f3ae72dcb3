package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.owner.ForwardRetry;
import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.owner.OpenScans;
import io.halite.coprocessor.owner.SaltingMetrics;
import io.halite.coprocessor.owner.ServerWide;
import io.halite.coprocessor.table.Setting;
import io.halite.keys.IndexEntry;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexTable;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The memory of scans by an index, of whose rows the account has little for each. */
class IndexedReadingTest {
  private static final int ROWS = 1_000;
  private static final byte[] BUYER = Bytes.toBytes("b");
  private static final SaltedTable TABLE =
      new SaltedTable(
          TableName.valueOf("t"),
          SaltingSpec.parse("key=row:4,salt=hash(row) % 4,index=byBuyer(f:buyer)"));
  private static final RowIndex INDEX = TABLE.spec().indexes().get(0);

  private final TreeMap<byte[], Cell> entries = new TreeMap<>(KeyBytes::compare);
  private final ServerWide shared =
      new ServerWide(new ConcurrentHashMap<>(), ServerName.valueOf("a", 1, 1));
  private final MemoryAccount memory =
      new MemoryAccount(SaltingMetrics.Use.SCANS, site(), SaltingMetrics.unseen(), shared);
  private final OpenScans open = new OpenScans(site(), SaltingMetrics.unseen(), memory, shared);
  private final IndexedReading reading = reading();
  private int readings;
  private int asked;
  private int refusals;

  /** With 1 percent of the heap, of which half is for ten thousand scans. */
  private static Configuration site() {
    Configuration site = new Configuration(false);
    site.setInt(Setting.MEMORY_PERCENT.key(), 1);
    site.setInt(Setting.SCANS_OPEN_SERVER.key(), 10_000);
    site.setInt(Setting.SCANS_OPEN_USER.key(), 10_000);
    return site;
  }

  private IndexedReading reading() {
    for (int i = 0; i < ROWS; i++) {
      IndexEntry entry = INDEX.entry(Bytes.toBytes("%04d".formatted(i)), BUYER);
      Cell cell = IndexTable.put(INDEX, entry).getFamilyCellMap().firstEntry().getValue().get(0);
      entries.put(INDEX.storedRow(entry), cell);
    }
    Scan scan = new Scan().setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byBuyer: b"));
    try {
      return new IndexedReading(IndexedScan.of(scan, KeyRange.all(), TABLE), null, open);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Each reading of the index begins at its first entry. */
  private IndexedReads reads() {
    return new IndexedReads(
        INDEX,
        (ranges, most, bytes) -> {
          readings += ranges.get(0).contains(entries.firstKey()) ? 1 : 0;
          return ranges.stream().map(range -> first(range, most)).toList();
        },
        this::row);
  }

  private Result row(Get get) throws RpcThrottlingException {
    asked++;
    if (refusals > 0 && get.getRow()[3] == '7') {
      refusals--;
      throw ForwardRetry.later(1, "no memory");
    }
    byte[] family = Bytes.toBytes("f");
    return Result.create(
        List.of(new KeyValue(get.getRow(), family, Bytes.toBytes("buyer"), BUYER)));
  }

  private List<Result> first(KeyRange range, int most) {
    return entries.tailMap(range.start(), true).entrySet().stream()
        .takeWhile(entry -> range.contains(entry.getKey()))
        .limit(most)
        .map(entry -> Result.create(List.of(entry.getValue())))
        .toList();
  }

  private OpenScans.Slot slot() throws IOException {
    return reading.slot("ann", false);
  }

  private IndexedRows rows(OpenScans.Slot slot) {
    return new IndexedRows(
        reading.scan(), this::reads, new LoadGate(), slot.memory(), IndexedRows.MOST);
  }

  /** How often a scan reads the index until it has returned all rows. */
  private int readings(OpenScans.Slot slot) throws IOException {
    readings = 0;
    int found = 0;
    try (IndexedRows rows = rows(slot)) {
      while (!rows.isExhausted()) {
        found += rows.poll() == null ? 0 : 1;
      }
    }
    assertThat(found).isEqualTo(ROWS);
    return readings;
  }

  @Test
  void aScanReservesWhatItsKeysMayTakeAndKeepsWhatTheyTake() throws IOException {
    try (OpenScans.Slot slot = slot();
        IndexedRows rows = rows(slot)) {
      assertThat(memory.held()).isEqualTo(IndexedRows.MOST_BYTES);
      assertThat(rows.poll()).isNotNull();
      // A key of four bytes takes sixty-eight.
      assertThat(memory.held()).isEqualTo(ROWS * 68);
      slot.close();
      assertThat(memory.held()).isZero();
      assertThat(readings(slot())).isEqualTo(1);
    }
  }

  @Test
  void aScanHoldsFewerKeysWhileOthersHaveTheirMemory() throws IOException {
    OpenScans.Slot last = slot();
    while (last.memory().reserved() == IndexedRows.MOST_BYTES) {
      last = slot();
    }
    long before = memory.held();
    assertThat(readings(last)).isBetween(4, 10);
    assertThat(memory.held() - before).isLessThan(9 << 10);
  }

  @Test
  void aScanThatWasOpenedWhileMemoryWasShortHoldsAllItsKeysOnceThereIsRoom() throws IOException {
    List<OpenScans.Slot> others = new ArrayList<>();
    OpenScans.Slot last = slot();
    while (last.memory().reserved() == IndexedRows.MOST_BYTES) {
      others.add(last);
      last = slot();
    }
    try (IndexedRows rows = rows(last)) {
      assertThat(rows.poll()).isNotNull();
      others.forEach(OpenScans.Slot::close);
      int found = 1;
      while (!rows.isExhausted()) {
        found += rows.poll() == null ? 0 : 1;
      }
      assertThat(found).isEqualTo(ROWS);
      assertThat(readings).as("the first keys, and all others").isEqualTo(2);
    }
    last.close();
    assertThat(memory.held()).isZero();
  }

  /** HBase would close the scanner, and its blocking client would give up within milliseconds. */
  @Test
  void aRowForWhichThereIsNoMemoryYetIsReadOnceThereIsSome() throws Exception {
    refusals = 40;
    List<String> found = new ArrayList<>();
    try (OpenScans.Slot slot = slot();
        IndexedRows rows = rows(slot)) {
      while (!rows.isExhausted()) {
        Result row = rows.poll();
        if (row == null) {
          rows.await(100);
          assertThat(rows.poll()).as("with the permit of the wait").isNull();
        } else {
          found.add(Bytes.toString(row.getRow()));
        }
      }
    }
    assertThat(found).hasSize(ROWS).isSorted().doesNotHaveDuplicates();
    assertThat(asked).isEqualTo(ROWS + 40);
    assertThat(readings).isEqualTo(1);
    assertThat(memory.held()).isZero();
  }

  @Test
  void nothingIsReadBeforeTheWaitIsOverThatARefusalNames() throws Exception {
    try (OpenScans.Slot slot = slot();
        IndexedRows rows =
            new IndexedRows(
                reading.scan(),
                () -> {
                  asked++;
                  throw ForwardRetry.later(TimeUnit.SECONDS.toMillis(30), "no permit");
                },
                new LoadGate(),
                slot.memory(),
                IndexedRows.MOST)) {
      for (int i = 0; i < 3; i++) {
        assertThat(rows.poll()).isNull();
        rows.await(0);
        assertThat(rows.poll()).isNull();
      }
      assertThat(asked).isEqualTo(1);
      assertThat(rows.isExhausted()).isFalse();
    }
  }

  @Test
  void aScanForWhichThereIsNoMemoryIsRefused() throws IOException {
    try (OpenScans.Slot first = slot()) {
      for (long step = 1 << 20; step > 0; step /= 2) {
        boolean fits = true;
        while (fits) {
          fits = memory.share().reserve(step);
        }
      }
      assertThatThrownBy(this::slot)
          .isInstanceOf(RpcThrottlingException.class)
          .hasMessageContaining("a scan needs");
    }
    assertThat(slot().memory().reserved()).isPositive();
  }
}
