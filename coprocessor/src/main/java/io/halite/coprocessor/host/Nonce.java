package io.halite.coprocessor.host;

import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;

/**
 * The pair by which a server knows a repeated increment or append again.
 *
 * @param group one number for each client
 * @param number one number for each operation of it
 */
public record Nonce(long group, long number) {
  /** An operation that its client did not number. */
  public static final Nonce NONE = new Nonce(HConstants.NO_NONCE, HConstants.NO_NONCE);

  /** The nonce of mutations that a client has sent as one operation. */
  static Nonce of(long group, List<MutationProto> mutations) {
    long number = HConstants.NO_NONCE;
    for (MutationProto mutation : mutations) {
      if (mutation.hasNonce()) {
        number = mutation.getNonce();
      }
    }
    return number == HConstants.NO_NONCE ? NONE : new Nonce(group, number);
  }
}
