package io.halite.client.operate;

import io.halite.client.operate.RegionState.Answer;
import io.halite.keys.CoprocessorAttribute;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import io.halite.routing.endpoint.RegionStub;
import io.halite.routing.endpoint.ServerFacts;
import io.halite.routing.failure.FailureText;
import io.halite.routing.index.IndexTable;
import io.halite.routing.table.TableAttributes;
import io.halite.routing.wait.Interrupted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * Looks at all salted tables of a cluster, region by region. For one thread.
 *
 * <p>It asks no more regions of a server that has not answered once.
 */
final class TableSurvey {
  private final Connection connection;
  private final Admin admin;
  private final Map<String, String> silent = new HashMap<>();

  /**
   * Asks the master through {@code admin}, and regions through {@code connection}: HBase takes the
   * time of a call to an endpoint from its connection, and not from its table.
   */
  TableSurvey(Connection connection, Admin admin) {
    this.connection = connection;
    this.admin = admin;
  }

  /** The servers that have not answered so far, each with the error of its call. */
  Map<String, String> silent() {
    return Map.copyOf(silent);
  }

  /** The tables with an attribute of the observer, or with a spec of their rows, or by default. */
  List<TableState> tables() throws IOException {
    boolean normalizes = admin.isNormalizerEnabled();
    List<TableState> tables = new ArrayList<>();
    List<TableDescriptor> others = new ArrayList<>();
    for (TableDescriptor descriptor : admin.listTableDescriptors()) {
      if (attributes(descriptor).isEmpty()) {
        others.add(descriptor);
      } else {
        table(descriptor, Optional.empty(), normalizes).ifPresent(tables::add);
      }
    }
    Optional<String> byDefault = byDefault(tables, others);
    for (TableDescriptor descriptor : others) {
      // Entries of an index have keys of their own, which no site salts.
      Optional<String> spec = byDefault.filter(any -> !IndexTable.isOne(descriptor));
      if (spec.isPresent() || remembered(descriptor).isPresent()) {
        table(descriptor, spec, normalizes).ifPresent(tables::add);
      }
    }
    return tables;
  }

  private static Optional<String> remembered(TableDescriptor descriptor) {
    return Optional.ofNullable(descriptor.getValue(TableAttributes.REMEMBERED_SPEC));
  }

  /**
   * The spec that the sites of servers give to tables without an attribute. One region of each
   * server is enough to learn it.
   *
   * @param salted the tables that were asked before
   * @param others those without an attribute
   */
  private Optional<String> byDefault(List<TableState> salted, List<TableDescriptor> others)
      throws IOException {
    List<ServerFacts> facts = new ArrayList<>();
    salted.forEach(
        table -> table.regions().forEach(region -> region.facts().ifPresent(facts::add)));
    ServersToAsk servers =
        new ServersToAsk(others.isEmpty() ? 0 : admin.getRegionServers().size(), silent.keySet());
    facts.forEach(each -> servers.answered(each.server()));
    for (TableDescriptor other : others) {
      if (servers.isAnyLeft()) {
        facts.addAll(facts(other.getTableName(), servers));
      }
    }
    return facts.stream()
        .flatMap(
            each -> Optional.ofNullable(each.settings().get(TableAttributes.DEFAULT_SPEC)).stream())
        .findFirst();
  }

  /**
   * What those servers say that have not answered yet. A region that has no observer says that the
   * site of its server gives none; one that has moved says nothing.
   */
  private List<ServerFacts> facts(TableName name, ServersToAsk servers) throws IOException {
    List<ServerFacts> facts = new ArrayList<>();
    try {
      if (admin.isTableEnabled(name)) {
        regions(
            name,
            servers::ask,
            region -> {
              region.facts().ifPresent(facts::add);
              if (region.facts().isPresent()
                  || region.answer() == Answer.WITHOUT_OBSERVER
                  || silent.containsKey(region.server())) {
                servers.answered(region.server());
              }
            });
      }
    } catch (TableNotFoundException e) {
      // Somebody has dropped it since the master listed it.
    }
    return facts;
  }

