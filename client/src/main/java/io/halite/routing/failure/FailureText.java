package io.halite.routing.failure;

import java.util.Optional;

/** What messages and the shell show of a failure. Stateless. */
public final class FailureText {
  private FailureText() {}

  /**
   * Returns the first line of a failure's message, without the stack that HBase puts behind it; if
   * it has no message, its class. A message {@code no such row⏎at …} gives {@code no such row}.
   */
  public static String firstLine(Throwable failure) {
    return Optional.ofNullable(failure.getMessage())
        .flatMap(message -> message.lines().findFirst())
        .orElseGet(failure::toString);
  }

  /**
   * Returns the failure with its reason. HBase's shell prints only the message of the root cause,
   * so the reason is suppressed instead.
   */
  public static <E extends Exception> E asRoot(E failure, Throwable reason) {
    failure.addSuppressed(reason);
    return failure;
  }
}
