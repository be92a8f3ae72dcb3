package io.halite.it.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;

/** A way to read a scan to its end, or to a row, by one of HBase's clients. */
enum ScanWay {
  SYNC,
  SYNC_BY_FIVE,
  SYNC_CLOSED_EARLY,
  ASYNC_ALL,
  ASYNC_SCANNER,
  ASYNC_OBSERVED,
  ASYNC_RAW;

  /** Bytes; most rows of a run are smaller. */
  private static final int LITTLE_ROOM = 4_096;

  /** Results that a scan closed early has read. */
  private static final int EARLY = 3;

  /**
   * Any way, but not by a scanner of the asynchronous client that stops reading ahead at each cell:
   * HBase's own may forget to go on ({@code ForgottenResumerTest}). The scans that {@code
   * AsyncTable} pushes to a consumer are read by such a scanner, too.
   */
  static ScanWay drawn(Scan scan, Random random) {
    ScanWay way = values()[random.nextInt(values().length)];
    boolean stops = scan.getMaxResultSize() > 0 && scan.getMaxResultSize() < LITTLE_ROOM;
    boolean isByScanner = way == ASYNC_SCANNER || way == ASYNC_OBSERVED;
    return isByScanner && stops ? ASYNC_RAW : way;
  }

  /** Reads a table, without cursors. */
  List<Result> read(TwinTable twin, Scan scan) throws Exception {
    List<Result> results = new ArrayList<>();
    switch (this) {
      case SYNC, SYNC_CLOSED_EARLY -> {
        int most = this == SYNC ? Integer.MAX_VALUE : EARLY;
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
    results.removeIf(Result::isCursor);
    return results;
  }

  /** What it reads of these rows. */
  List<Result> of(List<Result> rows) {
    return this == SYNC_CLOSED_EARLY ? rows.subList(0, Math.min(EARLY, rows.size())) : rows;
  }

  /**
   * Joins the pieces of each row, since where HBase cuts a row depends on sizes that no client
   * knows. Of a scan closed early the pieces themselves were counted: only its first row is sure.
   */
  List<Result> joined(List<Result> pieces) {
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
    if (this == SYNC_CLOSED_EARLY && !rows.isEmpty()) {
      Cell first = rows.get(0).rawCells()[0];
      return List.of(Result.create(List.of(first)));
    }
    return rows;
  }
}
