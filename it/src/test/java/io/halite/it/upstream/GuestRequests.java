package io.halite.it.upstream;

import io.halite.coprocessor.door.DoorCounts;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * How many requests the guests of all servers of this JVM served, those of stopped servers
 * included. The counts are static, since {@link WideClusters} puts the call into a class of
 * Halite's own, which knows no test.
 */
public final class GuestRequests {
  private static final Collection<DoorCounts> DOORS = new ConcurrentLinkedQueue<>();

  private GuestRequests() {}

  /**
   * Adds a new door.
   *
   * @param door a {@link DoorCounts}; the type itself would load its class before it is changed
   */
  public static void of(Object door) {
    DOORS.add((DoorCounts) door);
  }

  static long sum() {
    return DOORS.stream().mapToLong(DoorCounts::served).sum();
  }
}
