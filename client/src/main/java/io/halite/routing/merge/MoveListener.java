package io.halite.routing.merge;

/**
 * Hears that a merge may have more to give, on the thread of the network that brought it; must not
 * wait.
 */
public interface MoveListener {
  /** Rows, a failure or an end have arrived. */
  void moved();

  /** An owner has sent a heartbeat: it goes on, and has found no row yet. */
  default void heartbeat() {
    moved();
  }
}
