package io.halite.routing.index;

import io.halite.keys.IndexEntry;
import io.halite.keys.IndexRange;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import io.halite.keys.RowKeyException;
import io.halite.routing.merge.ScanMemory;
import io.halite.routing.table.StoredReads;
import java.io.IOException;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Finds rows by an index: reads entries, reads the row of each, and returns the row if it has the
 * values asked for still.
 *
 * <p>The row is checked in the read that returns it, so that every returned row shows the value for
 * which it was found. Thread-safe if its {@link Entries} and {@link Rows} are.
 */
public final class IndexedReads {
  /** The attribute of a get that names an index; the row of such a get is values of that index. */
  public static final String ATTRIBUTE = "halite.index";

  /** The value of an index without a column. */
  private static final Optional<byte[]> NO_VALUE = Optional.of(new byte[0]);

  private final RowIndex index;
  private final Entries entries;
  private final Rows rows;
  private final ScanMemory memory;

  /** Reads the rows of an index's table. */
  public interface Entries {
    /**
     * The first rows of each range, in the order of ranges: one range, or one of each bucket.
     *
     * @param most the most rows of one range
     * @param bytes of the rows of one range, as {@link Result#getTotalSizeOfCells} counts: the row
     *     that reaches so many may be the last
     */
    List<List<Result>> first(List<KeyRange> ranges, int most, long bytes) throws IOException;
  }

  /** Reads rows by their natural keys. */
  public interface Rows {
    /** The row as a get returns it, empty if there is none. */
    Result get(Get natural) throws IOException;
  }

  /** Reads of rows by {@code index} in an application. */
  public IndexedReads(RowIndex index, Entries entries, Rows rows) {
    this(index, entries, rows, ScanMemory.UNCOUNTED);
  }

  /**
   * Reads of rows by {@code index}.
   *
   * @param memory counts the entries that have been read, until they are taken
   */
  public IndexedReads(RowIndex index, Entries entries, Rows rows, ScanMemory memory) {
    this.index = index;
    this.entries = entries;
    this.rows = rows;
    this.memory = memory;
  }

  /**
   * The rows with the requested values, in the order of their entries.
   *
   * @param asked a get whose row is whole values of the index, all of them or the leading ones; its
   *     columns, versions and the like say what to read of each row found
   * @param most the most rows to return
   * @throws DoNotRetryIOException if the row ends within a value, or the get does not read the
   *     newest cell of the indexed column, by which rows are checked
   */
  public List<Result> find(Get asked, int most) throws IOException {
    return find(IndexQuestion.values(index, asked.getRow()), asked, most);
  }

  /**
   * The rows in a range of an index, each once, in the order of their entries. Rows whose value
   * changes within the range meanwhile may stand behind the others.
   *
   * @param range what values the rows have
   * @param like a get of any row; its columns, versions and the like say what to read of each row
   *     found
   * @param most the most rows to return
   * @throws DoNotRetryIOException if the get does not read the newest cell of the indexed column,
   *     by which rows are checked
   */
  public List<Result> find(IndexRange range, Get like, int most) throws IOException {
    admit(like);
    return new RangeFind(this, range, like, most, memory).rows();
  }

  /** The entries of a range. */
  MergedEntries entries(IndexRange range) {
    return new MergedEntries(range, entries, memory);
  }

  /**
   * Begins to collect the keys of rows that entries of a range name; {@link #collect} goes on.
   *
   * @param natural where the keys lie
   * @param keys what keeps the first of them
   */
  public KeyCollection collection(IndexRange range, KeyRange natural, FirstKeys keys) {
    return new KeyCollection(entries(range), natural, keys);
  }

  /**
   * Reads the next entries of a collection, which other reads may have begun. If that fails, the
   * next call reads them.
   */
  public void collect(KeyCollection collection) throws IOException {
    collection.readBy(entries, memory);
  }

  /**
   * The row of a key if its values, as they are now, are in a range of the index; else empty.
   *
   * @param like a get of any row, that {@link #admit} lets pass
   */
  public Result row(IndexRange range, byte[] key, Get like) throws IOException {
    Result row = rows.get(natural(key, like));
    Optional<byte[]> value = valueOf(row);
    return !row.isEmpty() && value.isPresent() && answers(range, key, value.get())
        ? row
        : Result.EMPTY_RESULT;
  }

  /** A value that is too long for an entry was written before the index, and is not found. */
  private boolean answers(IndexRange range, byte[] key, byte[] value) {
    try {
      return range.answers(index.entry(key, value));
    } catch (RowKeyException tooLong) {
      return false;
    }
  }

  /** Whether a row, as it was read, makes an entry. */
  boolean makes(Result row, IndexEntry entry) {
    return !row.isEmpty() && valueOf(row).filter(value -> index.makes(entry, value)).isPresent();
  }

  private Optional<byte[]> valueOf(Result row) {
    return index.column().map(column -> valueOf(row, column)).orElse(NO_VALUE);
  }

  private static Optional<byte[]> valueOf(Result row, RowIndex.Column column) {
    return Optional.ofNullable(row.getValue(column.familyBytes(), column.qualifierBytes()));
  }

  /**
   * Refuses a get by which rows cannot be checked: one that may not read the newest cell of the
   * indexed column.
   */
  public void admit(Get asked) throws DoNotRetryIOException {
    if (index.column().isEmpty()) {
      return;
    }
    boolean hides =
        asked.getFilter() != null
            || !asked.getTimeRange().isAllTime()
            || !asked.getColumnFamilyTimeRange().isEmpty()
            || asked.getMaxResultsPerColumnFamily() >= 0
            || asked.getRowOffsetPerColumnFamily() > 0;
    if (hides) {
      throw new DoNotRetryIOException(
          "a read by index '"
              + index
              + "' has a filter, a time range, a limit or an offset, which may hide the newest cell"
              + " of the indexed column, by which each row is checked: read without them, or read"
              + " the rows by their keys");
    }
    if (!wantsColumn(asked)) {
      // A user without the right to read the column would learn its value.
      throw new DoNotRetryIOException(
          "a read by index '"
              + index
              + "' leaves out column '"
              + index.column().get()
              + "', by which each row is checked: add this column to the read");
    }
  }

  private static Get natural(byte[] key, Get asked) throws IOException {
    Get natural = StoredReads.like(key, asked);
    natural.setCheckExistenceOnly(false);
    natural.setAttribute(ATTRIBUTE, null);
    return natural;
  }

  private boolean wantsColumn(Get asked) {
    RowIndex.Column column = index.column().orElseThrow();
    NavigableSet<byte[]> qualifiers = asked.getFamilyMap().get(column.familyBytes());
    return !asked.hasFamilies()
        || (asked.getFamilyMap().containsKey(column.familyBytes())
            && (qualifiers == null
                || qualifiers.isEmpty()
                || qualifiers.contains(column.qualifierBytes())));
  }
}
