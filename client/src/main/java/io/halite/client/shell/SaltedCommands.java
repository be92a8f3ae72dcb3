package io.halite.client.shell;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.client.operate.Spread;
import io.halite.client.operate.WalkProgress;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import io.halite.keys.Segment;
import io.halite.routing.endpoint.RegionFacts;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/**
 * The commands of HBase's shell on salted tables: {@code describe_salted}, {@code spread}, {@code
 * where_is}, {@code verify_salted} and {@code delete_by_prefix}.
 *
 * <p>Each passes its lines to {@code line} as they become known. Stateless; the shell closes the
 * connection. It runs with the client of HBase 2.4 and newer.
 */
public final class SaltedCommands {
  private SaltedCommands() {}

  /** Shows the spec in its canonical text, its segments, and which versions of Halite serve it. */
  public static void describe(Connection connection, String table, Consumer<String> line)
      throws IOException {
    SaltedTableOperations operations = open(connection, table);
    List<RegionFacts> facts = operations.facts();
    line.accept("spec      " + operations.spec());
    for (Segment segment : operations.spec().layout().segments()) {
      line.accept("segment   " + segment);
    }
    for (RowIndex index : operations.spec().indexes()) {
      line.accept("index     %s, kept in table '%s'".formatted(index, index.tableOf(table)));
    }
    int buckets = operations.spec().salt().prefixes().size();
    long storing = facts.stream().filter(region -> stores(operations, region)).count();
    line.accept(
        "salt      %s: %d bucket%s in %d regions; %d regions are gateways only"
            .formatted(
                operations.spec().salt(),
                buckets,
                buckets == 1 ? "" : "s",
                storing,
                facts.size() - storing));
    Map<String, Long> versions =
        facts.stream()
            .collect(
                Collectors.groupingBy(
                    region -> region.version().isEmpty() ? "unknown" : region.version(),
                    TreeMap::new,
                    Collectors.counting()));
    versions.forEach(
        (version, regions) -> line.accept("version   " + version + " on " + regions + " regions"));
  }

  private static boolean stores(SaltedTableOperations operations, RegionFacts region) {
    return operations.spec().salt().images(KeyRange.all()).stream()
        .anyMatch(bucket -> !bucket.intersect(region.rows()).isEmpty());
  }

  /**
   * Shows rows, bytes and requests of each bucket, forwarded requests of each gateway, and the
   * imbalance.
   */
  public static void spread(Connection connection, String table, Consumer<String> line)
      throws IOException {
    Spread spread = open(connection, table).spread(step -> report(step, line));
    ShareBars.of("bucket", spread.buckets(), Spread.Share::rows).forEach(line);
    List<String> gateways =
        ShareBars.of("gateway", spread.gateways(), share -> share.reads() + share.writes());
    gateways.forEach(line);
    line.accept(
        String.format(
            Locale.ROOT,
            "imbalance: the fullest bucket has %.2f times the rows of the mean",
            spread.imbalance()));
  }

  /** Shows gateway, bucket, stored key in readable bytes, owner and server of one natural key. */
  public static void whereIs(
      Connection connection, String table, byte[] natural, Consumer<String> line)
      throws IOException {
    open(connection, table).whereIs(natural).lines().forEach(line);
  }

  /** Checks every stored key and returns how many are wrong. */
  public static long verify(Connection connection, String table, Consumer<String> line)
      throws IOException {
    VerifyLines lines = new VerifyLines(line);
    try {
      WalkProgress end = open(connection, table).verify(lines);
      lines.end();
      return end.wrong();
    } catch (IOException | RuntimeException e) {
      lines.failed();
      throw e;
    }
  }

  /** Deletes the rows of a prefix, or counts them, and returns how many. */
  public static long deleteByPrefix(
      Connection connection, String table, byte[] prefix, boolean dryRun, Consumer<String> line)
      throws IOException {
    SaltedTableOperations operations = open(connection, table);
    WalkProgress end = operations.deleteByPrefix(prefix, dryRun, step -> report(step, line));
    String rows = operations.spec().salt().isSinglePlace() ? "rows" : "stored rows";
    line.accept("%d %s %s".formatted(end.rows(), rows, dryRun ? "would be deleted" : "deleted"));
    return end.rows();
  }

  private static void report(WalkProgress step, Consumer<String> line) {
    if (step.steps() % 10 == 0) {
      line.accept("%d steps, %d rows ...".formatted(step.steps(), step.rows()));
    }
  }

  private static SaltedTableOperations open(Connection connection, String table)
      throws IOException {
    return SaltedTableOperations.of(connection, TableName.valueOf(table));
  }
}
