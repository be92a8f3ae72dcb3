package io.halite.coprocessor.latest;

import io.halite.coprocessor.latest.SeekableRows.Step;
import io.halite.keys.KeyBytes;
import io.halite.routing.latest.PageBudget;
import io.halite.routing.latest.PageRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.ScannerContext.LimitScope;

/**
 * The last rows of a range, by a scanner of HBase that reads backward, one for each range.
 *
 * <p>A page cannot end in the middle of such a range, since it says how far it came forward. So the
 * first history of a page is read for most of the time that the caller waits, at most a minute, and
 * then fails; so does one whose rows take more than 32 MB. What it holds is reserved in the
 * server's memory: what does not fit ends the page, or if it comes first is refused for now. For
 * one thread.
 */
final class BackwardRows implements RowsBefore {
  private static final long MOST_BYTES = 32 << 20;

  private final EndpointScan scan;
  private final PageRequest request;
  private final long deadline;
  private final long callerDeadline;
  private final LongSupplier clock;
  private final RowMemory memory;

  /**
   * Reads rows of the page's cells.
   *
   * @param deadline when the page ends, in milliseconds since 1970
   * @param callerDeadline when the caller gives up
   * @param clock milliseconds since 1970
   * @param memory reserves the rows of a range before they are copied
   */
  BackwardRows(
      EndpointScan scan,
      PageRequest request,
      long deadline,
      long callerDeadline,
      LongSupplier clock,
      RowMemory memory) {
    this.scan = scan;
    this.request = request;
    this.deadline = deadline;
    this.callerDeadline = callerDeadline;
    this.clock = clock;
    this.memory = memory;
  }

  @Override
  public Optional<List<Step>> read(byte[] first, byte[] stop, int limit, boolean patient)
      throws IOException {
    Optional<List<Step>> rows =
        scan.readBackward(request, first, stop, scanner -> rows(scanner, stop, limit, patient));
    if (rows.isEmpty() && patient) {
      throw new DoNotRetryIOException(
          "the oldest rows before stored row "
              + KeyBytes.readable(stop)
              + ": columns or condition of the query hide so many newer rows that the time of a"
              + " call was over; widen them, or bound the times (table '"
              + scan.table()
              + "')");
    }
    return rows;
  }

  private Optional<List<Step>> rows(RegionScanner scanner, byte[] stop, int limit, boolean patient)
      throws IOException {
    long until = patient ? patientUntil(clock.getAsLong(), callerDeadline) : deadline;
    List<Step> rows = new ArrayList<>();
    long bytes = 0;
    boolean more = true;
    while (more && rows.size() < limit) {
      List<Cell> cells = new ArrayList<>();
      more =
          scanner.nextRaw(
              cells,
              ScannerContext.newBuilder(true)
                  .setTimeLimit(LimitScope.BETWEEN_CELLS, until)
                  .build());
      if (more && clock.getAsLong() >= until) {
        return Optional.empty();
      }
      bytes += cells.stream().mapToLong(Cell::getSerializedSize).sum();
      if (bytes > MOST_BYTES) {
        return tooLarge(stop, patient);
      }
      if (!fits(bytes, patient)) {
        return Optional.empty();
      }
      if (!cells.isEmpty()) {
        rows.add(copied(cells));
      }
    }
    return Optional.of(rows);
  }

  private static Step copied(List<Cell> cells) {
    List<Cell> copies = new ArrayList<>(cells.size());
    for (Cell cell : cells) {
      copies.add(KeyValueUtil.copyToNewKeyValue(cell));
    }
    return Step.of(CellUtil.cloneRow(copies.get(0)), copies);
  }

  /**
   * Until when a history is read that must be read in one call: four fifths of the time that the
   * caller still waits, since it must receive the answer before it gives up, or it repeats the
   * whole request.
   */
  static long patientUntil(long now, long callerDeadline) {
    long waits = Math.max(0, callerDeadline - now);
    return now + Math.max(1, Math.min(PageBudget.MAX_MILLIS, waits / 5 * 4));
  }

  private boolean fits(long bytes, boolean patient) throws RpcThrottlingException {
    try {
      memory.hold(bytes);
      return true;
    } catch (RpcThrottlingException e) {
      if (patient) {
        throw e;
      }
      // The page ends before this history, and the next one begins with it.
      return false;
    }
  }

  private Optional<List<Step>> tooLarge(byte[] stop, boolean patient) throws DoNotRetryIOException {
    if (!patient) {
      return Optional.empty();
    }
    throw new DoNotRetryIOException(
        "the oldest rows before stored row "
            + KeyBytes.readable(stop)
            + " take more than "
            + (MOST_BYTES >> 20)
            + " MB, which one call reads at most: request fewer rows or columns (table '"
            + scan.table()
            + "')");
  }
}
