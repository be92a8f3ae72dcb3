package io.halite.client.operate;

import io.halite.routing.endpoint.ServerFacts;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The settings of many sites, by the names of their places. Immutable.
 *
 * @param settings keys and values of each place
 */
record Sites(Map<String, Map<String, String>> settings) {
  /** Those of the servers that have answered. */
  static Sites ofServers(ClusterState cluster) {
    Map<String, Map<String, String>> settings = new TreeMap<>();
    for (ServerState server : cluster.servers()) {
      server
          .facts()
          .map(ServerFacts::settings)
          .ifPresent(site -> settings.put(server.name(), site));
    }
    return new Sites(settings);
  }

  /** These, and the settings of one more place. */
  Sites and(String place, Map<String, String> site) {
    Map<String, Map<String, String>> more = new TreeMap<>(settings);
    more.put(place, site);
    return new Sites(more);
  }

  /** The places of some sites, by the value that these have for a key. */
  Map<String, Set<String>> byValue(String key, Predicate<Map<String, String>> some) {
    Map<String, Set<String>> places = new TreeMap<>();
    settings.forEach(
        (place, site) -> {
          if (some.test(site)) {
            places.computeIfAbsent(site.get(key), any -> new TreeSet<>()).add(place);
          }
        });
    return places;
  }
}
