package io.halite.routing.table;

import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * The refusal of a batch that has marked writes of stored keys beside writes of natural keys.
 *
 * <p>HBase fails all writes of the batch with it before it applies any. The mutator of the plug-in
 * buffers both kinds when its spec is forgotten between two writes, and sends them again.
 * Stateless.
 */
public final class MixedBatch {
  private static final String REFUSAL = String.valueOf(refusal().getMessage());

  private MixedBatch() {}

  /** The refusal, of a class that every client can load. */
  public static DoNotRetryIOException refusal() {
    return new DoNotRetryIOException(
        "a batch mixes marked writes of stored keys with writes of natural keys: send them in"
            + " separate batches");
  }

  /** Whether an owner's answer is this refusal. */
  public static boolean isIn(Throwable answer) {
    return PlainRefusal.isIn(answer, REFUSAL);
  }
}
