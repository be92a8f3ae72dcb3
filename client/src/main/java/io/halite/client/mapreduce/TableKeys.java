package io.halite.client.mapreduce;

import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/**
 * The keys of a table, by scans that return no values.
 *
 * @param families whose rows they are; none for all
 */
record TableKeys(Table table, Set<byte[]> families) implements EvenCuts.Keys {
  /** A scan of the keys of rows in these families. */
  static Scan scan(Set<byte[]> families) {
    Scan scan = new Scan().setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    families.forEach(scan::addFamily);
    return scan;
  }

  @Override
  public List<byte[]> first(KeyRange range, int most) throws IOException {
    return keys(
        scan(families).withStartRow(range.start()).withStopRow(range.stop()).setLimit(most));
  }

  @Override
  public Optional<byte[]> last(KeyRange range) throws IOException {
    Scan scan =
        scan(families)
            .setReversed(true)
            .withStartRow(range.stop(), range.stop().length == 0)
            .withStopRow(range.start(), true)
            .setOneRowLimit();
    return keys(scan).stream().findFirst();
  }

  private List<byte[]> keys(Scan scan) throws IOException {
    List<byte[]> keys = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      // Its iterator would hide an interruption in an unchecked exception.
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        keys.add(row.getRow());
      }
    }
    return keys;
  }
}
