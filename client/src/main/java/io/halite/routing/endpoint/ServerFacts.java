package io.halite.routing.endpoint;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a region reports about its server. Immutable.
 *
 * @param server host, port and start code
 * @param version the version of Halite; empty if unknown
 * @param commit the commit that it was built from; empty if unknown
 * @param java the version of Java
 * @param hbase the version of HBase
 * @param coprocessors those of the region, in the order in which HBase calls them, each as {@code
 *     class priority}
 * @param settings those keys of the server's site that matter to Halite, with the values in force
 * @param refusal why the region refuses every request; empty if it serves
 */
public record ServerFacts(
    String server,
    String version,
    String commit,
    String java,
    String hbase,
    List<String> coprocessors,
    Map<String, String> settings,
    Optional<String> refusal) {
  /** Copies the lists. */
  public ServerFacts {
    coprocessors = List.copyOf(coprocessors);
    settings = Map.copyOf(settings);
  }
}
