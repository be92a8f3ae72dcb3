package io.halite.client.operate;

import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.ServerFacts;
import io.halite.routing.table.TableAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What is wrong with one salted table. For one use. */
final class TableDiagnosis {
  /** Beyond this share of the regions that store rows, a server has a load of its own. */
  private static final int TIMES_THE_MEAN = 2;

  private final TableState table;
  private final int servers;
  private final List<Finding> findings = new ArrayList<>();

  private TableDiagnosis(TableState table, int servers) {
    this.table = table;
    this.servers = servers;
  }

  static List<Finding> of(TableState table, int servers) {
    TableDiagnosis diagnosis = new TableDiagnosis(table, servers);
    diagnosis.attribute();
    diagnosis.regions();
    diagnosis.order();
    table.spec().ifPresent(diagnosis::spread);
    diagnosis.jobs();
    for (String objection : table.indexes()) {
      diagnosis.findings.add(Finding.hurts("%s", objection));
    }
    return diagnosis.findings;
  }

  private void attribute() {
    if (!table.enabled()) {
      findings.add(
          Finding.note("table '%s' is disabled: its regions could not be asked", table.name()));
    }
    if (table.attributes().isEmpty() && table.byDefault().isEmpty()) {
      findings.add(
          Finding.hurts(
              "table '%s' has no attribute of the observer, but its rows are salted under '%s':"
                  + " load the observer again, alter '%s', METHOD => 'table_att', 'coprocessor' =>"
                  + " '%s'",
              table.name(),
              table.remembered().orElse(""),
              table.name(),
              TableAttributes.salting(table.remembered().orElse(""))));
      return;
    }
    Optional<SaltingSpec> spec = table.spec();
    Optional<SaltingSpec> rows = table.remembered().flatMap(TableState::parse);
    if (spec.isPresent() && rows.isPresent() && !SaltingSpec.storeRowsAlike(spec, rows)) {
      findings.add(
          Finding.hurts(
              "table '%s' has the spec '%s', but its rows are stored under '%s': disable the table"
                  + " and alter it back",
              table.name(), spec.get(), rows.get()));
    }
    guard();
    if (table.mergeable()) {
      findings.add(
          Finding.note(
              "table '%s' may be merged by HBase's normalizer, which takes gateway regions without"
                  + " rows for superfluous: alter '%s', MERGE_ENABLED => false",
              table.name(), table.name()));
    }
  }

  /**
   * Without the guard a server that lacks the jar aborts, and one that cannot load it may store
   * natural keys. The guard looks at the attribute, which a table by default has not. A table
   * without salt stores natural keys anyway.
   */
  private void guard() {
    boolean isToBeGuarded =
        table.byDefault().isEmpty() && table.spec().filter(SaltingSpec::isPlain).isEmpty();
    if (isToBeGuarded && !table.guarded() && !table.bringsItsJar()) {
      findings.add(
          Finding.note(
              "table '%s' has no guard: a server without the observer aborts over its regions, or"
                  + " opens them without it; alter '%s', SPLIT_POLICY => '%s', CONFIGURATION =>"
                  + " {'%s' => 'false'}",
              table.name(),
              table.name(),
              TableAttributes.GUARDED_SPLIT_POLICY,
              TableAttributes.ABORT_ON_ERROR));
    }
  }

  /** A job is no faster than its splits are many. */
  private void jobs() {
    if (table.saltedSplits().isPresent() && table.saltedSplits().getAsLong() < servers) {
      findings.add(
          Finding.note(
              "a job over table '%s' has %d splits by SaltedTableInputFormat, and %d servers are"
                  + " live: some of them have nothing to read for it; split the table",
              table.name(), table.saltedSplits().getAsLong(), servers));
    }
  }

  private void regions() {
    for (RegionState region : table.regions()) {
      String where =
          "region %s of table '%s' on %s".formatted(region.rows(), table.name(), server(region));
      switch (region.answer()) {
        case WITHOUT_OBSERVER ->
            findings.add(
                Finding.hurts(
                    "%s has no observer, or an older one that does not answer: without it, the"
                        + " region stores natural keys; stop writing, see the server's log, then"
                        + " disable and enable the table, and run verify_salted",
                    where));
        case REFUSES ->
            findings.add(Finding.hurts("%s refuses every request: %s", where, region.error()));
        case SILENT ->
            findings.add(Finding.hurts("%s did not answer in 10 s: %s", where, region.error()));
        case SERVES -> {}
      }
    }
  }

  private static String server(RegionState region) {
    return region.server().isEmpty() ? "no server" : region.server();
  }

  /** The same coprocessors in the same order on every server. */
  private void order() {
    Set<List<String>> orders =
        table.regions().stream()
            .flatMap(region -> region.facts().stream())
            .map(ServerFacts::coprocessors)
            .collect(Collectors.toSet());
    if (orders.size() > 1) {
      findings.add(
          Finding.hurts(
              "regions of table '%s' run different coprocessors, or in another order: %s; give all"
                  + " servers one hbase.coprocessor.region.classes",
              table.name(),
              orders.stream()
                  .map(order -> String.join(" > ", order))
                  .sorted()
                  .collect(Collectors.joining(" and "))));
    }
  }

  private void spread(SaltingSpec spec) {
    List<byte[]> buckets = spec.salt().ordinaryPrefixes();
    if (buckets.size() < 2 || table.regions().isEmpty()) {
      return;
    }
    List<KeyRange> images =
        buckets.stream().map(bucket -> spec.salt().image(bucket, KeyRange.all())).toList();
    // A digest may have fewer regions than buckets, but not only one.
    if (!spec.salt().splitPoints().isEmpty() || table.regions().size() == 1) {
      sharing(images);
    }
    placement(images);
  }

  private void sharing(List<KeyRange> images) {
    Set<String> shared = new TreeSet<>();
    for (RegionState region : table.regions()) {
      if (images.stream().filter(image -> !image.intersect(region.rows()).isEmpty()).count() > 1) {
        shared.add(region.rows().toString());
      }
    }
    if (!shared.isEmpty()) {
      findings.add(
          Finding.hurts(
              "table '%s' has %d buckets, and buckets share regions %s: writes to them do not"
                  + " spread; split the table at every bucket",
              table.name(), images.size(), shared));
    }
  }

  private void placement(List<KeyRange> images) {
    Map<String, Long> storing = table.storing(images);
    long all = storing.values().stream().mapToLong(Long::longValue).sum();
    if (storing.size() == 1 && servers > 1 && all > 1) {
      findings.add(
          Finding.hurts(
              "all %d regions that store rows of table '%s' are on server %s, and %d servers are"
                  + " live: the load does not spread; turn the balancer on, or move regions",
              all, table.name(), storing.keySet().iterator().next(), servers));
      return;
    }
    storing.forEach(
        (server, regions) -> {
          if (regions * servers > TIMES_THE_MEAN * all && regions > 1) {
            findings.add(
                Finding.note(
                    "server %s has %d of the %d regions that store rows of table '%s': more than"
                        + " twice its share; turn the balancer on, or move regions",
                    server, regions, all, table.name()));
          }
        });
  }
}
