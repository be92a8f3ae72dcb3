package io.halite.coprocessor.host;

import org.apache.hadoop.hbase.HConstants;

/**
 * The pair by which a server knows a repeated increment or append again.
 *
 * @param group one number for each client
 * @param number one number for each operation of it
 */
public record Nonce(long group, long number) {
  /** An operation that its client did not number. */
  public static final Nonce NONE = new Nonce(HConstants.NO_NONCE, HConstants.NO_NONCE);
}
