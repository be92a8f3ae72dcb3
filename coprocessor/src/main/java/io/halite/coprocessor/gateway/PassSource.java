package io.halite.coprocessor.gateway;

import io.halite.keys.KeyRange;
import io.halite.routing.merge.PassedScan;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The passes of one natural scan of a scattering salt.
 *
 * @param table the table
 * @param natural the user's scan
 * @param wanted how many rows it wants; 0: all
 * @param costs where passes and rows are counted
 * @param priority of the scans of stored keys
 */
record PassSource(SaltedTable table, Scan natural, long wanted, PassCosts costs, int priority)
    implements PassedScan.Source {
  @Override
  public boolean reversed() {
    return natural.isReversed();
  }

  @Override
  public List<Scan> over(KeyRange range) throws IOException {
    List<Scan> scans = table.reads().pass(natural, table.salt().images(range), range);
    for (Scan scan : scans) {
      scan.setCaching(Integer.MAX_VALUE);
      scan.setMaxResultSize(costs.limits().readAhead());
      scan.setPriority(priority);
    }
    return scans;
  }

  @Override
  public void begun() {
    costs.passes().increment();
  }

  @Override
  public void looked(long rows) {
    costs.rows().increment(rows);
  }

  @Override
  public String advice() {
    return advice(table)
        + ", ask for fewer rows, or say scan=passes in the table's coprocessor attribute ("
        + table
        + ")";
  }

  /** What a scan has to do to read one place. */
  static String advice(SaltedTable table) {
    List<String> segments = table.salt().scatteringSegments();
    return segments.equals(List.of("*"))
        ? "get single keys"
        : "let start and stop row fix segment '" + String.join("', '", segments) + "'";
  }
}
