package io.halite.coprocessor.door;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ServerName;

/**
 * The load that one server has given to each door of a table. Thread-safe.
 *
 * <p>Example: with 5 connections of the same weight at door {@code a} and 4 at {@code b}, the next
 * connection goes to {@code b}.
 *
 * <p>A load counts half as much after each minute, since this server cannot see when a connection
 * ends that it has sent away. So a door that is new, or back after a restart, receives all new
 * connections for some seconds, and not until it has made up for hours. Connections that come
 * slowly go round the doors, since the door that was given none for the longest time has the least
 * load.
 */
final class DoorLoads {
  private static final double HALF_MILLIS = TimeUnit.MINUTES.toMillis(1);

  private final Map<ServerName, Load> loads = new ConcurrentHashMap<>();

  private record Load(double weight, long given) {
    double at(long now) {
      return weight * Math.pow(0.5, Math.max(0, now - given) / HALF_MILLIS);
    }
  }

  /**
   * Gives a connection to a door.
   *
   * @param now milliseconds
   */
  void add(ServerName door, double weight, long now) {
    loads.merge(
        door, new Load(weight, now), (old, added) -> new Load(old.at(now) + added.weight(), now));
  }

  /** The door of the least load; of equal ones {@code first}, then the first of {@code others}. */
  ServerName least(ServerName first, List<ServerName> others, long now) {
    ServerName least = first;
    double lowest = load(first, now);
    for (ServerName other : others) {
      double load = load(other, now);
      if (load < lowest) {
        least = other;
        lowest = load;
      }
    }
    return least;
  }

  private double load(ServerName door, long now) {
    Load load = loads.get(door);
    return load == null ? 0 : load.at(now);
  }

  /** Forgets the doors that have none of these names. */
  void retain(Set<ServerName> doors) {
    loads.keySet().retainAll(doors);
  }
}
