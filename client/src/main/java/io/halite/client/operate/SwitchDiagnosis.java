package io.halite.client.operate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Which switches of the servers' sites have another value than their two words. Stateless. */
final class SwitchDiagnosis {
  static final String PERMITS = "halite.forward.permits";

  /**
   * The switches of a site, as the servers have them in {@code Setting} and {@code SiteSwitches}.
   */
  private static final Map<String, Words> SWITCHES =
      Map.of(
          "halite.audit",
          new Words("true", "false", "true"),
          PERMITS,
          new Words("on", "off", "on"),
          "halite.forward.sharing",
          new Words("on", "off", "off"));

  /**
   * What a switch may be.
   *
   * @param inDoubt the one that any other value counts as
   */
  private record Words(String on, String off, String inDoubt) {
    boolean has(String value) {
      return value.equals(on) || value.equals(off);
    }
  }

  private SwitchDiagnosis() {}

  static List<Finding> of(ClusterState cluster) {
    Sites sites = Sites.ofServers(cluster);
    List<Finding> findings = new ArrayList<>();
    new TreeMap<>(SWITCHES)
        .forEach(
            (key, words) ->
                sites
                    .byValue(key, site -> site.containsKey(key) && !words.has(site.get(key)))
                    .forEach((value, servers) -> findings.add(wrong(key, value, servers, words))));
    return findings;
  }

  private static Finding wrong(String key, String value, Set<String> servers, Words words) {
    return Finding.hurts(
        "%s '%s' of %s must be %s or %s, in lower case: it counts as %s; correct it in"
            + " hbase-site.xml and restart",
        key, value, String.join(", ", servers), words.on(), words.off(), words.inDoubt());
  }
}
