package io.halite.client.operate;

import java.util.List;
import java.util.Map;

/**
 * What a survey of a cluster has found. Immutable.
 *
 * @param servers the live region servers
 * @param masterCoprocessors those of the active master, by the simple names of their classes
 * @param masters the active master and then the backup masters, which report no facts
 * @param tables the salted tables
 * @param site the keys of doors in the site of the one who looks, often that of the servers
 */
public record ClusterState(
    List<ServerState> servers,
    List<String> masterCoprocessors,
    List<ServerState> masters,
    List<TableState> tables,
    Map<String, String> site) {
  /** Copies the lists. */
  public ClusterState {
    servers = List.copyOf(servers);
    masterCoprocessors = List.copyOf(masterCoprocessors);
    masters = List.copyOf(masters);
    tables = List.copyOf(tables);
    site = Map.copyOf(site);
  }

  /**
   * What is wrong with the cluster, the worst first.
   *
   * <p>Example: a server without Halite's jar gives {@code HURTS: server h2,16020,5 has no Halite:
   * …}.
   */
  public List<Finding> findings() {
    return Diagnosis.of(this);
  }
}
