package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.keys.IndexEntry;
import io.halite.keys.IndexRange;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.FirstKeys;
import io.halite.routing.index.IndexTable;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.index.KeyCollection;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads by an index over tables in memory, some of whose entries are stale. */
class IndexedRowsTest {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] BUYER = Bytes.toBytes("buyer");

  private final Random random = new Random(7);
  private final TreeMap<byte[], Cell> entries = new TreeMap<>(KeyBytes::compare);
  private final TreeMap<byte[], String> rows = new TreeMap<>(KeyBytes::compare);
  private SaltedTable table = salted("");
  private final LoadGate gate = new LoadGate();
  private int rounds;

  private static SaltedTable salted(String indexSalt) {
    return new SaltedTable(
        TableName.valueOf("t"),
        SaltingSpec.parse("key=row:4,salt=hash(row) % 4,index=byBuyer(f:buyer)" + indexSalt));
  }

  private RowIndex index() {
    return table.spec().indexes().get(0);
  }

  /** Rows whose buyers have changed once or twice, so that old entries are stale. */
  private void draw(String indexSalt, int count) {
    table = salted(indexSalt);
    for (int i = 0; i < count; i++) {
      byte[] key = Bytes.toBytes("%04d".formatted(random.nextInt(1_000)));
      String buyer = "b" + random.nextInt(30);
      IndexEntry entry = index().entry(key, Bytes.toBytes(buyer));
      Cell cell = IndexTable.put(index(), entry).getFamilyCellMap().firstEntry().getValue().get(0);
      entries.put(index().storedRow(entry), cell);
      rows.put(key, buyer);
    }
  }

  private IndexedReads reads() {
    return new IndexedReads(
        index(),
        (ranges, most, bytes) -> {
          rounds++;
          return ranges.stream().map(range -> first(range, most)).toList();
        },
        this::row);
  }

  private List<Result> first(KeyRange range, int most) {
    return entries.tailMap(range.start(), true).entrySet().stream()
        .takeWhile(entry -> range.contains(entry.getKey()))
        .limit(most)
        .map(entry -> Result.create(List.of(entry.getValue())))
        .toList();
  }

  private Result row(Get get) {
    String buyer = rows.get(get.getRow());
    return buyer == null
        ? Result.EMPTY_RESULT
        : Result.create(List.of(new KeyValue(get.getRow(), F, BUYER, Bytes.toBytes(buyer))));
  }

  private List<String> expected(KeyRange range) {
    List<String> expected = new ArrayList<>();
    rows.forEach(
        (key, buyer) -> {
          if (range.contains(key) && buyer.compareTo("b1") >= 0 && buyer.compareTo("b2") < 0) {
            expected.add(Bytes.toString(key));
          }
        });
    return expected;
  }

  private static Scan scan(String text) {
    return new Scan().setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes(text));
  }

  private IndexedRows rows(IndexedScan indexed, int most) {
    return new IndexedRows(indexed, this::reads, gate, memory(), most);
  }

  private static MemoryAccount.Share memory() {
    MemoryAccount.Share memory = KeptRests.account().share();
    assertThat(memory.reserve(IndexedRows.MOST_BYTES)).isTrue();
    return memory;
  }

  private List<String> read(Scan scan, KeyRange within, int most) throws IOException {
    IndexedScan indexed = IndexedScan.of(scan, within, table);
    List<String> found = new ArrayList<>();
    try (IndexedRows all = rows(indexed, most)) {
      while (!all.isExhausted()) {
        Result row = all.poll();
        if (row != null) {
          found.add(Bytes.toString(row.getRow()));
        }
      }
      assertThat(all.poll()).isNull();
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " % 2", " % 16", " % 256"})
  void rowsComeInNaturalOrderHoweverFewKeysAreHeld(String indexSalt) throws IOException {
    draw(indexSalt, 600);
    KeyRange within = KeyRange.of(Bytes.toBytes("0200"), Bytes.toBytes("0800"));
    List<String> expected = expected(within);
    assertThat(expected).hasSizeGreaterThan(20);
    for (int most : new int[] {1, 3, expected.size(), 10_000}) {
      assertThat(read(scan("byBuyer: b1*"), within, most)).isEqualTo(expected);
    }
    Collections.reverse(expected);
    assertThat(read(scan("byBuyer: [b1, b2)").setReversed(true), within, 5)).isEqualTo(expected);
    assertThat(read(scan("byBuyer: b1*").withStartRow(Bytes.toBytes("0500")), within, 5))
        .isEqualTo(expected(KeyRange.of(Bytes.toBytes("0500"), within.stop())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " % 2", " % 16", " % 256"})
  void entriesOfAllBucketsComeInTheirOrder(String indexSalt) throws IOException {
    draw(indexSalt, 600);
    List<String> wanted = new ArrayList<>(expected(KeyRange.all()));
    wanted.replaceAll(key -> rows.get(Bytes.toBytes(key)) + key);
    Collections.sort(wanted);
    IndexRange range = IndexRange.prefix(index(), new byte[0], Bytes.toBytes("b1"));
    assertThat(reads().find(range, new Get(F), Integer.MAX_VALUE))
        .extracting(row -> Bytes.toString(row.value()) + Bytes.toString(row.getRow()))
        .isEqualTo(wanted);
    assertThat(reads().find(range, new Get(F), 7)).hasSize(7);
  }

  @Test
  void aRowWhoseValueIsTooLongForAnEntryIsPassedBy() throws IOException {
    draw("", 50);
    byte[] key = Bytes.toBytes("0000");
    IndexEntry former = index().entry(key, Bytes.toBytes("b1"));
    entries.put(
        former.row(),
        IndexTable.put(index(), former).getFamilyCellMap().firstEntry().getValue().get(0));
    rows.put(key, "b1" + "x".repeat(32_768));
    List<String> expected = expected(KeyRange.all());
    expected.remove("0000");
    assertThat(read(scan("byBuyer: b1*"), KeyRange.all(), 10)).isEqualTo(expected);
  }

  @Test
  void aReaderThatHasWaitedIsGivenNothingWhileItHoldsItsPermit() throws Exception {
    draw("", 100);
    IndexedScan indexed = IndexedScan.of(scan("byBuyer: b1*"), KeyRange.all(), table);
    try (IndexedRows all = rows(indexed, 10)) {
      all.await(1);
      assertThat(all.poll()).isNull();
      assertThat(all.isExhausted()).isFalse();
      assertThat(all.poll()).isNotNull();
    }
  }

  @Test
  void nothingIsReadWhileABulkLoadWaitsForTheRegion() throws IOException {
    draw("", 100);
    IndexedScan indexed = IndexedScan.of(scan("byBuyer: b1*"), KeyRange.all(), table);
    try (IndexedRows all = rows(indexed, 10)) {
      gate.close(this, 1_000);
      assertThat(all.poll()).isNull();
      assertThat(all.isExhausted()).isFalse();
      assertThat(rounds).isZero();
      gate.open(this);
      assertThat(all.poll()).isNotNull();
    }
  }

  /** The client would answer each heartbeat at once. A pause ends where a thread is interrupted. */
  @Test
  void aReaderPausesWhileABulkLoadWaitsForTheRegion() throws Exception {
    LoadGate still = new LoadGate(() -> 0);
    IndexedScan indexed = IndexedScan.of(scan("byBuyer: b1*"), KeyRange.all(), table);
    try (IndexedRows all = new IndexedRows(indexed, this::reads, still, memory(), 10)) {
      still.close(this, 1_000);
      assertThat(all.poll()).isNull();
      Thread.currentThread().interrupt();
      Throwable thrown = catchThrowable(() -> all.await(1));
      assertThat(Thread.interrupted()).isFalse();
      assertThat(thrown).isInstanceOf(InterruptedException.class);
      still.open(this);
      Thread.currentThread().interrupt();
      all.await(1);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void aBulkLoadWaitsForTheRowThatIsBeingRead() throws IOException {
    draw("", 100);
    IndexedScan indexed = IndexedScan.of(scan("byBuyer: b1*"), KeyRange.all(), table);
    IndexedRows.Opening duringALoad =
        () -> {
          assertThatThrownBy(() -> gate.close(this, 1)).isInstanceOf(RegionTooBusyException.class);
          return reads();
        };
    try (IndexedRows all = new IndexedRows(indexed, duringALoad, gate, memory(), 10)) {
      assertThat(all.poll()).isNotNull();
      gate.close(this, 1);
    }
  }

  @Test
  void longerTextThanAnyValuesAreIsRefused() {
    Scan scan = scan("byBuyer: " + "b".repeat(131_072));
    assertThatThrownBy(() -> IndexedScan.of(scan, KeyRange.all(), table))
        .hasMessageContaining("halite.index has 131081 bytes, at most 131072 are read");
  }

  @Test
  void whatElseChoosesRowsIsRefusedByName() {
    for (String other : List.of("halite.where", "halite.latest", "halite.unordered")) {
      Scan scan = scan("byBuyer: b1").setAttribute(other, Bytes.toBytes("1"));
      assertThatThrownBy(() -> IndexedScan.of(scan, KeyRange.all(), table))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining(
              "halite.index 'byBuyer: b1': the scan has "
                  + other
                  + ", too, and a scan by an index");
    }
    assertThatThrownBy(
            () -> IndexedScan.of(scan("byBuyer: b1").setRaw(true), KeyRange.all(), table))
        .hasMessageContaining("the scan has setRaw(true), too");
    assertThatThrownBy(
            () -> read(scan("byBuyer: b1").addColumn(F, Bytes.toBytes("q")), KeyRange.all(), 1))
        .hasMessageContaining("leaves out column 'f:buyer'");
  }

  private int roundsToRead(String indexSalt) throws IOException {
    entries.clear();
    draw(indexSalt, 8_000);
    rounds = 0;
    IndexRange all = IndexRange.parse(index(), new byte[0], " [b, c)");
    assertThat(reads().find(all, new Get(Bytes.toBytes("0")), Integer.MAX_VALUE)).isNotEmpty();
    int inOrder = rounds;
    rounds = 0;
    FirstKeys keys = new FirstKeys(KeyBytes::compare, 10_000, 4 << 20);
    KeyCollection collection = reads().collection(all, KeyRange.all(), keys);
    while (!collection.isComplete()) {
      reads().collect(collection);
    }
    assertThat(rounds).as("in no order").isLessThanOrEqualTo(inOrder);
    return inOrder;
  }

  /** Entries of one value lie in one bucket, so that the other ones stay as they are meanwhile. */
  @ParameterizedTest
  @ValueSource(strings = {" % 16", " % 256"})
  void aSaltedIndexIsReadInAsFewRoundsAsOneWithoutSalt(String indexSalt) throws Exception {
    int plain = roundsToRead("");
    assertThat(plain).isGreaterThan(60);
    assertThat(roundsToRead(indexSalt)).isLessThan(2 * plain);
  }
}
