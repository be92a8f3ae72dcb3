package io.halite.it.neighbours;

import io.halite.routing.table.Mark;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.client.Attributes;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What the hook of an observer that is not Halite's does when it is called.
 *
 * @param observer which observer
 * @param hook the name of the hook
 * @param atOwner whether for marked requests; for natural ones if not
 * @param row the natural key for which; an empty text for every one
 * @param thrown what it throws; empty if it bypasses
 */
record Fault(
    String observer, String hook, boolean atOwner, String row, Optional<Throwable> thrown) {
  private static final AtomicReference<Fault> ARMED = new AtomicReference<>();

  /** From now on the hook does this, in every region. */
  static void arm(Fault fault) {
    ARMED.set(fault);
  }

  static void disarm() {
    ARMED.set(null);
  }

  /** Does what is armed for this call of a hook. */
  static void strike(String observer, String hook, Object[] arguments) throws Throwable {
    Fault armed = ARMED.get();
    if (armed == null
        || !armed.observer.equals(observer)
        || !armed.hook.equals(hook)
        || armed.atOwner != isMarked(arguments)
        || !armed.row.isEmpty() && !isOf(armed.row, arguments)) {
      return;
    }
    if (armed.thrown.isPresent()) {
      throw armed.thrown.get();
    }
    ((ObserverContext<?>) arguments[0]).bypass();
  }

  private static boolean isMarked(Object[] arguments) {
    for (Object each : arguments) {
      if (each instanceof CheckAndMutate check) {
        return check.getAction() instanceof Attributes action && Mark.isOn(action);
      }
      if (each instanceof Attributes request) {
        return Mark.isOn(request);
      }
    }
    return false;
  }

  private static boolean isOf(String row, Object[] arguments) {
    for (Object each : arguments) {
      if (each instanceof Row request && Bytes.toString(request.getRow()).endsWith(row)) {
        return true;
      }
    }
    return false;
  }
}
