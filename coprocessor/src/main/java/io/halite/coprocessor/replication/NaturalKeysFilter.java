package io.halite.coprocessor.replication;

import io.halite.filters.cell.CopiedCell;
import io.halite.keys.Salt;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.replication.ScopeWALEntryFilter;
import org.apache.hadoop.hbase.replication.WALCellFilter;
import org.apache.hadoop.hbase.replication.regionserver.WALEntryFilterRetryableException;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hbase.thirdparty.com.google.common.cache.Cache;
import org.apache.hbase.thirdparty.com.google.common.cache.CacheBuilder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the edits of salted tables their natural keys, leaves their families without a replication
 * scope out, and treats all other edits as HBase does.
 *
 * <p>An edit of {@code 0C·41 54 4C}, written under {@code salt=hash(*) % 16}, leaves the cluster as
 * an edit of {@code 41 54 4C}. The entry itself is changed, all of it or nothing: a serial peer
 * reads it again from HBase's stream and does not filter it a second time. An edit that this server
 * cannot read holds the peer up, with the reason in the log: none is ever left out. So does the
 * bulk load of a salted table, which the table should have refused: the sink would load its files,
 * and with them stored keys. An edit that the peer's cluster has already is not read. Thread-safe.
 */
final class NaturalKeysFilter extends ScopeWALEntryFilter {
  private static final Logger LOG = LoggerFactory.getLogger(NaturalKeysFilter.class);

  /** Stands in the place of a {@link StoredEdit} when the edit has its natural keys. */
  private static final byte[] NATURAL = new byte[0];

  private static final int PARSED_EDITS = 256;

  /** Whether HBase's reader takes an entry without cells in place of none. */
  private boolean takesEmptyEntries;

  private final boolean isSerial;
  private final Supplier<Optional<UUID>> sink;
  private final Tables tables;
  private final WALCellFilter peer;
  private final Cache<ByteBuffer, StoredEdit> parsed =
      CacheBuilder.newBuilder().maximumSize(PARSED_EDITS).build();

  /** Which tables of this cluster are salted. */
  interface Tables {
    /** Whether a table has Halite's observer, or rows that were stored under a spec. */
    boolean isSalted(TableName table) throws IOException;
  }

  /**
   * A filter of one peer.
   *
   * @param sink the id of the peer's cluster, once it is known
   * @param peer what leaves out the families that the peer is not to receive
   * @param isSerial whether the peer is serial, in each release of HBase
   */
  NaturalKeysFilter(
      Supplier<Optional<UUID>> sink, Tables tables, WALCellFilter peer, boolean isSerial) {
    this.isSerial = isSerial;
    this.sink = sink;
    this.tables = tables;
    this.peer = peer;
  }

  /** Whether the entry is of a salted table and still has stored keys. */
  static boolean isStored(Entry entry) {
    return attribute(entry).filter(bytes -> bytes.length > 0).isPresent();
  }

  private static Optional<byte[]> attribute(Entry entry) {
    return Optional.ofNullable(entry.getKey().getExtendedAttribute(StoredEdit.ATTRIBUTE));
  }

  /** Releases without this call send serial peers nothing in place of a dropped entry. */
  @Override
  public void setSerial(boolean serial) {
    super.setSerial(serial);
    takesEmptyEntries = serial;
  }

  @Override
  public @Nullable Entry filter(Entry entry) {
    if (!isStored(entry)) {
      return attribute(entry).isPresent() ? entry : super.filter(withoutStoredFiles(entry));
    }
    if (comesFromSink(entry)) {
      if (takesEmptyEntries) {
        // The entry stays, without cells, for its sequence id.
        entry.getKey().addExtendedAttribute(StoredEdit.ATTRIBUTE, NATURAL);
        entry.getEdit().getCells().clear();
        return entry;
      }
      return null;
    }
    try {
      ArrayList<Cell> natural = natural(entry);
      entry.getEdit().setCells(natural);
      entry.getKey().addExtendedAttribute(StoredEdit.ATTRIBUTE, NATURAL);
      return entry;
    } catch (IOException | RuntimeException | LinkageError e) {
      // Any other exception would abort the server, and a dropped edit would be lost in silence.
      return heldUp(
          entry,
          new WALEntryFilterRetryableException(
              "cannot replicate an edit of table '"
                  + entry.getKey().getTableName()
                  + "' by natural keys",
              e));
    }
  }

