package io.halite.coprocessor;

import io.halite.routing.endpoint.RegionFacts;
import io.halite.routing.endpoint.RegionHandler;
import io.halite.routing.endpoint.Walk;
import io.halite.routing.endpoint.WalkPage;
import java.io.IOException;
import java.util.function.Supplier;

/** The region's answers to operators, inside the guard of the observer. */
final class GuardedOperations implements RegionHandler {
  private final Guard guard;
  private final Supplier<RegionState> state;

  GuardedOperations(Guard guard, Supplier<RegionState> state) {
    this.guard = guard;
    this.state = state;
  }

  @Override
  public RegionFacts facts() throws IOException {
    return guard.call("facts", () -> state.get().operations().facts());
  }

  @Override
  public WalkPage walk(Walk walk) throws IOException {
    return guard.call("walk", () -> state.get().operations().walk(walk));
  }
}
