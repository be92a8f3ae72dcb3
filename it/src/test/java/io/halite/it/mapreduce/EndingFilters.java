package io.halite.it.mapreduce;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;

/** Open scans of keys of four digits, whose filters end a scan in natural order early. */
final class EndingFilters {
  private EndingFilters() {}

  static List<Scan> scans() {
    return List.of(
        scan(new PrefixFilter(Bytes.toBytes("42"))),
        scan(new InclusiveStopFilter(Bytes.toBytes("4299"))),
        scan(new MultiRowRangeFilter(new byte[][] {Bytes.toBytes("11"), Bytes.toBytes("42")})),
        scan(
            new FuzzyRowFilter(
                new ArrayList<>(
                    List.of(new Pair<>(Bytes.toBytes("42??"), new byte[] {0, 0, 1, 1}))))),
        scan(
            new WhileMatchFilter(
                new RowFilter(CompareOperator.LESS, new BinaryComparator(Bytes.toBytes("4300"))))));
  }

  private static Scan scan(Filter filter) {
    return new Scan().setFilter(filter);
  }
}
