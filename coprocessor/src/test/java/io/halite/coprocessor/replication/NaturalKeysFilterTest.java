package io.halite.coprocessor.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.regionserver.MultiVersionConcurrencyControl;
import org.apache.hadoop.hbase.replication.ChainWALEntryFilter;
import org.apache.hadoop.hbase.replication.ScopeWALEntryFilter;
import org.apache.hadoop.hbase.replication.WALCellFilter;
import org.apache.hadoop.hbase.replication.WALEntryFilter;
import org.apache.hadoop.hbase.replication.regionserver.WALEntryFilterRetryableException;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALKeyImpl;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

class NaturalKeysFilterTest {
  static final SaltingSpec SPEC = SaltingSpec.parse("key=row:*,salt=hash(*) % 16");
  private static final TableName T = TableName.valueOf("t");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] LOCAL = Bytes.toBytes("local");
  private static final byte[] ATL = Bytes.toBytes("ATL");
  private static final UUID CLUSTER = new UUID(1, 2);

  private static final WALCellFilter ALL = (entry, cell) -> cell;
  private static final UUID SINK = new UUID(3, 4);

  private final WALEntryFilter natural =
      new ChainWALEntryFilter(
          new NaturalKeysFilter(() -> Optional.of(SINK), table -> true, ALL, false));
  private final WALEntryFilter hbases = new ChainWALEntryFilter(new ScopeWALEntryFilter());

  private static NavigableMap<byte[], Integer> scopes() {
    NavigableMap<byte[], Integer> scopes = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    scopes.put(F, HConstants.REPLICATION_SCOPE_GLOBAL);
    return scopes;
  }

  private static Entry entry(NavigableMap<byte[], Integer> scopes, byte[] row) {
    return entry(scopes, T, row);
  }

  private static Entry entry(NavigableMap<byte[], Integer> scopes, TableName table, byte[] row) {
    WALKeyImpl key =
        new WALKeyImpl(
            Bytes.toBytes("region"),
            table,
            7,
            1,
            new ArrayList<>(List.of(CLUSTER)),
            0,
            0,
            new MultiVersionConcurrencyControl(),
            scopes);
    WALEdit edit = new WALEdit();
    edit.add(new KeyValue(row, F, F, 5, ATL));
    edit.add(new KeyValue(row, LOCAL, F, 5, ATL));
    return new Entry(key, edit);
  }

  /** An edit as an owner region of a replicated salted table writes it. */
  static Entry stored(byte[] row) {
    Entry entry = entry(scopes(), row);
    entry
        .getKey()
        .addExtendedAttribute(StoredEdit.ATTRIBUTE, new StoredEdit(SPEC, scopes()).encode());
    entry.getKey().clearReplicationScope();
    return entry;
  }

  @Test
  void anEditOfASaltedTableLeavesUnderItsNaturalKey() {
    Entry shipped = natural.filter(stored(SPEC.salt().salt(ATL)));
    assertThat(shipped.getEdit().getCells())
        .singleElement()
        .satisfies(cell -> assertThat(CellUtil.cloneRow(cell)).isEqualTo(ATL))
        .satisfies(cell -> assertThat(CellUtil.cloneFamily(cell)).isEqualTo(F))
        .satisfies(cell -> assertThat(cell.getTimestamp()).isEqualTo(5))
        .satisfies(cell -> assertThat(CellUtil.cloneValue(cell)).isEqualTo(ATL));
    assertThat(shipped.getKey().getClusterIds()).containsExactly(CLUSTER);
    assertThat(shipped.getKey().getSequenceId()).isEqualTo(7);
    assertThat(NaturalKeysFilter.isStored(shipped)).isFalse();
  }

  /** HBase reads an entry again that a serial peer could not take at once, and filters it once. */
  @Test
  void theEntryItselfIsChangedSinceHbaseReadsItAgain() {
    Entry entry = stored(SPEC.salt().salt(ATL));
    assertThat(natural.filter(entry)).isSameAs(entry);
    List<Cell> once = List.copyOf(entry.getEdit().getCells());
    assertThat(natural.filter(entry).getEdit().getCells()).isEqualTo(once).hasSize(1);
  }

  @Test
  void anEditThatCannotBeReadIsNotChanged() {
    Entry entry = stored(SPEC.salt().salt(ATL));
    entry.getEdit().add(new KeyValue(ATL, F, F, 5, ATL));
    assertThatThrownBy(() -> natural.filter(entry))
        .isInstanceOf(WALEntryFilterRetryableException.class);
    assertThat(NaturalKeysFilter.isStored(entry)).isTrue();
    assertThat(entry.getEdit().getCells())
        .hasSize(3)
        .first()
        .satisfies(cell -> assertThat(CellUtil.cloneRow(cell)).isEqualTo(SPEC.salt().salt(ATL)));
  }

  @Test
  void anEditThatThePeerHasAlreadyIsNotEvenRead() {
    Entry returned = stored(ATL);
    returned.getKey().addClusterId(SINK);
    assertThat(natural.filter(returned)).isNull();
    natural.setSerial(true);
    Entry kept = natural.filter(returned);
    assertThat(kept.getEdit().getCells()).isEmpty();
    assertThat(NaturalKeysFilter.isStored(kept)).isFalse();
  }

  /** HBase does not call setSerial there, and sends nothing in place of a dropped entry. */
  @Test
  void aSerialPeerOfAReleaseBefore264IsHeldUpWithoutAnException() {
    WALEntryFilter serial =
        new ChainWALEntryFilter(
            new NaturalKeysFilter(() -> Optional.of(SINK), table -> true, ALL, true));
    for (Entry entry : List.of(stored(ATL), load())) {
      assertThat(serial.filter(entry)).isSameAs(entry);
      assertThat(entry.getEdit().getCells()).isNotEmpty();
    }
    Entry returned = stored(ATL);
    returned.getKey().addClusterId(SINK);
    assertThat(serial.filter(returned)).isNull();
  }

  @Test
  void eachRowOfAnEditHasItsOwnNaturalKey() {
    byte[] ord = Bytes.toBytes("ORD");
    Entry entry = stored(SPEC.salt().salt(ATL));
    entry.getEdit().add(new KeyValue(SPEC.salt().salt(ord), F, F, 5, ATL));
    assertThat(natural.filter(entry).getEdit().getCells())
        .extracting(cell -> Bytes.toString(CellUtil.cloneRow(cell)))
        .containsExactly("ATL", "ORD");
  }

  @Test
  void hbasesEndpointSkipsAnEditOfASaltedTable() {
    assertThat(hbases.filter(stored(SPEC.salt().salt(ATL)))).isNull();
  }

  @Test
  void anEditOfAPlainTablePassesAsByHbasesEndpoint() {
    assertThat(natural.filter(entry(scopes(), ATL)).getEdit().getCells())
        .isEqualTo(hbases.filter(entry(scopes(), ATL)).getEdit().getCells())
        .hasSize(1);
    assertThat(natural.filter(entry(new TreeMap<>(Bytes.BYTES_COMPARATOR), ATL))).isNull();
  }

  @Test
  void anEditThatCannotBeReadHoldsThePeerUp() {
    Entry bare = stored(ATL);
    assertThatThrownBy(() -> natural.filter(bare))
        .isInstanceOf(WALEntryFilterRetryableException.class)
        .hasMessageContaining("table 't'");
    Entry newer = stored(SPEC.salt().salt(ATL));
    newer.getKey().addExtendedAttribute(StoredEdit.ATTRIBUTE, new byte[] {2});
    assertThatThrownBy(() -> natural.filter(newer))
        .isInstanceOf(WALEntryFilterRetryableException.class)
        .hasStackTraceContaining("of version 2");
    Entry cut = stored(SPEC.salt().salt(ATL));
    cut.getKey().addExtendedAttribute(StoredEdit.ATTRIBUTE, new byte[] {1, 0});
    assertThatThrownBy(() -> natural.filter(cut))
        .isInstanceOf(WALEntryFilterRetryableException.class);
  }

  static Entry load() {
    return load(scopes());
  }

  static Entry load(TableName table) {
    return load(scopes(), table);
  }

  /** The entry that HBase writes when files were loaded, with scopes if it is to replicate them. */
  private static Entry load(NavigableMap<byte[], Integer> scopes) {
    return load(scopes, T);
  }

  private static Entry load(NavigableMap<byte[], Integer> scopes, TableName table) {
    RegionInfo region = RegionInfoBuilder.newBuilder(table).build();
    Entry entry = entry(scopes, table, ATL);
    return new Entry(
        entry.getKey(),
        WALEdit.createBulkLoadEvent(
            region,
            ProtobufUtil.toBulkLoadDescriptor(
                region.getTable(),
                ByteString.copyFrom(region.getEncodedNameAsBytes()),
                Map.of(F, List.of(new Path("file"))),
                Map.of("file", 1L),
                9)));
  }

  @Test
  void aBulkLoadOfASaltedTableHoldsThePeerUp() {
    assertThatThrownBy(() -> natural.filter(load(scopes())))
        .isInstanceOf(WALEntryFilterRetryableException.class)
        .hasMessageContaining("bulk load of table 't'")
        .hasMessageContaining("exclude the table from the peer");
    assertThat(natural.filter(load(new TreeMap<>(Bytes.BYTES_COMPARATOR))))
        .as("of a table that is not replicated")
        .isNull();
    NavigableMap<byte[], Integer> others = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    others.put(LOCAL, HConstants.REPLICATION_SCOPE_GLOBAL);
    assertThat(natural.filter(load(others)).getEdit().getCells())
        .as("of a family that is not replicated")
        .isEmpty();
    WALEntryFilter unknown =
        new NaturalKeysFilter(
            Optional::empty,
            table -> {
              throw new IOException("no file system");
            },
            ALL,
            false);
    assertThatThrownBy(() -> unknown.filter(load(scopes())))
        .isInstanceOf(WALEntryFilterRetryableException.class)
        .hasStackTraceContaining("no file system");
  }

  @Test
  void aBulkLoadThatThePeerHasAlreadyDoesNotHoldItUp() {
    Entry returned = load(scopes());
    returned.getKey().addClusterId(SINK);
    assertThatCode(() -> natural.filter(returned)).doesNotThrowAnyException();
  }

  @Test
  void aBulkLoadOfAPlainTableIsReplicated() {
    WALEntryFilter plain =
        new ChainWALEntryFilter(new NaturalKeysFilter(Optional::empty, table -> false, ALL, false));
    assertThat(plain.filter(load(scopes())).getEdit().getCells()).hasSize(1);
  }
}
