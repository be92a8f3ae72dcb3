package io.halite.client.operate;

import io.halite.routing.endpoint.ServerFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What is wrong with the servers of a cluster, and with its tables. For one use. */
final class Diagnosis {
  private static final String LOOK =
      "the doctor runs without that jar itself; run it with the servers' jar, or look for the jar"
          + " in what 'hbase classpath' prints there";
  private static final String MASTER_OBSERVER = "SaltingMasterObserver";

  private final ClusterState cluster;
  private final List<Finding> findings = new ArrayList<>();

  private Diagnosis(ClusterState cluster) {
    this.cluster = cluster;
  }

  static List<Finding> of(ClusterState cluster) {
    Diagnosis diagnosis = new Diagnosis(cluster);
    diagnosis.examined();
    diagnosis.jars();
    diagnosis.findings.addAll(SettingDiagnosis.of(cluster));
    diagnosis.findings.addAll(SwitchDiagnosis.of(cluster));
    diagnosis.findings.addAll(DoorDiagnosis.of(cluster));
    diagnosis.versions();
    diagnosis.findings.addAll(JvmDiagnosis.of(cluster));
    diagnosis.masters();
    for (TableState table : cluster.tables()) {
      diagnosis.findings.addAll(TableDiagnosis.of(table, cluster.servers().size()));
    }
    diagnosis.findings.sort(Comparator.comparing(Finding::severity));
    return List.copyOf(diagnosis.findings);
  }

  private void examined() {
    if (cluster.servers().stream().noneMatch(server -> server.facts().isPresent())) {
      findings.add(
          Finding.note(
              "no salted table was examined: versions and settings of servers are not known"));
    }
  }

  /** Whether a server has to find Halite on its class path for some table. */
  private boolean fromPath() {
    return cluster.tables().stream().anyMatch(table -> !table.bringsItsJar() || table.guarded());
  }

  /** Whether a server without the jar aborts over a region of some table. */
  private boolean aborting() {
    return cluster.tables().stream().anyMatch(table -> !table.guarded() && !table.bringsItsJar());
  }

  private void jars() {
    for (ServerState server : cluster.servers()) {
      if (server.jar() == ServerState.Jar.UNKNOWN) {
        findings.add(
            Finding.note("unknown whether server %s has Halite's jar: %s", server.name(), LOOK));
      } else if (server.jar() == ServerState.Jar.SILENT) {
        findings.add(
            Finding.hurts(
                "server %s is live for the master, but did not answer in 10 s: %s; see its log, and"
                    + " restart it if it hangs",
                server.name(), server.error()));
      } else if (server.jar() == ServerState.Jar.MISSING && fromPath()) {
        findings.add(
            Finding.hurts(
                "server %s has no Halite%s: %s; put the jar on its class path and restart it",
                server.name(),
                server.facts().isPresent() ? " on its class path" : "",
                aborting()
                    ? "it aborts when it is given a region of a salted table without a guard"
                    : "it opens no region of a salted table, and the balancer tries again and"
                        + " again"));
      } else if (server.jar() == ServerState.Jar.MISSING) {
        findings.add(
            Finding.note(
                "server %s has no Halite on its class path: it can serve only those salted tables"
                    + " whose attribute names a jar",
                server.name()));
      }
    }
  }

  private void versions() {
    one("versions of Halite", ServerFacts::version);
    one("commits of Halite", ServerFacts::commit);
    one("versions of Java", ServerFacts::java);
    one("versions of HBase", ServerFacts::hbase);
  }

  private void one(String what, Function<ServerFacts, String> fact) {
    Map<String, Set<String>> servers = new TreeMap<>();
    for (ServerState server : cluster.servers()) {
      server
          .facts()
          .ifPresent(
              facts ->
                  servers
                      .computeIfAbsent(fact.apply(facts), any -> new TreeSet<>())
                      .add(server.name()));
    }
    if (servers.size() > 1) {
      String each =
          servers.entrySet().stream()
              .map(
                  e ->
                      (e.getKey().isEmpty() ? "unknown" : e.getKey())
                          + " on "
                          + names(e.getValue()))
              .collect(Collectors.joining(", "));
      findings.add(Finding.note("servers run several %s: %s; finish the upgrade", what, each));
    }
  }

  private void masters() {
    if (!cluster.masterCoprocessors().contains(MASTER_OBSERVER)) {
      findings.add(
          Finding.note(
              "the master does not load %s: a wrong spec is refused by the regions only, after the"
                  + " create or alter; set hbase.coprocessor.master.classes on all masters",
              MASTER_OBSERVER));
    }
    String role = "master";
    for (ServerState master : cluster.masters()) {
      master(role, master);
      role = "backup master";
    }
  }

  private void master(String role, ServerState master) {
    switch (master.jar()) {
      case MISSING -> {
        String text =
            "%s %s has no Halite on its class path: while it is the active one, it refuses to"
                + " create or alter salted tables whose attribute names no jar; put the jar there"
                + " and restart it";
        findings.add(
            fromPath() || cluster.tables().isEmpty()
                ? Finding.hurts(text, role, master.name())
                : Finding.note(text, role, master.name()));
      }
      case SILENT ->
          findings.add(
              Finding.hurts(
                  "%s %s did not answer in 10 s: %s; see its log, and restart it if it hangs",
                  role, master.name(), master.error()));
      case UNKNOWN ->
          findings.add(
              Finding.note(
                  "unknown whether %s %s has Halite's jar: %s", role, master.name(), LOOK));
      case FOUND, SERVES -> {}
    }
  }

  static String names(Set<String> servers) {
    return String.join(", ", new TreeSet<>(servers));
  }
}
