package io.halite.client.mapreduce;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * The stored keys of a table whose salt scatters rows, by marked scans that return no values. It
 * remembers the natural keys of all that it has shown. Not thread-safe.
 */
final class StoredKeys implements EvenCuts.Keys {
  private final Table table;
  private final SaltedTable salted;
  private final Set<byte[]> families;
  private final TreeSet<byte[]> natural = new TreeSet<>(KeyBytes::compare);

  /**
   * Keys of rows in some families.
   *
   * @param table of a connection that sends requests as they are
   * @param families none for all
   */
  StoredKeys(Table table, SaltedTable salted, Set<byte[]> families) {
    this.table = table;
    this.salted = salted;
    this.families = families;
  }

  /** The range that holds all stored keys. */
  KeyRange places() {
    return KeyRange.hull(salted.salt().images(KeyRange.all()));
  }

  /** The natural keys of all keys that were shown. */
  Collection<byte[]> natural() {
    return natural;
  }

  @Override
  public List<byte[]> first(KeyRange range, int most) throws IOException {
    return keys(TableKeys.scan(families), range, most);
  }

  @Override
  public Optional<byte[]> last(KeyRange range) throws IOException {
    return keys(TableKeys.scan(families).setReversed(true), range, 1).stream().findFirst();
  }

  private List<byte[]> keys(Scan scan, KeyRange range, int most) throws IOException {
    Scan marked = salted.reads().copies(scan, List.of(range.storable()), most).get(0);
    List<byte[]> keys = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(marked)) {
      // Its iterator would hide an interruption in an unchecked exception.
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        keys.add(row.getRow());
        natural.add(salted.salt().unsalt(row.getRow()));
      }
    }
    return keys;
  }
}
