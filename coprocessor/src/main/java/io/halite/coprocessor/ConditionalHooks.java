package io.halite.coprocessor;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;

/**
 * The hooks of conditional mutations, and how every hook gets its answer from the region's role.
 *
 * <p>A {@code checkAndPut} of {@code 41 54 4C} passes {@code preCheckAndMutate} of its gateway,
 * which answers it. The forward, of {@code 0C·41 54 4C}, passes all three hooks of its owner.
 * Thread-safe.
 */
abstract sealed class ConditionalHooks implements RegionObserver permits IncrementHooks {
  /** What each hook runs inside of. */
  protected final Guard guard;

  ConditionalHooks(Guard guard) {
    this.guard = guard;
  }

  /**
   * The region's role.
   *
   * @throws DoNotRetryIOException if the region has none
   */
  abstract RegionRole role() throws DoNotRetryIOException;

  @Override
  public CheckAndMutateResult preCheckAndMutate(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      CheckAndMutate check,
      CheckAndMutateResult result)
      throws IOException {
    return answer(
        "preCheckAndMutate",
        role -> bypassIfAnswered(ctx, role.check(check, ctx.getCaller())).orElse(result));
  }

  @Override
  public CheckAndMutateResult preCheckAndMutateAfterRowLock(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      CheckAndMutate check,
      CheckAndMutateResult result)
      throws IOException {
    return answer(
        "preCheckAndMutateAfterRowLock",
        role -> bypassIfAnswered(ctx, role.locked(check, ctx.getCaller())).orElse(result));
  }

  @Override
  public CheckAndMutateResult postCheckAndMutate(
      ObserverContext<RegionCoprocessorEnvironment> ctx,
      CheckAndMutate check,
      CheckAndMutateResult result)
      throws IOException {
    return answer("postCheckAndMutate", role -> role.decided(check, result));
  }

  /** An answer that the region's role gives. */
  interface Answer<T> {
    /** Answers, or says why not. */
    T of(RegionRole role) throws IOException;
  }

  final <T> T answer(String hook, Answer<T> answer) throws IOException {
    return guard.call(
        hook,
        () -> {
          RegionRole current = role();
          return current.keepingSpec(() -> answer.of(current));
        });
  }

  static boolean bypassIf(ObserverContext<?> ctx, boolean served) {
    if (served) {
      ctx.bypass();
    }
    return served;
  }

  static <T> Optional<T> bypassIfAnswered(ObserverContext<?> ctx, Optional<T> answer) {
    bypassIf(ctx, answer.isPresent());
    return answer;
  }
}
