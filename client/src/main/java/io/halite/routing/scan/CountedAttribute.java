package io.halite.routing.scan;

import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.client.Attributes;

/**
 * The scan attribute {@code halite.counted}: a number under which each owner counts what the scan's
 * filter is shown and how many hints it gives, for {@code explain_where}.
 *
 * <p>Its value is the number in 8 bytes, which the client draws at random. Whatever the route of
 * the scan, the attribute reaches its owners; they keep the counts of their last scans. One of
 * another length, or of 0, counts nothing. Stateless.
 */
public final class CountedAttribute {
  /** The name of the attribute. */
  public static final String ATTRIBUTE = "halite.counted";

  /** The number of a request that names none. */
  private static final long NONE = 0;

  private CountedAttribute() {}

  /** Sets the attribute on a scan. */
  public static void putOn(Attributes scan, long number) {
    scan.setAttribute(ATTRIBUTE, ByteBuffer.allocate(Long.BYTES).putLong(number).array());
  }

  /** Returns the number of a scan; empty if it is not to be counted. */
  public static OptionalLong of(Attributes scan) {
    byte[] value = scan.getAttribute(ATTRIBUTE);
    long number =
        value == null || value.length != Long.BYTES ? NONE : ByteBuffer.wrap(value).getLong();
    return number == NONE ? OptionalLong.empty() : OptionalLong.of(number);
  }
}
