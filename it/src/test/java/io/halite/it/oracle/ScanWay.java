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
  POOL_ALL,
  POOL_SCANNER,
  POOL_OBSERVED,
  NETWORK_ALL,
  NETWORK_SCANNER,
  NETWORK_OBSERVED;

  /** Bytes; most rows of a run are smaller. */
  private static final int LITTLE_ROOM = 4_096;

  /** Results that a scan closed early has read. */
  private static final int EARLY = 3;

  /**
   * Any way, but not by a scanner of the asynchronous client that stops reading ahead at each cell:
   * HBase's own may forget to go on ({@code ForgottenResumerTest}). The scans that {@code
   * AsyncTable} pushes to a consumer in a pool are read by such a scanner, too.
   */
  static ScanWay drawn(Scan scan, Random random) {
    ScanWay way = values()[random.nextInt(values().length)];
    boolean stops = scan.getMaxResultSize() > 0 && scan.getMaxResultSize() < LITTLE_ROOM;
    boolean isByScanner = way == POOL_SCANNER || way == POOL_OBSERVED || way == NETWORK_SCANNER;
    return isByScanner && stops ? NETWORK_OBSERVED : way;
  }

  /** This way, or one that reads to the end. */
  ScanWay toTheEnd() {
    return this == SYNC_CLOSED_EARLY ? SYNC : this;
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
      case POOL_ALL -> results.addAll(twin.pooled().scanAll(scan).get());
      case NETWORK_ALL -> results.addAll(twin.network().scanAll(scan).get());
      case POOL_SCANNER, NETWORK_SCANNER -> {
        Sender sender = this == POOL_SCANNER ? Sender.POOL : Sender.NETWORK;
        try (ResultScanner scanner = twin.async(sender).getScanner(scan)) {
          scanner.forEach(results::add);
        }
      }
      case POOL_OBSERVED -> results.addAll(Observed.by(twin.pooled(), scan));
      case NETWORK_OBSERVED -> results.addAll(Observed.byRaw(twin.network(), scan));
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
