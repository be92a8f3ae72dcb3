package io.halite.routing.scan;

import io.halite.keys.KeyBytes;
import io.halite.routing.table.SaltedTable;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The scan attribute {@code halite.unordered}: the reader needs no order of rows, so that the
 * connection plug-in passes the rows of all buckets on as they come.
 *
 * <pre>{@code
 * Scan all = UnorderedAttribute.putOn(new Scan(), 8);
 * try (ResultScanner rows = table.getScanner(all)) {
 *   rows.forEach(…);
 * }
 * }</pre>
 *
 * <p>Its value is the number of buckets to read at once, {@code 38} for 8. The scan returns the
 * same rows as without it, each once. It promises nothing about their order, so it may return them
 * in natural order, as gateways do. Immutable and thread-safe.
 *
 * @param bucketsAtOnce the most buckets that are read at the same time
 */
public record UnorderedAttribute(int bucketsAtOnce) {
  /** The name of the attribute. */
  public static final String ATTRIBUTE = "halite.unordered";

  /** The most buckets that a salt has. */
  private static final int MOST_AT_ONCE = 256;

  /** Refuses a number of buckets that no salt has. */
  public UnorderedAttribute {
    if (!isPossible(bucketsAtOnce)) {
      throw new IllegalArgumentException(refusal(String.valueOf(bucketsAtOnce)));
    }
  }

  /**
   * Sets the attribute on a scan.
   *
   * @param bucketsAtOnce how many buckets to read at the same time, 1 to 256
   * @return the same scan
   * @throws IllegalArgumentException if the number is another one
   */
  public static Scan putOn(Scan scan, int bucketsAtOnce) {
    String value = String.valueOf(new UnorderedAttribute(bucketsAtOnce).bucketsAtOnce());
    return scan.setAttribute(ATTRIBUTE, value.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns the attribute of a scan; empty if the scan does not have it.
   *
   * @throws DoNotRetryIOException if the value is not a number from 1 to 256, or the scan is
   *     reversed, which asks for an order
   */
  static Optional<UnorderedAttribute> of(Scan scan, SaltedTable table)
      throws DoNotRetryIOException {
    byte[] value = scan.getAttribute(ATTRIBUTE);
    if (value == null) {
      return Optional.empty();
    }
    String text = new String(value, StandardCharsets.UTF_8);
    int bucketsAtOnce = text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : 0;
    if (!isPossible(bucketsAtOnce)) {
      throw new DoNotRetryIOException(refusal(text) + " (" + table + ")");
    }
    if (scan.isReversed()) {
      throw new DoNotRetryIOException(
          "%s '%s': a reversed scan asks for an order, which this attribute gives up: scan forward,"
                  .formatted(ATTRIBUTE, text)
              + " or leave the attribute out ("
              + table
              + ")");
    }
    return Optional.of(new UnorderedAttribute(bucketsAtOnce));
  }

  private static boolean isPossible(int bucketsAtOnce) {
    return bucketsAtOnce >= 1 && bucketsAtOnce <= MOST_AT_ONCE;
  }

  private static String refusal(String given) {
    return "%s '%s': it must be the number of buckets to read at once, 1 to %d"
        .formatted(ATTRIBUTE, KeyBytes.cut(given), MOST_AT_ONCE);
  }
}
