package io.halite.coprocessor.door;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.ServerName;

/**
 * The load that one server has given to each door of a table. Thread-safe.
 *
 * <p>Example: with 5 connections of the same weight at door {@code a} and 4 at {@code b}, the next
 * connection goes to {@code b}.
 */
final class DoorLoads {
  private final Map<ServerName, Double> loads = new ConcurrentHashMap<>();

  void add(ServerName door, double weight) {
    loads.merge(door, weight, Double::sum);
  }

  void remove(ServerName door, double weight) {
    loads.computeIfPresent(door, (server, load) -> load - weight > 0.5 ? load - weight : null);
  }

  /** The door of the least load; of equal ones {@code first}, then the first of {@code others}. */
  ServerName least(ServerName first, List<ServerName> others) {
    ServerName least = first;
    for (ServerName other : others) {
      if (loads.getOrDefault(other, 0.0) < loads.getOrDefault(least, 0.0)) {
        least = other;
      }
    }
    return least;
  }
}
