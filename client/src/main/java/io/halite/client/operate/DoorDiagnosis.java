package io.halite.client.operate;

import io.halite.client.operate.ServerState.Jar;
import io.halite.routing.endpoint.SiteKey;
import io.halite.routing.table.TableAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;

/**
 * What is wrong with the doors of a cluster: what keeps a server from starting again, and what
 * keeps doors closed. Stateless.
 */
final class DoorDiagnosis {
  private static final String RPC_SERVER = SiteKey.RPC_SERVER.toString();
  private static final String DOORS = TableAttributes.DOORS;
  private static final String OF_DOORS = "io.halite.coprocessor.door.DoorRpcServer";
  private static final String OFF = "off";
  private static final Set<String> OPEN = Set.of("auto", "all");
  private static final String HERE = "the site here";

  private DoorDiagnosis() {}

  /** The keys of doors that a site names. */
  static Map<String, String> settings(Configuration site) {
    Map<String, String> named = new TreeMap<>();
    for (String key : List.of(RPC_SERVER, DOORS)) {
      String value = site.get(key);
      if (value != null) {
        named.put(key, value);
      }
    }
    return named;
  }

  static List<Finding> of(ClusterState cluster) {
    Sites sites = Sites.ofServers(cluster).and(HERE, cluster.site());
    List<Finding> findings = new ArrayList<>();
    missing(cluster, sites.settings(), findings);
    Map<String, Set<String>> wrong =
        sites.byValue(DOORS, site -> !OPEN.contains(doors(site)) && !doors(site).equals(OFF));
    Map<String, Set<String>> closed =
        sites.byValue(DOORS, site -> OPEN.contains(doors(site)) && !isOfDoors(site));
    wrong.forEach(
        (value, places) ->
            findings.add(
                Finding.hurts(
                    "%s '%s' of %s must be auto, all or off: a server with %s does not start with"
                        + " it; correct it in hbase-site.xml",
                    DOORS, value, String.join(", ", places), OF_DOORS)));
    closed.forEach(
        (value, places) ->
            findings.add(
                Finding.hurts(
                    "%s is %s without the RPC server of doors on %s: nobody is redirected from"
                        + " there or to it; set %s = %s and restart",
                    DOORS, value, String.join(", ", places), RPC_SERVER, OF_DOORS)));
    return findings;
  }

  private static String doors(Map<String, String> site) {
    return site.getOrDefault(DOORS, OFF);
  }

  private static boolean isOfDoors(Map<String, String> site) {
    return OF_DOORS.equals(site.get(RPC_SERVER));
  }

  /** The servers without the jar that would not start by a site that names the RPC server. */
  private static void missing(
      ClusterState cluster, Map<String, Map<String, String>> sites, List<Finding> findings) {
    Set<String> naming = new TreeSet<>();
    sites.forEach(
        (place, site) -> {
          if (isOfDoors(site)) {
            naming.add(place);
          }
        });
    for (ServerState server : cluster.servers()) {
      if (server.jar() == Jar.MISSING && !naming.isEmpty()) {
        findings.add(
            Finding.hurts(
                "server %s will not start again by a site with %s = %s, as of %s: it has no Halite;"
                    + " put the jar on its class path before you restart it",
                server.name(), RPC_SERVER, OF_DOORS, String.join(", ", naming)));
      }
    }
  }
}
