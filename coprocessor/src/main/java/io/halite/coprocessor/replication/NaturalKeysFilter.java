package io.halite.coprocessor.replication;

import io.halite.filters.cell.CopiedCell;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.replication.ScopeWALEntryFilter;
import org.apache.hadoop.hbase.replication.regionserver.WALEntryFilterRetryableException;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.apache.hadoop.hbase.wal.WALEdit;
import org.apache.hadoop.hbase.wal.WALKeyImpl;

/**
 * Gives the edits of salted tables their natural keys and their replication scopes back, and treats
 * all other edits as HBase does.
 *
 * <p>An edit of {@code 0C·41 54 4C}, written under {@code salt=hash(*) % 16}, leaves the cluster as
 * an edit of {@code 41 54 4C}. An edit that this server cannot read holds the peer up, with the
 * reason in the log: none is ever left out. Thread-safe.
 */
final class NaturalKeysFilter extends ScopeWALEntryFilter {
  @Override
  public Entry filter(Entry entry) {
    Optional<byte[]> attribute =
        Optional.ofNullable(entry.getKey().getExtendedAttribute(StoredEdit.ATTRIBUTE));
    return super.filter(attribute.isPresent() ? natural(entry, attribute.get()) : entry);
  }

  private static Entry natural(Entry entry, byte[] attribute) {
    WALKeyImpl key = entry.getKey();
    try {
      StoredEdit stored = StoredEdit.parse(attribute);
      Map<String, byte[]> attributes = new HashMap<>(key.getExtendedAttributes());
      attributes.remove(StoredEdit.ATTRIBUTE);
      WALEdit natural = new WALEdit(entry.getEdit().size());
      for (Cell cell : entry.getEdit().getCells()) {
        natural.add(natural(stored, cell));
      }
      return new Entry(
          new WALKeyImpl(key, key.getClusterIds(), key.getMvcc(), stored.scopes(), attributes),
          natural);
    } catch (IOException | RuntimeException e) {
      // Any other exception would abort the server, and a dropped edit would be lost in silence.
      throw new WALEntryFilterRetryableException(
          "cannot replicate an edit of table '" + key.getTableName() + "' by natural keys", e);
    }
  }

  private static Cell natural(StoredEdit stored, Cell cell) {
    if (WALEdit.isMetaEditFamily(cell)) {
      return cell;
    }
    byte[] row = CellUtil.cloneRow(cell);
    stored.spec().salt().verify(row, 0, row.length);
    return CopiedCell.of(stored.spec().salt().unsalt(row), cell);
  }
}