  private Optional<TableState> table(
      TableDescriptor descriptor, Optional<String> byDefault, boolean normalizes)
      throws IOException {
    TableName name = descriptor.getTableName();
    List<CoprocessorAttribute> attributes = attributes(descriptor);
    try {
      boolean enabled = admin.isTableEnabled(name);
      List<RegionState> regions = new ArrayList<>();
      if (enabled) {
        regions(name, any -> true, regions::add);
      }
      return Optional.of(
          new TableState(
              name,
              attributes,
              byDefault,
              remembered(descriptor),
              enabled,
              TableAttributes.GUARDED_SPLIT_POLICY.equals(
                  descriptor.getRegionSplitPolicyClassName()),
              normalizes && mayBeMerged(descriptor),
              List.copyOf(regions),
              indexes(name, attributes)));
    } catch (TableNotFoundException e) {
      // Somebody has dropped it since the master listed it.
      return Optional.empty();
    }
  }

  /** Whether the normalizer plans merges of the table, and the master executes them. */
  private static boolean mayBeMerged(TableDescriptor table) {
    return table.isNormalizationEnabled()
        && table.isMergeEnabled()
        && !"false".equals(table.getValue(TableAttributes.MERGES));
  }

  /** A malformed attribute loads nothing: HBase ignores it, and so must this. */
  private static List<CoprocessorAttribute> attributes(TableDescriptor descriptor) {
    try {
      return TableAttributes.of(descriptor, TableAttributes.SALTING_OBSERVER);
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }

  /** Asks the regions of a table on those servers that are wanted, one by one. */
  private void regions(TableName name, Predicate<String> wanted, Consumer<RegionState> asked)
      throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(name);
        Table table = connection.getTable(name)) {
      for (HRegionLocation location : locator.getAllRegionLocations()) {
        if (location.getRegion().getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID
            && wanted.test(server(location))) {
          asked.accept(region(table, location));
        }
      }
    }
  }

  /** The server of a region; empty if it has none. */
  private static String server(HRegionLocation location) {
    return Optional.ofNullable(location.getServerName()).map(ServerName::getServerName).orElse("");
  }

  private RegionState region(Table table, HRegionLocation location) throws IOException {
    RegionInfo region = location.getRegion();
    KeyRange rows = KeyRange.of(region.getStartKey(), region.getEndKey());
    String server = server(location);
    if (silent.containsKey(server)) {
      String error = "another region got no answer from its server: " + silent.get(server);
      return new RegionState(rows, server, Answer.SILENT, Optional.empty(), error);
    }
    try {
      ServerFacts facts = RegionStub.server(table, region.getStartKey());
      Answer answer = facts.refusal().isPresent() ? Answer.REFUSES : Answer.SERVES;
      return new RegionState(
          rows, facts.server(), answer, Optional.of(facts), facts.refusal().orElse(""));
    } catch (AccessDeniedException | TableNotFoundException e) {
      throw e;
    } catch (UnknownProtocolException e) {
      return unreported(rows, server, Answer.WITHOUT_OBSERVER, e);
    } catch (DoNotRetryIOException e) {
      return unreported(rows, server, Answer.REFUSES, e);
    } catch (IOException e) {
      Interrupted.rethrow(e);
      if (!RegionState.isUnserved(e)) {
        silent.put(server, FailureText.firstLine(e));
      }
      return unreported(rows, server, Answer.SILENT, e);
    }
  }

  private static RegionState unreported(
      KeyRange rows, String server, Answer answer, IOException error) {
    return new RegionState(rows, server, answer, Optional.empty(), FailureText.firstLine(error));
  }

  private List<String> indexes(TableName name, List<CoprocessorAttribute> attributes)
      throws IOException {
    List<String> objections = new ArrayList<>();
    for (CoprocessorAttribute attribute : attributes) {
      List<RowIndex> indexes =
          TableState.parse(attribute.arguments()).map(spec -> spec.indexes()).orElse(List.of());
      for (RowIndex index : indexes) {
        objection(name, index).ifPresent(objections::add);
      }
    }
    return objections;
  }

  private Optional<String> objection(TableName name, RowIndex index) throws IOException {
    TableName entries = IndexTable.name(name, index);
    try {
      if (admin.isTableEnabled(entries)) {
        return IndexTable.objection(name, index, admin.getDescriptor(entries));
      }
      return Optional.of(
          "table '%s' of index %s is disabled, and writes wait for it: enable '%s'"
              .formatted(entries, index, entries));
    } catch (TableNotFoundException e) {
      return Optional.of(
          "table '%s' of index %s does not exist, and writes are refused: %s, then fill_index"
              .formatted(entries, index, IndexTable.creation(name, index)));
    }
  }
}
