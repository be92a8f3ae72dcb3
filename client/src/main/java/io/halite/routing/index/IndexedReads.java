package io.halite.routing.index;

import io.halite.keys.IndexEntry;
import io.halite.keys.IndexRange;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import io.halite.routing.table.StoredReads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Finds rows by an index: reads entries, reads the row of each, and returns the row if it still
 * makes that entry.
 *
 * <p>The row is checked in the read that returns it, so that every returned row shows the value for
 * which it was found. Thread-safe if its {@link Entries} and {@link Rows} are.
 */
public final class IndexedReads {
  /** The attribute of a get that names an index; the row of such a get is values of that index. */
  public static final String ATTRIBUTE = "halite.index";

  private static final int PAGE = 100;

  private final RowIndex index;
  private final Entries entries;
  private final Rows rows;

  /** Reads the rows of an index's table. */
  public interface Entries {
    /** The first rows of entries in the range, at most {@code most}. */
    List<Result> first(KeyRange range, int most) throws IOException;
  }

  /** Reads rows by their natural keys. */
  public interface Rows {
    /** The row as a get returns it, empty if there is none. */
    Result get(Get natural) throws IOException;
  }

  /** Reads of rows by {@code index}. */
  public IndexedReads(RowIndex index, Entries entries, Rows rows) {
    this.index = index;
    this.entries = entries;
    this.rows = rows;
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
   * The rows in a range of an index, in the order of their entries.
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
    List<Result> found = new ArrayList<>();
    KeyRange rest = range.entries();
    while (found.size() < most) {
      List<Result> page = entries.first(rest, PAGE);
      for (Result kept : page) {
        collect(range, like, kept, most, found);
      }
      if (page.size() < PAGE) {
        return found;
      }
      rest = KeyRange.of(KeyBytes.next(page.get(page.size() - 1).getRow()), rest.stop());
    }
    return found;
  }

  private void collect(IndexRange range, Get like, Result kept, int most, List<Result> found)
      throws IOException {
    for (IndexEntry entry : IndexTable.entries(kept)) {
      if (found.size() < most && range.answers(entry)) {
        Result row = read(like, entry);
        if (!row.isEmpty()) {
          found.add(row);
        }
      }
    }
  }

  private void admit(Get asked) throws DoNotRetryIOException {
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

  private Result read(Get asked, IndexEntry entry) throws IOException {
    Get natural = StoredReads.like(entry.naturalKey(), asked);
    natural.setCheckExistenceOnly(false);
    natural.setAttribute(ATTRIBUTE, null);
    if (index.column().isEmpty()) {
      return index.makes(entry, new byte[0]) ? rows.get(natural) : Result.EMPTY_RESULT;
    }
    RowIndex.Column column = index.column().get();
    Result row = rows.get(natural);
    byte[] value = row.getValue(column.familyBytes(), column.qualifierBytes());
    return value != null && index.makes(entry, value) ? row : Result.EMPTY_RESULT;
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
