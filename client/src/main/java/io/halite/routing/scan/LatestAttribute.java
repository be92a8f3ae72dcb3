package io.halite.routing.scan;

import io.halite.filters.segment.LatestFilter;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.routing.latest.ChoiceText;
import io.halite.routing.latest.LatestException;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The scan attribute {@code halite.latest}: only the newest rows of each key, for clients without
 * Halite's classes.
 *
 * <p>{@code scan 't', {ATTRIBUTES => {'halite.latest' => '3'}}} in the HBase shell; {@code 24 each
 * 1h} takes one row of each hour, {@code at} and times the last row by each. All rows of a key that
 * pass the scan's columns and filter count; the start and stop row only choose among the newest
 * rows. A scan counts from the beginning of each key, so it returns the same rows when it continues
 * in another region or resumes in the middle of a key. Immutable and thread-safe.
 */
public final class LatestAttribute {
  /** The name of the attribute. */
  public static final String ATTRIBUTE = "halite.latest";

  private final LatestKeys keys;
  private final ChoiceText chosen;
  private final Salt salt;

  private LatestAttribute(LatestKeys keys, ChoiceText chosen, Salt salt) {
    this.keys = keys;
    this.chosen = chosen;
    this.salt = salt;
  }

  /**
   * Makes an attribute of the filter that says the same, if the scan has it.
   *
   * @throws DoNotRetryIOException if the scan has the attribute, too
   */
  static void adopt(Scan scan) throws IOException {
    Optional<String> text = LatestFilter.takeFrom(scan);
    if (text.isPresent() && scan.getAttribute(ATTRIBUTE) != null) {
      throw new DoNotRetryIOException(
          ATTRIBUTE + ": the scan has LatestFilter, too; remove one of them");
    }
    text.ifPresent(it -> scan.setAttribute(ATTRIBUTE, it.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Returns the attribute of a scan; empty if the scan does not have it.
   *
   * @throws DoNotRetryIOException if the value is no {@link ChoiceText}, the scan is reversed, or
   *     the table's layout has no time
   */
  static Optional<LatestAttribute> of(Scan scan, SaltedTable table) throws DoNotRetryIOException {
    Optional<String> text =
        Optional.ofNullable(scan.getAttribute(ATTRIBUTE))
            .map(value -> new String(value, StandardCharsets.UTF_8));
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      ChoiceText chosen = ChoiceText.parse(ATTRIBUTE, text.get());
      if (scan.isReversed()) {
        throw new LatestException(
            ATTRIBUTE, text.get(), "newest rows are read forward, not reversed");
      }
      return Optional.of(
          new LatestAttribute(LatestKeys.of(table.spec().layout()), chosen, table.salt()));
    } catch (LatestException e) {
      throw new DoNotRetryIOException(e.getMessage() + " (" + table + ")", e);
    }
  }

  /** Refuses a page filter, which would count rows that the scan drops. */
  void requireNoPage(boolean paged) throws DoNotRetryIOException {
    if (paged) {
      throw new DoNotRetryIOException(
          ATTRIBUTE
              + " '"
              + chosen.limit()
              + "': a page filter counts rows that this attribute drops; use LIMIT");
    }
  }

  /** Widens a natural range to the beginning of the key in which it starts. */
  KeyRange widened(KeyRange natural) {
    return keys.historyOf(natural.start())
        .map(history -> KeyRange.of(history, natural.stop()))
        .orElse(natural);
  }

  /**
   * Returns the cut that selects the rows to return from the rows of {@link #widened}.
   *
   * @param from the first natural row that the scan may return
   */
  LatestCut cut(byte[] from) {
    return new LatestCut(keys, chosen, salt, from);
  }
}
