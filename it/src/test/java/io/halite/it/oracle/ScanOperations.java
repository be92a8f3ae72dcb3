package io.halite.it.oracle;

import io.halite.it.oracle.Operation.Agreement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;

/** Scans through every client interface that HBase has. */
final class ScanOperations {
  /** A way to read a scan to its end, or to a row. */
  private enum Way {
    SYNC,
    SYNC_BY_FIVE,
    SYNC_CLOSED_EARLY,
    ASYNC_ALL,
    ASYNC_SCANNER,
    ASYNC_OBSERVED,
    ASYNC_RAW
  }

  /** Bytes; most rows of a run are smaller. */
  private static final int LITTLE_ROOM = 4_096;

  private final Random random;
  private final Scans scans;
  private final Columns columns;
  private final TwinClock clock;
  private final Population population;

  ScanOperations(
      Random random, Scans scans, Columns columns, TwinClock clock, Population population) {
    this.random = random;
    this.scans = scans;
    this.columns = columns;
    this.clock = clock;
    this.population = population;
  }

  Operation any() throws IOException {
    return operation(scans.scan(), Agreement.EXACT);
  }

  /** A scan whose filter counts rows; a salted table may refuse it. */
  Operation counting() {
    return operation(scans.countingScan(), Agreement.MAY_BE_REFUSED);
  }

  /** All of a family or a column by the short forms. */
  Operation ofFamily() {
    byte[] family = columns.family();
    byte[] qualifier = columns.qualifier();
    boolean whole = random.nextBoolean();
    return Operation.exact(
        "getScanner of " + Readable.text(family) + (whole ? "" : ":" + Readable.text(qualifier)),
        List.of(),
        (twin, answer) -> {
          try (ResultScanner scanner =
              whole
                  ? twin.table().getScanner(family)
                  : twin.table().getScanner(family, qualifier)) {
            scanner.forEach(answer::add);
          }
        });
  }

  private Operation operation(Scan scan, Agreement agreement) {
    Way way = way(scan);
    population.add(scan);
    List<byte[]> rows = scan.getStartRow().length == 0 ? List.of() : List.of(scan.getStartRow());
    return new Operation(
        "scan " + way + ' ' + ScanText.of(scan, clock),
        rows,
        false,
        agreement,
        (twin, answer) -> {
          List<Result> results = read(twin, new Scan(scan), way);
          results.removeIf(Result::isCursor);
          if (scan.getAllowPartialResults()) {
            joined(results, way == Way.SYNC_CLOSED_EARLY).forEach(answer::add);
          } else {
            results.forEach(answer::add);
          }
        });
  }

  /**
   * Any way, but not through a scanner that stops reading ahead at each cell: HBase's own then
   * forgets, on a busy machine and once in some 20,000 operations, to go on.
   */
  private Way way(Scan scan) {
    Way way = Way.values()[random.nextInt(Way.values().length)];
    boolean stops = scan.getMaxResultSize() > 0 && scan.getMaxResultSize() < LITTLE_ROOM;
    return way == Way.ASYNC_SCANNER && stops ? Way.ASYNC_ALL : way;
  }

  private static List<Result> read(TwinTable twin, Scan scan, Way way) throws Exception {
    List<Result> results = new ArrayList<>();
    switch (way) {
      case SYNC, SYNC_CLOSED_EARLY -> {
        int most = way == Way.SYNC ? Integer.MAX_VALUE : 3;
        try (ResultScanner scanner = twin.table().getScanner(scan)) {
          for (Result next = scanner.next(); next != null; next = scanner.next()) {
            if (!next.isCursor()) {
              results.add(next);
            }
            if (results.size() == most) {
              break;
            }
          }
        }
      }
      case SYNC_BY_FIVE -> {
        try (ResultScanner scanner = twin.table().getScanner(scan)) {
          Result[] some = scanner.next(5);
          while (some.length > 0) {
            results.addAll(List.of(some));
            some = scanner.next(5);
          }
        }
      }
      case ASYNC_ALL -> results.addAll(twin.asyncTable().scanAll(scan).get());
      case ASYNC_SCANNER -> {
        try (ResultScanner scanner = twin.asyncTable().getScanner(scan)) {
          scanner.forEach(results::add);
        }
      }
      case ASYNC_OBSERVED -> results.addAll(Observed.by(twin.asyncTable(), scan));
      case ASYNC_RAW -> results.addAll(Observed.byRaw(twin.rawAsyncTable(), scan));
    }
    return results;
  }

  /**
   * Joins the pieces of each row, since where HBase cuts a row depends on sizes that no client
   * knows. Of a scan closed early the pieces themselves were counted: only its first row is sure.
   */
  private static List<Result> joined(List<Result> pieces, boolean closedEarly) {
    List<Result> rows = new ArrayList<>();
    List<Cell> cells = new ArrayList<>();
    for (Result piece : pieces) {
      if (!cells.isEmpty() && !CellUtil.matchingRows(cells.get(0), piece.getRow())) {
        rows.add(Result.create(cells));
        cells = new ArrayList<>();
      }
      cells.addAll(piece.listCells());
    }
    if (!cells.isEmpty()) {
      rows.add(Result.create(cells));
    }
    if (closedEarly && !rows.isEmpty()) {
      Cell first = rows.get(0).rawCells()[0];
      return List.of(Result.create(List.of(first)));
    }
    return rows;
  }
}
