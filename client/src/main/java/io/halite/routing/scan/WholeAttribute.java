package io.halite.routing.scan;

import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The scan attribute {@code halite.whole}: the reader concludes something from what a row does not
 * hold, so that the servers must not hide a part of it.
 *
 * <p>HBase's AccessController hides in silence what the user of a scan may not read. A sweep of an
 * index would then take entries in use for stale ones. A region of a salted table refuses a scan
 * that has this attribute if it would hide anything. The value means nothing; the attribute grants
 * nothing. Stateless.
 */
public final class WholeAttribute {
  /** The name of the attribute. */
  public static final String ATTRIBUTE = "halite.whole";

  private static final byte[] ON = {1};

  private WholeAttribute() {}

  /** Sets the attribute on a scan; returns the same scan. */
  public static Scan putOn(Scan scan) {
    return scan.setAttribute(ATTRIBUTE, ON);
  }

  /** Whether a read has the attribute. */
  public static boolean isOn(Attributes read) {
    return read.getAttribute(ATTRIBUTE) != null;
  }
}
