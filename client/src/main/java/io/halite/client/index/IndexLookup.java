package io.halite.client.index;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.keys.IndexRange;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexTable;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.table.StoredReads;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds rows of a table by the values of one of its indexes, from a client.
 *
 * <pre>{@code
 * IndexLookup byOrder = IndexLookup.of(connection, TableName.valueOf("orders"), "byOrder");
 * // At most 10 rows whose index values are 000042; the row of the get is these values, no row key.
 * List<Result> found = byOrder.find(new Get(Bytes.toBytes("000042")), 10);
 * }</pre>
 *
 * <p>It scans the index table, then gets the row of each entry: the user needs the right to read
 * both tables. Thread-safe; the caller closes the connection.
 */
public final class IndexLookup {
  private static final Logger LOG = LoggerFactory.getLogger(IndexLookup.class);
  private static final byte[] ANY_ROW = {0};

  private final Connection connection;
  private final TableName name;
  private final SaltingSpec spec;
  private final RowIndex index;
  private final PresentIndex present;

  private IndexLookup(Connection connection, TableName name, SaltingSpec spec, RowIndex index) {
    this.connection = connection;
    this.name = name;
    this.spec = spec;
    this.index = index;
    this.present = PresentIndex.of(connection, name, index);
  }

  /**
   * Reads the table's spec from one of its regions, and asks the master for the descriptor of the
   * index's table. So create a lookup once and keep it: reads by it do not need the master. Once
   * the index is altered, the lookup refuses all reads within a second: open another one then.
   * While the table's first region is away the lookup goes on, and learns of it when that is back.
   *
   * @throws IllegalArgumentException if the table is not salted or has no such index; the message
   *     lists its indexes
   * @throws DoNotRetryIOException if the index's table may not keep its entries, such as one made
   *     for another number of buckets; the message says how to correct it
   */
  public static IndexLookup of(Connection connection, TableName table, String index)
      throws IOException {
    SaltingSpec spec = SaltedTableOperations.of(connection, table).spec();
    RowIndex found =
        spec.index(index)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "index '%s' is not one of %s, the indexes of table '%s': name one of them"
                            .formatted(index, spec.indexes(), table)));
    requireTable(connection, table, found);
    return new IndexLookup(connection, table, spec, found);
  }

  private static void requireTable(Connection connection, TableName table, RowIndex index)
      throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableDescriptor entries :
          admin.listTableDescriptors(List.of(IndexTable.name(table, index)))) {
        Optional<String> objection = IndexTable.objection(table, index, entries);
        if (objection.isPresent()) {
          throw new DoNotRetryIOException(objection.get());
        }
      }
    } catch (AccessDeniedException e) {
      // The master shows it to users with ADMIN or CREATE. Servers see it, and refuse all writes.
      LOG.debug("the descriptor of the table of index {} is not shown", index, e);
    }
  }

  /** The index. */
  public RowIndex index() {
    return index;
  }

  /** The table's spec. */
  public SaltingSpec spec() {
    return spec;
  }

  /**
   * Returns rows with the given values, in the order of index entries; see {@link
   * IndexedReads#find}.
   *
   * @param asked a get whose row is the values, {@code 30 30 30 30 34 32} for order {@code 000042};
   *     its columns and versions select the cells of the rows
   * @param most the most rows to return
   * @throws IOException if the user may not read the table or its index table, or the get hides the
   *     indexed column
   */
  public List<Result> find(Get asked, int most) throws IOException {
    return read(reads -> reads.find(asked, most));
  }

  /**
   * Returns rows in a range of the index, in the order of index entries.
   *
   * <pre>{@code
   * byte[] ann = Bytes.toBytes("ann1");
   * byBuyer.find(IndexRange.ofText(byBuyer.index(), ann, "20010101", "20010201"), new Scan(), 100);
   * }</pre>
   *
   * @param asked the values that the rows have
   * @param cells what to read of each row: the columns, versions and the like of this scan; its
   *     rows do not count
   * @param most the most rows to return
   * @throws IOException as {@link #find(Get, int)}
   */
  public List<Result> find(IndexRange asked, Scan cells, int most) throws IOException {
    Get like = StoredReads.ofRow(ANY_ROW, cells);
    return read(reads -> reads.find(asked, like, most));
  }

  /** Reads rows by an index. */
  private interface Reading {
    List<Result> by(IndexedReads reads) throws IOException;
  }

  private List<Result> read(Reading reading) throws IOException {
    present.requireEachSecond();
    try (EntryScans entries =
            new EntryScans(connection, IndexTable.name(name, index), index.buckets());
        Table rows = connection.getTable(name)) {
      return reading.by(new IndexedReads(index, entries, rows::get));
    }
  }

  /**
   * Returns a sweep, which removes stale entries; see {@link IndexSweep}.
   *
   * @param youngest the age from which entries are removed: more than the time that any write
   *     takes; {@link IndexSweep#YOUNGEST} if that is unknown
   */
  public IndexSweep sweep(Duration youngest) {
    return new IndexSweep(connection, name, index, youngest, present);
  }

  /**
   * Returns a fill, which adds the entries of rows that were written before the table had the
   * index; see {@link IndexFill}.
   */
  public IndexFill fill() {
    return new IndexFill(connection, name, index, present);
  }
}
