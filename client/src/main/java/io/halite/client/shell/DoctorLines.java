package io.halite.client.shell;

import io.halite.client.operate.ClusterState;
import io.halite.client.operate.RegionState;
import io.halite.client.operate.ServerState;
import io.halite.client.operate.TableState;
import io.halite.routing.endpoint.ServerFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a cluster is, in lines of text, before what is wrong with it. Stateless. */
final class DoctorLines {
  private DoctorLines() {}

  static List<String> of(ClusterState cluster) {
    List<String> lines = new ArrayList<>();
    cluster.servers().forEach(server -> lines.add("server   " + text(server)));
    for (ServerState master : cluster.masters()) {
      lines.add("master   " + text(master));
    }
    lines.add("master   coprocessors " + cluster.masterCoprocessors());
    if (cluster.tables().isEmpty()) {
      lines.add("table    no salted table, or none that HBase shows to this user");
    }
    for (TableState table : cluster.tables()) {
      lines.add("table    " + text(table));
      splits(table).ifPresent(lines::add);
      orders(table).forEach(order -> lines.add("order    %s: %s".formatted(table.name(), order)));
    }
    lines.addAll(settings(cluster));
    return lines;
  }

  private static String text(ServerState server) {
    return "%s: %s"
        .formatted(
            server.name(),
            switch (server.jar()) {
              case SERVES -> server.facts().map(DoctorLines::text).orElse("");
              // A server with an older Java does not load the class by which it is asked.
              case FOUND ->
                  "Halite on its class path, "
                      + server
                          .jvm()
                          .map(Object::toString)
                          .orElse(
                              "Java 17 or newer; version unknown, check the file that"
                                  + " 'hbase classpath' shows there");
              case MISSING ->
                  server
                      .facts()
                      .map(facts -> text(facts) + "; from jars of tables, none on its class path")
                      .orElse("no Halite" + server.jvm().map(jvm -> ", " + jvm).orElse(""));
              case SILENT -> "no answer";
              case UNKNOWN -> "nothing is known of Halite there";
            });
  }

  /** What a job over all rows of the table would be given. */
  private static Optional<String> splits(TableState table) {
    return Optional.of(table)
        .filter(known -> !known.regions().isEmpty())
        .map(
            any ->
                "jobs     %s: %d splits by TableInputFormat, %s by SaltedTableInputFormat"
                    .formatted(
                        table.name(),
                        table.usualSplits(),
                        table.saltedSplits().isPresent()
                            ? table.saltedSplits().getAsLong()
                            : "at most as many"));
  }

  private static String text(ServerFacts facts) {
    return "Halite %s (commit %s), HBase %s, Java %s"
        .formatted(or(facts.version()), or(facts.commit()), facts.hbase(), facts.java());
  }

  private static String or(String text) {
    return text.isEmpty() ? "unknown" : text;
  }

  private static String text(TableState table) {
    Map<String, Long> servers =
        table.regions().stream()
            .filter(region -> !region.server().isEmpty())
            .collect(
                Collectors.groupingBy(RegionState::server, TreeMap::new, Collectors.counting()));
    return "%s: %s; regions on servers %s"
        .formatted(
            table.name(),
            table.spec().map(Object::toString).orElse("no spec that can be read")
                + (table.byDefault().isPresent() ? ", by halite.default.spec" : ""),
            servers);
  }

  /** The orders of coprocessors that regions of a table have; one, if all is well. */
  private static Set<String> orders(TableState table) {
    return table.regions().stream()
        .flatMap(region -> region.facts().stream())
        .map(facts -> String.join(", then ", facts.coprocessors()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<String> settings(ClusterState cluster) {
    Map<String, Set<String>> values = new TreeMap<>();
    for (ServerState server : cluster.servers()) {
      server
          .facts()
          .ifPresent(
              facts ->
                  facts
                      .settings()
                      .forEach(
                          (key, value) ->
                              values.computeIfAbsent(key, any -> new TreeSet<>()).add(value)));
    }
    return values.entrySet().stream()
        .map(
            each ->
                "setting  %s = %s".formatted(each.getKey(), String.join(" | ", each.getValue())))
        .toList();
  }
}
