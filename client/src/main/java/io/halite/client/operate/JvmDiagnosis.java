package io.halite.client.operate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is wrong with the JVMs of a cluster: their Java and their class paths. Stateless. */
final class JvmDiagnosis {
  private JvmDiagnosis() {}

  static List<Finding> of(ClusterState cluster) {
    List<Finding> findings = new ArrayList<>();
    Map<String, Set<String>> servers = new TreeMap<>();
    Stream.concat(cluster.servers().stream(), cluster.masters().stream())
        .forEach(
            server ->
                server
                    .jvm()
                    .ifPresent(
                        jvm -> {
                          findings.addAll(of(server.name(), jvm));
                          for (String jar : jvm.jars()) {
                            servers.computeIfAbsent(jar, any -> new TreeSet<>()).add(server.name());
                          }
                        }));
    if (servers.size() > 1) {
      findings.add(
          Finding.note(
              "class paths have several jars of Halite: %s; finish the upgrade",
              servers.entrySet().stream()
                  .map(each -> each.getKey() + " on " + String.join(", ", each.getValue()))
                  .collect(Collectors.joining("; "))));
    }
    return findings;
  }

  private static List<Finding> of(String server, ServerJvm jvm) {
    List<Finding> findings = new ArrayList<>();
    if (jvm.isTooOld()) {
      findings.add(
          Finding.hurts(
              "%s runs on Java %s, which does not load Halite's classes; start it with Java 17 or"
                  + " newer",
              server, jvm.java()));
    }
    if (jvm.jars().size() > 1) {
      findings.add(
          Finding.hurts(
              "%s has %d jars of Halite on its class path, and mixes their classes: %s; remove all"
                  + " but one and restart it",
              server, jvm.jars().size(), String.join(", ", jvm.jars())));
    }
    return findings;
  }
}
