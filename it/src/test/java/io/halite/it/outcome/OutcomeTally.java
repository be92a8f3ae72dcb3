package io.halite.it.outcome;

import io.halite.it.outcome.ConditionalWriter.Form;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/** What the writers of one table have seen. */
final class OutcomeTally {
  private final Map<Form, LongAdder> writes = new ConcurrentHashMap<>();
  private final Map<Form, LongAdder> denied = new ConcurrentHashMap<>();
  private final LongAdder unknown = new LongAdder();
  private final LongAdder increments = new LongAdder();
  private final LongAdder doubled = new LongAdder();

  private static void add(Map<Form, LongAdder> counts, Form form) {
    counts.computeIfAbsent(form, key -> new LongAdder()).increment();
  }

  /** A write that was applied and answered. */
  void answered(Form form, boolean answer) {
    add(writes, form);
    if (!answer) {
      add(denied, form);
    }
  }

  /** A write that failed. */
  void unknown() {
    unknown.increment();
  }

  /** A counter of a writer at its end. */
  void counted(long acknowledged, long stored) {
    increments.add(acknowledged);
    doubled.add(Math.abs(stored - acknowledged));
  }

  long failed() {
    return unknown.sum();
  }

  /** Applied writes that were answered false. */
  Proportion denied(boolean numbered) {
    Predicate<Form> which = form -> form.isNumbered() == numbered;
    return new Proportion(sum(denied, which), sum(writes, which));
  }

  private static long sum(Map<Form, LongAdder> counts, Predicate<Form> which) {
    return Arrays.stream(Form.values())
        .filter(which)
        .filter(counts::containsKey)
        .mapToLong(form -> counts.get(form).sum())
        .sum();
  }

  /** Increments that counted more or less than once. */
  Proportion doubled() {
    return new Proportion(doubled.sum(), increments.sum());
  }
}
