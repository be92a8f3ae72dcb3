package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ScanProgress;
import io.halite.coprocessor.rights.ScannerOwner;
import io.halite.routing.scan.LatestCut;
import io.halite.routing.scan.OwnerScan;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;

/**
 * A region's scanner that drops rows that are not among the newest of their key.
 *
 * <p>Of a long history it reads one row more than it returns, and jumps over the rest.
 */
public final class LatestRegionScanner implements RegionScanner, ScannerOwner.Owned {
  private final RegionScanner scanner;
  private final LatestCut cut;
  private final ScannerOwner owner;

  /** Replaces the region's own scanner for a scan that the region serves in place. */
  public static ScanOpenings.Replacement of(OwnerScan plan) {
    return (core, owner) ->
        plan.cut().isPresent() ? new LatestRegionScanner(core, plan.cut().get(), owner) : core;
  }

  private LatestRegionScanner(RegionScanner scanner, LatestCut cut, ScannerOwner owner) {
    this.scanner = scanner;
    this.cut = cut;
    this.owner = owner;
  }

  @Override
  public boolean nextRaw(List<Cell> result, ScannerContext context) throws IOException {
    boolean more = scanner.nextRaw(result, context);
    return shown(result, context, more);
  }

  @Override
  public boolean next(List<Cell> result, ScannerContext context) throws IOException {
    boolean more = scanner.next(result, context);
    return shown(result, context, more);
  }

  private boolean shown(List<Cell> result, ScannerContext context, boolean more)
      throws IOException {
    try {
      if (result.isEmpty() || cut.admits(result.get(0))) {
        return more;
      }
    } catch (RuntimeException e) {
      throw owner.shown(
          new DoNotRetryIOException("cannot determine the newest rows: " + e.getMessage(), e));
    }
    ScanProgress.dropped(context, result);
    result.clear();
    boolean goesOn = more;
    // In the middle of a row the filter still holds what it has seen of it: the row is read out.
    if (more && cut.isOver() && !ScanProgress.isInRow(context)) {
      Optional<byte[]> behind = cut.behind();
      goesOn = behind.isPresent();
      if (goesOn) {
        scanner.reseek(behind.get());
      }
    }
    // An answer without cells: HBase's scan loop calls again, and the next call begins a new row.
    ScanProgress.rowDone(context, goesOn);
    return goesOn;
  }

  @Override
  public boolean next(List<Cell> result) throws IOException {
    return next(result, ScannerContext.newBuilder().build());
  }

  @Override
  public boolean nextRaw(List<Cell> result) throws IOException {
    return nextRaw(result, ScannerContext.newBuilder().build());
  }

  @Override
  public boolean isFilterDone() throws IOException {
    return scanner.isFilterDone();
  }

  @Override
  public boolean reseek(byte[] row) throws IOException {
    return scanner.reseek(row);
  }

  @Override
  public ScannerOwner owner() {
    return owner;
  }

  @Override
  public RegionInfo getRegionInfo() {
    return scanner.getRegionInfo();
  }

  @Override
  public long getMaxResultSize() {
    return scanner.getMaxResultSize();
  }

  @Override
  public long getMvccReadPoint() {
    return scanner.getMvccReadPoint();
  }

  @Override
  public int getBatch() {
    return scanner.getBatch();
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
