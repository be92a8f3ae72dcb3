package io.halite.coprocessor;

import io.halite.keys.KeyRange;
import io.halite.routing.endpoint.RegionFacts;
import io.halite.routing.endpoint.RegionHandler;
import io.halite.routing.endpoint.RegionReading;
import io.halite.routing.endpoint.ServerFacts;
import io.halite.routing.endpoint.Walk;
import io.halite.routing.endpoint.WalkPage;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** The region's answers to operators, inside the guard of the observer. */
final class GuardedOperations implements RegionHandler {
  private final Guard guard;
  private final Guard.Answering<RegionRole> role;

  GuardedOperations(Guard guard, Guard.Answering<RegionRole> role) {
    this.guard = guard;
    this.role = role;
  }

  @Override
  public RegionFacts facts() throws IOException {
    return guard.call("facts", () -> role.run().operations().facts());
  }

  @Override
  public ServerFacts server() throws IOException {
    return guard.call("server", () -> role.run().operations().server());
  }

  @Override
  public WalkPage walk(Walk walk) throws IOException {
    return guard.call("walk", () -> role.run().operations().walk(walk));
  }

  @Override
  public BitSet vacant(long fingerprint, List<KeyRange> images) throws IOException {
    return guard.call("vacant", () -> role.run().operations().vacant(fingerprint, images));
  }

  @Override
  public RegionReading reading(List<KeyRange> ranges, long number) throws IOException {
    return guard.call("reading", () -> role.run().operations().reading(ranges, number));
  }

  @Override
  public Optional<byte[]> rest(long ticket) throws IOException {
    return guard.call("rest", () -> role.run().operations().rest(ticket));
  }
}
