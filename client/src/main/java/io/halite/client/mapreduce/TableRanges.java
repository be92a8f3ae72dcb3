package io.halite.client.mapreduce;

import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.scan.UnorderedScan;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.mapreduce.TableRecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** The ranges of one split, read from the regions of the table by a connection that it closes. */
final class TableRanges implements RangeReader.Source {
  private final Connection connection;
  private final Scan scan;
  private final SaltedTableSplit split;
  private final TableName name;
  private final Optional<UnorderedScan> direct;

  /**
   * Ranges of {@code split}.
   *
   * @param scan the natural scan of the job
   * @param rowLocalFilters as for {@link UnorderedScan#of}
   */
  TableRanges(Connection connection, Scan scan, SaltedTableSplit split, Set<String> rowLocalFilters)
      throws IOException {
    this.connection = connection;
    this.scan = scan;
    this.split = split;
    this.name = TableName.valueOf(split.table());
    this.direct =
        split.isStored()
            ? UnorderedScan.of(
                scan, new SaltedTable(name, SaltingSpec.parse(split.spec())), rowLocalFilters)
            : Optional.empty();
    if (split.isStored() && direct.isEmpty()) {
      throw new IOException("the scan of the job is not the one for which it made this " + split);
    }
  }

  /** The owners refuse another mark, but a region without Halite would refuse nothing. */
  @Override
  public void check() throws IOException {
    if (direct.isEmpty()) {
      return;
    }
    SaltedTable made = direct.get().natural().table();
    try (Table table = connection.getTable(name)) {
      Optional<SaltedTable> now = RegionSpec.of(table, split.ranges().get(0).start(), scan);
      if (now.isEmpty() || !now.get().mark().equals(made.mark())) {
        throw new DoNotRetryIOException(
            "the table has another spec now, "
                + now.map(changed -> changed.spec().toString()).orElse("none")
                + ", than when the job made its splits: start the job again ("
                + split
                + ")");
      }
    }
  }

  @Override
  public RangeReader.Part open(KeyRange range, TaskAttemptContext context)
      throws IOException, InterruptedException {
    TableRecordReader reader = new TableRecordReader();
    reader.setScan(
        direct.isPresent()
            ? direct.get().over(range)
            : new Scan(scan)
                .withStartRow(range.start())
                .withStopRow(range.stop())
                // A task has no use for a place where no row is.
                .setNeedCursorResult(false));
    reader.setTable(connection.getTable(name));
    reader.initialize(split, context);
    return new RangeReader.Part(reader, direct.isPresent() ? direct.get()::natural : Optional::of);
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
