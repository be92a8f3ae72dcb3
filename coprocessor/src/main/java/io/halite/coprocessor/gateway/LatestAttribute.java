package io.halite.coprocessor.gateway;

import io.halite.coprocessor.rights.ScannerOwner;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.routing.latest.LatestException;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.Selection;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/**
 * The scan attribute {@code halite.latest}: of each key only its newest rows, for clients that have
 * none of Halite's classes.
 *
 * <p>{@code scan 't', {ATTRIBUTES => {'halite.latest' => '3'}}} in the HBase shell. Which rows are
 * the newest of a key depends on all rows of the key that the scan's columns and filter leave;
 * start and stop row only choose among those. So a scan that goes on in another region, or is taken
 * up again in the middle of a key, gives the same rows: it counts from the key's beginning.
 */
public final class LatestAttribute {
  /** The name of the attribute. */
  public static final String ATTRIBUTE = "halite.latest";

  private static final String FROM = "halite.latest.from";

  private final LatestKeys keys;
  private final int limit;
  private final Salt salt;

  private LatestAttribute(LatestKeys keys, int limit, Salt salt) {
    this.keys = keys;
    this.limit = limit;
    this.salt = salt;
  }

  /**
   * The form of a scan; empty for an ordinary one.
   *
   * @throws DoNotRetryIOException if the scan or the table cannot have one
   */
  static Optional<LatestAttribute> of(Scan scan, SaltedTable table) throws DoNotRetryIOException {
    byte[] value = scan.getAttribute(ATTRIBUTE);
    if (value == null) {
      return Optional.empty();
    }
    String text = new String(value, StandardCharsets.UTF_8);
    try {
      int limit = text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
      if (limit < 1 || limit > Selection.MAX_LIMIT) {
        throw new LatestException(
            ATTRIBUTE, KeyBytes.cut(text), "it is a number of rows, 1 to " + Selection.MAX_LIMIT);
      }
      if (scan.isReversed()) {
        throw new LatestException(ATTRIBUTE, text, "newest rows are read forward, not reversed");
      }
      return Optional.of(
          new LatestAttribute(LatestKeys.of(table.spec().layout()), limit, table.salt()));
    } catch (LatestException e) {
      throw new DoNotRetryIOException(e.getMessage() + " (" + table + ")", e);
    }
  }

  /** Rows that may be read for each that is given: the others of a key that is cut. */
  int limit() {
    return limit;
  }

  /** Refuses a page filter, which would count rows that are not given. */
  void requireNoPage(boolean paged) throws DoNotRetryIOException {
    if (paged) {
      throw new DoNotRetryIOException(
          ATTRIBUTE + " '" + limit + "': a page filter counts rows before they are cut; use LIMIT");
    }
  }

  /** The natural range, from the beginning of the key that its start lies in. */
  KeyRange widened(KeyRange natural) {
    return keys.historyOf(natural.start())
        .map(history -> KeyRange.of(history, natural.stop()))
        .orElse(natural);
  }

  /** Which natural rows are given of those that begin at {@link #widened}. */
  LatestCut cut(byte[] from) {
    return new LatestCut(keys, limit, salt, from);
  }

  /**
   * Widens a scan of a table without salt within its region.
   *
   * @throws DoNotRetryIOException if the key in which it begins, begins in another region
   */
  public static void prepareInPlace(Scan scan, SaltedTable table, RegionInfo region)
      throws IOException {
    Optional<LatestAttribute> form = table == null ? Optional.empty() : of(scan, table);
    if (form.isEmpty()) {
      return;
    }
    KeyRange asked =
        KeyRange.ofScan(
                scan.getStartRow(),
                scan.includeStartRow(),
                scan.getStopRow(),
                scan.includeStopRow())
            .intersect(KeyRange.of(region.getStartKey(), region.getEndKey()));
    byte[] start = form.get().widened(asked).start();
    if (KeyBytes.compare(start, region.getStartKey()) < 0) {
      throw new DoNotRetryIOException(
          ATTRIBUTE
              + ": key "
              + KeyBytes.readable(start)
              + " is cut by the region border "
              + KeyBytes.readable(region.getStartKey())
              + ", and a table without salt cannot look over it; ask LatestEndpoint, or merge the"
              + " two regions ("
              + table
              + ")");
    }
    scan.withStartRow(start, true);
    scan.setAttribute(FROM, asked.start());
    scan.setLoadColumnFamiliesOnDemand(false);
  }

  /** Prepares a scan of stored keys, whose rows the gateway cuts again. */
  public static void prepareStored(Scan scan, SaltedTable table) throws IOException {
    if (of(scan, table).isPresent()) {
      scan.setAttribute(FROM, null);
      scan.setLoadColumnFamiliesOnDemand(false);
    }
  }

  /** A scanner of stored rows that jumps over each history; the same one for an ordinary scan. */
  public static RegionScanner over(
      RegionScanner scanner, Scan scan, SaltedTable table, ScannerOwner owner) throws IOException {
    Optional<LatestAttribute> form = of(scan, table);
    if (form.isEmpty()) {
      return scanner;
    }
    byte[] from = scan.getAttribute(FROM);
    return new LatestRegionScanner(
        scanner, form.get().cut(from == null ? new byte[0] : from), owner);
  }
}
