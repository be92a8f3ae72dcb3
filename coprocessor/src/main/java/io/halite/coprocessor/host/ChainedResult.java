package io.halite.coprocessor.host;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost.ObserverOperationWithResult;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;

/**
 * The answer of a chain of observers so far.
 *
 * <p>HBase gives each observer's {@code postIncrement} the answer of the one before it, but each
 * {@code postAppend} the answer before the first of them. An observer that returns what it is given
 * would undo what those ahead of it have changed. Stateless.
 */
public final class ChainedResult {
  private static final MethodHandle RESULT =
      HostMethod.of(ObserverOperationWithResult.class, "getResult");

  private ChainedResult() {}

  /**
   * Returns what the observers ahead have answered; empty if it is null.
   *
   * @param given what HBase gave to the hook
   */
  public static Optional<Result> of(ObserverContext<?> context, Result given) throws IOException {
    if (!(context instanceof ObserverOperationWithResult)) {
      return Optional.ofNullable(given);
    }
    try {
      return Optional.ofNullable((Result) RESULT.invoke(context));
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a method of ObserverOperationWithResult failed", e);
    }
  }
}
