package io.halite.client.shell;

import io.halite.client.operate.Explanation;
import io.halite.client.operate.SaltedTableOperations;
import io.halite.keys.KeyRange;
import io.halite.keys.Utf8;
import io.halite.routing.endpoint.RegionFacts;
import io.halite.routing.endpoint.RegionReading;
import io.halite.routing.scan.CountedAttribute;
import io.halite.routing.scan.JoinedPlan;
import io.halite.routing.scan.MergedPlan;
import io.halite.routing.scan.PassedPlan;
import io.halite.routing.scan.ScanPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * The command {@code explain_where} of HBase's shell: what a query would read, and, if it is asked
 * to run it, what it did read.
 *
 * <p>Stateless; the shell closes the connection. It runs with the client of HBase 2.4 and newer.
 */
public final class ExplainCommand {
  private static final int SHOWN = 16;

  private ExplainCommand() {}

  /**
   * Shows the plan of a query over the natural keys from {@code start} to {@code stop}.
   *
   * @param text the query, in UTF-8
   * @throws IllegalArgumentException if it is not UTF-8
   */
  public static void explain(
      Connection connection,
      String table,
      byte[] text,
      byte[] start,
      byte[] stop,
      boolean run,
      Consumer<String> line)
      throws IOException {
    String query = Utf8.decode(text);
    TableName name = TableName.valueOf(table);
    Scan bounds = new Scan().withStartRow(start).withStopRow(stop);
    SaltedTableOperations operations = SaltedTableOperations.of(connection, name);
    Explanation explanation = operations.explain(bounds, query);
    lines(explanation).forEach(line);
    if (run) {
      long number = ThreadLocalRandom.current().nextLong();
      Scan scan = SaltedTableOperations.withQuery(bounds, query);
      CountedAttribute.putOn(scan, number);
      try (Table opened = connection.getTable(name)) {
        line.accept(was(opened, scan));
      }
      line.accept("sought    " + sought(operations.counted(explanation, number)));
    }
  }

  private static List<String> lines(Explanation explanation) {
    List<String> lines = new ArrayList<>();
    ScanPlan plan = explanation.plan();
    lines.add("query     " + explanation.query());
    lines.add("range     " + plan.natural().range());
    lines.add("plan      " + kind(plan));
    capped(explanation.read()).forEach(image -> lines.add("read      " + image));
    lines.add(
        "regions   %d of %d that store rows, %s of %s"
            .formatted(
                explanation.asked().size(),
                explanation.storing().size(),
                ShareBars.bytes(explanation.bytesAsked()),
                ShareBars.bytes(explanation.bytesStored())));
    capped(explanation.asked().stream().map(ExplainCommand::region).toList()).forEach(lines::add);
    lines.add("estimate  " + estimate(explanation));
    lines.add("seeks     " + seeks(explanation));
    if (explanation.seeks()) {
      capped(explanation.query().seekOrder()).forEach(order -> lines.add("order     " + order));
    }
    return lines;
  }

  private static String estimate(Explanation explanation) {
    return explanation
        .estimate()
        .map(
            reading ->
                "%s with %d cells: index entries of store files that hold the ranges, and memory"
                    .formatted(ShareBars.bytes(reading.bytes()), reading.cells()))
        .orElse("not known: the servers run a version of Halite that does not estimate");
  }

  private static String sought(Optional<RegionReading.Counted> counted) {
    return counted
        .map(
            count ->
                "%d hints of the filters, which were shown %d rows and %d cells"
                    .formatted(count.seeks(), count.rows(), count.cells()))
        .orElse("not known: the servers run a version of Halite that does not count");
  }

  private static String kind(ScanPlan plan) {
    if (plan.natural().table().isPlain()) {
      return "served in place by each region";
    }
    String places = places(plan.images().size(), buckets(plan));
    if (plan instanceof MergedPlan) {
      return buckets(plan) > 1
          ? "merges rows of buckets in natural order; " + places
          : "reads rows in natural order; " + places;
    }
    return plan instanceof JoinedPlan
        ? "joins the places of each row; " + places
        : "gathers scattered rows in passes; " + places;
  }

  private static String places(int images, int buckets) {
    if (buckets > 1) {
      return "%d of %d buckets".formatted(images, buckets);
    }
    return images == 0 ? "no stored range" : "one stored range";
  }

  private static String region(RegionFacts region) {
    return "region    %s on %s, %s"
        .formatted(region.rows(), region.server(), ShareBars.bytes(region.bytes()));
  }

  private static String seeks(Explanation explanation) {
    if (!explanation.seeks()) {
      return "none: every row of the stored ranges is read"
          + (explanation.plan() instanceof PassedPlan
              ? ", in each pass of each gateway region"
              : "");
    }
    return "to %s%s; in them by the other segments, where a seek is cheaper"
        .formatted(
            explanation.ranges().map(ExplainCommand::count).orElse("too many ranges to list"),
            buckets(explanation.plan()) > 1 ? " over all buckets" : "");
  }

  private static String count(List<KeyRange> ranges) {
    return ranges.size() + (ranges.size() == 1 ? " range" : " ranges") + " of natural keys";
  }

  private static int buckets(ScanPlan plan) {
    return plan.natural().table().salt().prefixes().size();
  }

  private static List<String> capped(List<?> all) {
    List<String> shown = new ArrayList<>(all.stream().limit(SHOWN).map(String::valueOf).toList());
    if (all.size() > SHOWN) {
      shown.add("… and %d more".formatted(all.size() - SHOWN));
    }
    return shown;
  }

  private static String was(Table table, Scan scan) throws IOException {
    long rows = 0;
    long cells = 0;
    Map<String, Long> counts;
    try (ResultScanner scanner = table.getScanner(scan.setScanMetricsEnabled(true))) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows++;
        cells += row.size();
      }
      counts = scanner.getScanMetrics().getMetricsMap();
    }
    return "was       " + was(rows, cells, counts);
  }

  /** Clients before HBase 2.6 do not count the bytes of blocks. */
  static String was(long rows, long cells, Map<String, Long> counts) {
    String blocks =
        Optional.ofNullable(counts.get("BLOCK_BYTES_SCANNED"))
            .map(bytes -> "%s of blocks; ".formatted(ShareBars.bytes(bytes)))
            .orElse("");
    return "%d rows with %d cells, %s; %d rows scanned, %d of them filtered; %s%d RPCs"
        .formatted(
            rows,
            cells,
            ShareBars.bytes(counts.getOrDefault("BYTES_IN_RESULTS", 0L)),
            counts.getOrDefault("ROWS_SCANNED", 0L),
            counts.getOrDefault("ROWS_FILTERED", 0L),
            blocks,
            counts.getOrDefault("RPC_CALLS", 0L));
  }
}
