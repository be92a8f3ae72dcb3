package io.halite.client.mapreduce;

import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/** The keys of a table, by scans that return no values. */
record TableKeys(Table table) implements KeySample.Keys {
  @Override
  public List<byte[]> first(KeyRange range, int most) throws IOException {
    Scan scan = new Scan().withStartRow(range.start()).withStopRow(range.stop());
    return keys(scan.setLimit(most));
  }

  @Override
  public Optional<byte[]> last(KeyRange range) throws IOException {
    Scan scan =
        new Scan()
            .setReversed(true)
            .withStartRow(range.stop(), range.stop().length == 0)
            .withStopRow(range.start(), true)
            .setOneRowLimit();
    return keys(scan).stream().findFirst();
  }

  private List<byte[]> keys(Scan scan) throws IOException {
    scan.setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    List<byte[]> keys = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        keys.add(row.getRow());
      }
    }
    return keys;
  }
}