  /** Holds the peer up if the entry names files of a salted table that HBase would send. */
  private Entry withoutStoredFiles(Entry entry) {
    TableName table = entry.getKey().getTableName();
    if (comesFromSink(entry) || files(entry).noneMatch(files -> isReceived(entry, files))) {
      return entry;
    }
    try {
      if (!tables.isSalted(table)) {
        return entry;
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      return heldUp(
          entry,
          new WALEntryFilterRetryableException(
              "cannot replicate a bulk load of table '" + table + "' before its descriptor is read",
              e));
    }
    return heldUp(entry, new WALEntryFilterRetryableException(holdsStoredFiles(table)));
  }

  /** Why a bulk load of a salted table holds the peer up, and what to do. */
  static String holdsStoredFiles(TableName table) {
    return "cannot replicate a bulk load of table '"
        + table
        + "': its files have stored keys, which the peer could not read; exclude the table from the"
        + " peer, roll the WALs, include it again when the peer is past them, and run SyncTable,"
        + " since the peer passes over every edit of an excluded table";
  }

  /**
   * Holds the peer up. After an exception HBase's reader of a serial peer begins again at an older
   * entry, and takes that one unfiltered: so the entry passes, and the endpoint refuses to ship it.
   */
  private Entry heldUp(Entry entry, WALEntryFilterRetryableException reason) {
    if (!isSerial) {
      throw reason;
    }
    LOG.warn("the serial peer waits", reason);
    return entry;
  }

  /** Whether the sink has the entry already: HBase drops such an entry after this filter. */
  private boolean comesFromSink(Entry entry) {
    return sink.get().filter(entry.getKey().getClusterIds()::contains).isPresent();
  }

  private boolean isReceived(Entry entry, Cell cell) {
    return Optional.ofNullable(super.filterCell(entry, cell))
        .map(replicated -> peer.filterCell(entry, replicated))
        .isPresent();
  }

  /** Whether the entry is a bulk load. */
  static boolean namesFiles(Entry entry) {
    return files(entry).findAny().isPresent();
  }

  private static Stream<Cell> files(Entry entry) {
    return entry.getEdit().getCells().stream()
        .filter(cell -> CellUtil.matchingColumn(cell, WALEdit.METAFAMILY, WALEdit.BULK_LOAD));
  }

  /** The scopes of an edit of natural keys are applied already. */
  @Override
  public Cell filterCell(Entry entry, Cell cell) {
    return attribute(entry).isPresent() ? cell : super.filterCell(entry, cell);
  }

  private ArrayList<Cell> natural(Entry entry) throws IOException {
    StoredEdit stored = stored(attribute(entry).orElseThrow());
    Salt salt = stored.spec().salt();
    ArrayList<Cell> cells = new ArrayList<>(entry.getEdit().size());
    Optional<Cell> before = Optional.empty();
    byte[] naturalKey = new byte[0];
    for (Cell cell : entry.getEdit().getCells()) {
      if (!stored.scopes().containsKey(CellUtil.cloneFamily(cell))) {
        continue;
      }
      if (before.isEmpty() || !CellUtil.matchingRows(before.get(), cell)) {
        byte[] row = CellUtil.cloneRow(cell);
        salt.verify(row, 0, row.length);
        naturalKey = salt.unsalt(row);
      }
      before = Optional.of(cell);
      cells.add(CopiedCell.of(naturalKey, cell));
    }
    return cells;
  }

  private StoredEdit stored(byte[] attribute) throws IOException {
    ByteBuffer key = ByteBuffer.wrap(attribute);
    StoredEdit known = parsed.getIfPresent(key);
    if (known != null) {
      return known;
    }
    StoredEdit stored = StoredEdit.parse(attribute);
    parsed.put(key, stored);
    return stored;
  }
}
