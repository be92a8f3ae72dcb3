package io.halite.client.operate;

import io.halite.routing.endpoint.ServerFacts;
import io.halite.routing.endpoint.SiteKey;
import io.halite.routing.table.TableAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Which settings of the servers are dangerous, or differ among them. For one use. */
final class SettingDiagnosis {
  /** Keys by which a site loads coprocessors for the regions of users' tables. */
  private static final List<SiteKey> CLASSES_OF_THE_SITE =
      List.of(SiteKey.CLASSES, SiteKey.CLASSES_OF_USER_TABLES);

  /** Keys in which servers may differ for a while, or for good, without a wrong answer. */
  private static final Set<String> MAY_DIFFER =
      Set.of(SiteKey.HANDLERS.toString(), SiteKey.RPC_SERVER.toString(), TableAttributes.DOORS);

  private final ClusterState cluster;
  private final List<Finding> findings = new ArrayList<>();

  private SettingDiagnosis(ClusterState cluster) {
    this.cluster = cluster;
  }

  static List<Finding> of(ClusterState cluster) {
    SettingDiagnosis diagnosis = new SettingDiagnosis(cluster);
    diagnosis.settings();
    return diagnosis.findings;
  }

  private void settings() {
    Map<String, Map<String, Set<String>>> values = new TreeMap<>();
    for (ServerState server : cluster.servers()) {
      server
          .facts()
          .map(ServerFacts::settings)
          .orElse(Map.of())
          .forEach(
              (key, value) ->
                  values
                      .computeIfAbsent(key, any -> new TreeMap<>())
                      .computeIfAbsent(value, any -> new TreeSet<>())
                      .add(server.name()));
    }
    values.forEach(this::setting);
    long reporting = cluster.servers().stream().filter(each -> each.facts().isPresent()).count();
    values.forEach((key, byValue) -> differs(key, byValue, reporting));
  }

  private void setting(String key, Map<String, Set<String>> byValue) {
    if (SiteKey.ABORT_ON_ERROR.is(key) && byValue.containsKey("false") && !guarded()) {
      findings.add(
          Finding.hurts(
              "%s is false on %s: a region whose observer fails to load may open without it and"
                  + " store natural keys; give each salted table its guard, or set it to true and"
                  + " restart",
              key, Diagnosis.names(byValue.get("false"))));
    }
    if (SiteKey.COPROCESSORS.is(key) && byValue.containsKey("false")) {
      findings.add(
          Finding.hurts(
              "%s is false on %s: no table there loads its observer; a region without a guard"
                  + " stores natural keys, one with it does not open; set it to true and restart",
              key, Diagnosis.names(byValue.get("false"))));
    }
    if (SiteKey.COPROCESSORS_OF_TABLES.is(key) && byValue.containsKey("false")) {
      Set<String> unserved = new TreeSet<>(byValue.get("false"));
      unserved.removeAll(loadingBySite());
      if (!unserved.isEmpty()) {
        findings.add(
            Finding.hurts(
                "%s is false on %s: no table there loads its observer; a region without a guard"
                    + " stores natural keys, one with it does not open; name the observer in %s,"
                    + " or set this to true, and restart",
                key, Diagnosis.names(unserved), SiteKey.CLASSES_OF_USER_TABLES));
      }
    }
    if (key.equals(SwitchDiagnosis.PERMITS) && byValue.containsKey("off")) {
      findings.add(
          Finding.hurts(
              "%s is off on %s: servers that wait for each other block; remove the key",
              key, Diagnosis.names(byValue.get("off"))));
    }
  }

  private boolean guarded() {
    return !cluster.tables().isEmpty() && cluster.tables().stream().allMatch(TableState::guarded);
  }

  /** The servers that load the observer for all tables, since their sites name it. */
  private Set<String> loadingBySite() {
    return cluster.servers().stream()
        .filter(
            server ->
                server
                    .facts()
                    .map(ServerFacts::settings)
                    .filter(SettingDiagnosis::namesObserver)
                    .isPresent())
        .map(ServerState::name)
        .collect(Collectors.toSet());
  }

  /** HBase splits such a value at commas, and takes what is behind a bar for the priority. */
  private static boolean namesObserver(Map<String, String> site) {
    return CLASSES_OF_THE_SITE.stream()
        .flatMap(key -> Arrays.stream(site.getOrDefault(key.toString(), "").split(",")))
        .anyMatch(name -> name.strip().split("\\|")[0].equals(TableAttributes.SALTING_OBSERVER));
  }

  private void differs(String key, Map<String, Set<String>> byValue, long reporting) {
    long given = byValue.values().stream().mapToLong(Set::size).sum();
    if (byValue.size() == 1 && given == reporting) {
      return;
    }
    String values =
        byValue.entrySet().stream()
            .map(each -> "'%s' on %s".formatted(each.getKey(), Diagnosis.names(each.getValue())))
            .collect(Collectors.joining(", "));
    // A server does not report a key of Halite with its default, set or not.
    String others = key.startsWith("halite.") ? "the default" : "not set";
    String text =
        "%s differs: %s%s; give all region servers one value"
            .formatted(key, values, given < reporting ? ", and " + others + " on the others" : "");
    findings.add(MAY_DIFFER.contains(key) ? Finding.note("%s", text) : Finding.hurts("%s", text));
  }
}
