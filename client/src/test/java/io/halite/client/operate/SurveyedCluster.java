package io.halite.client.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.Finding.Severity;
import io.halite.client.operate.RegionState.Answer;
import io.halite.client.operate.ServerState.Jar;
import io.halite.keys.CoprocessorAttribute;
import io.halite.keys.KeyRange;
import io.halite.routing.endpoint.ServerFacts;
import io.halite.routing.table.TableAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;

/** A cluster as a survey may see it, and what is found there. */
abstract class SurveyedCluster {
  static final String SPEC = "key=row:*,salt=hash(*) % 4";
  static final String ATTRIBUTE = TableAttributes.salting(SPEC);
  static final String OBSERVER = TableAttributes.SALTING_OBSERVER + " 1073741823";
  static final Map<String, String> SITE =
      Map.of("hbase.coprocessor.abortonerror", "true", "hbase.regionserver.handler.count", "30");

  final List<ServerState> servers = new ArrayList<>();
  final List<String> masters = new ArrayList<>(List.of("SaltingMasterObserver"));
  final List<ServerState> allMasters = new ArrayList<>(List.of(without("m1,16000,1", Jar.FOUND)));
  boolean guarded = true;
  final List<TableState> tables = new ArrayList<>();

  static ServerFacts facts(String server, String java, Map<String, String> site, String... order) {
    return new ServerFacts(
        server, "0.1.0", "5e9c0c2", java, "2.6.4", List.of(order), site, Optional.empty());
  }

  static ServerState serving(String server) {
    return serving(server, "17.0.15", SITE);
  }

  static ServerState serving(String server, String java, Map<String, String> site) {
    return new ServerState(
        server, Jar.SERVES, Optional.of(facts(server, java, site, OBSERVER)), "");
  }

  static ServerState without(String server, Jar jar) {
    return new ServerState(server, jar, Optional.empty(), "");
  }

  static RegionState region(int bucket, String server, Answer answer, String error) {
    byte[] start = bucket == 0 ? new byte[0] : new byte[] {(byte) bucket};
    byte[] stop = bucket == 3 ? new byte[0] : new byte[] {(byte) (bucket + 1)};
    Optional<ServerFacts> facts = Optional.of(facts(server, "17.0.15", SITE, OBSERVER));
    return new RegionState(
        KeyRange.of(start, stop),
        server,
        answer,
        facts.filter(any -> answer == Answer.SERVES),
        error);
  }

  /** A region for each of four buckets, on these servers. */
  static List<RegionState> regions(String... on) {
    List<RegionState> regions = new ArrayList<>();
    for (int bucket = 0; bucket < 4; bucket++) {
      regions.add(region(bucket, on[bucket], Answer.SERVES, ""));
    }
    return regions;
  }

  TableState table(List<RegionState> regions) {
    return new TableState(
        TableName.valueOf("t"),
        List.of(CoprocessorAttribute.parse(ATTRIBUTE)),
        Optional.empty(),
        Optional.of(SPEC),
        true,
        guarded,
        false,
        regions,
        List.of());
  }

  /** A table that the servers' sites salt, with rows under {@link #SPEC}. */
  static TableState byDefault(String spec, List<RegionState> regions) {
    return byDefault(spec, SPEC, regions);
  }

  static TableState byDefault(String spec, String rows, List<RegionState> regions) {
    return new TableState(
        TableName.valueOf("t"),
        List.of(),
        Optional.of(spec),
        Optional.of(rows),
        true,
        false,
        false,
        regions,
        List.of());
  }

  /** A table without a region. */
  TableState bare(
      String spec, Optional<String> rows, boolean enabled, boolean mergeable, String... indexes) {
    List<CoprocessorAttribute> attributes =
        spec.isEmpty() ? List.of() : List.of(CoprocessorAttribute.parse(spec));
    return new TableState(
        TableName.valueOf("t"),
        attributes,
        Optional.empty(),
        rows,
        enabled,
        guarded,
        mergeable,
        List.of(),
        List.of(indexes));
  }

  List<Finding> findings() {
    return new ClusterState(servers, masters, allMasters, tables, Map.of()).findings();
  }

  void assertFound(Severity severity, String... words) {
    assertThat(findings())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.severity()).isEqualTo(severity);
              assertThat(found.text()).contains(words);
            });
  }

  void twoServers() {
    servers.addAll(List.of(serving("a"), serving("b")));
  }
}
