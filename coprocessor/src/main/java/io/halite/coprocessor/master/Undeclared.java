package io.halite.coprocessor.master;

import java.io.IOException;

/**
 * Refusals by hooks that declare no {@link IOException}, such as {@code preTruncateRegion} of HBase
 * 2.6.
 *
 * <p>HBase's master takes an unchecked exception of a hook for a fault, and may abort. It passes an
 * {@code IOException} on to the client, of every hook alike. So this throws one undeclared.
 */
final class Undeclared {
  private Undeclared() {}

  /** Throws the refusal; to be written {@code throw Undeclared.refusal(e)}. */
  static RuntimeException refusal(IOException refusal) {
    throw Undeclared.<RuntimeException>as(refusal);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E as(IOException refusal) throws E {
    throw (E) refusal;
  }
}
