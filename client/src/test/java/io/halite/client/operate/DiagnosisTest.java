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
import org.junit.jupiter.api.Test;

/** Each thing that can be wrong with a cluster is found, and nothing on one that is well. */
class DiagnosisTest {
  private static final String SPEC = "key=row:*,salt=hash(*) % 4";
  private static final String ATTRIBUTE = TableAttributes.salting(SPEC);
  private static final String OBSERVER = TableAttributes.SALTING_OBSERVER + " 1073741823";
  private static final Map<String, String> SITE =
      Map.of("hbase.coprocessor.abortonerror", "true", "hbase.regionserver.handler.count", "30");

  private final List<ServerState> servers = new ArrayList<>();
  private final List<String> masters = new ArrayList<>(List.of("SaltingMasterObserver"));
  private final List<String> backups = new ArrayList<>();
  private final List<TableState> tables = new ArrayList<>();

  private static ServerFacts facts(
      String server, String java, Map<String, String> site, String... order) {
    return new ServerFacts(
        server, "0.1.0", "5e9c0c2", java, "2.6.4", List.of(order), site, Optional.empty());
  }

  private static ServerState serving(String server) {
    return serving(server, "17.0.15", SITE);
  }

  private static ServerState serving(String server, String java, Map<String, String> site) {
    return new ServerState(
        server, Jar.SERVES, Optional.of(facts(server, java, site, OBSERVER)), "");
  }

  private static ServerState without(String server, Jar jar) {
    return new ServerState(server, jar, Optional.empty(), "");
  }

  private static RegionState region(int bucket, String server, Answer answer, String error) {
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
  private static List<RegionState> regions(String... on) {
    List<RegionState> regions = new ArrayList<>();
    for (int bucket = 0; bucket < 4; bucket++) {
      regions.add(region(bucket, on[bucket], Answer.SERVES, ""));
    }
    return regions;
  }

  private static TableState table(List<RegionState> regions) {
    return new TableState(
        TableName.valueOf("t"),
        List.of(CoprocessorAttribute.parse(ATTRIBUTE)),
        Optional.of(SPEC),
        true,
        false,
        regions,
        List.of());
  }

  /** A table without a region. */
  private static TableState bare(
      String spec, Optional<String> rows, boolean enabled, boolean mergeable, String... indexes) {
    List<CoprocessorAttribute> attributes =
        spec.isEmpty() ? List.of() : List.of(CoprocessorAttribute.parse(spec));
    return new TableState(
        TableName.valueOf("t"), attributes, rows, enabled, mergeable, List.of(), List.of(indexes));
  }

  private List<Finding> findings() {
    return new ClusterState(servers, masters, backups, tables, Map.of()).findings();
  }

  private void assertFound(Severity severity, String... words) {
    assertThat(findings())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.severity()).isEqualTo(severity);
              assertThat(found.text()).contains(words);
            });
  }

  private void twoServers() {
    servers.addAll(List.of(serving("a"), serving("b")));
  }

  @Test
  void nothingIsFoundOnAClusterThatIsWell() {
    twoServers();
    tables.add(table(regions("a", "b", "a", "b")));
    assertThat(findings()).isEmpty();
  }

  @Test
  void aSpecForAllTablesIsNotedSinceItsTablesAreNotExamined() {
    Map<String, String> site = Map.of("halite.default.spec", SPEC);
    servers.add(serving("b", "17.0.15", site));
    servers.add(serving("a", "17.0.15", site));
    assertFound(Severity.NOTE, "halite.default.spec salts tables without an attribute on a, b");
  }

  @Test
  void aServerWithoutTheJarHurtsWhereTheClassPathIsToHaveIt() {
    twoServers();
    servers.add(without("c", Jar.MISSING));
    tables.add(table(regions("a", "b", "a", "b")));
    assertFound(Severity.HURTS, "server c has no Halite", "put the jar on its class path");
  }

  @Test
  void aServerWithoutTheJarIsNotedWhereEachTableNamesAJar() {
    twoServers();
    servers.add(without("c", Jar.MISSING));
    tables.add(bare("hdfs:///h.jar" + ATTRIBUTE, Optional.of(SPEC), true, false));
    assertFound(Severity.NOTE, "server c has no Halite on its class path");
  }

  @Test
  void aServerThatCannotBeAskedIsNoted() {
    servers.addAll(List.of(serving("a"), without("c", Jar.UNKNOWN), without("d", Jar.FOUND)));
    assertFound(Severity.NOTE, "server c has no region that could show");
  }

  @Test
  void aServerThatDoesNotAnswerHurts() {
    servers.add(serving("a"));
    servers.add(new ServerState("c", Jar.SILENT, Optional.empty(), "Call timed out"));
    assertFound(
        Severity.HURTS, "server c is live for the master, but did not answer in 10 s: Call timed");
  }

  @Test
  void settingsThatLetRegionsOpenWithoutTheObserverHurt() {
    servers.add(serving("a", "17", Map.of("hbase.coprocessor.abortonerror", "false")));
    assertFound(Severity.HURTS, "abortonerror is false on a", "set it to true");
  }

  @Test
  void permitsThatAreOffHurt() {
    servers.add(serving("a", "17", Map.of("halite.forward.permits", "off")));
    assertFound(Severity.HURTS, "halite.forward.permits is off on a");
  }

  @Test
  void valuesThatDifferAreNamedWithTheirServers() {
    servers.add(serving("a", "17", Map.of("hbase.security.authorization", "true")));
    servers.add(serving("b", "17", Map.of("hbase.security.authorization", "false")));
    assertFound(Severity.HURTS, "hbase.security.authorization differs: 'false' on b, 'true' on a");
  }

  @Test
  void aValueThatOneServerLacksDiffers() {
    servers.add(serving("a", "17", Map.of("hbase.regionserver.handler.count", "9")));
    servers.add(serving("b", "17", Map.of()));
    assertFound(Severity.NOTE, "handler.count differs: '9' on a, and not set on the others");
    servers.set(0, serving("a", "17", Map.of("halite.memory.percent", "9")));
    assertFound(Severity.HURTS, "percent differs: '9' on a, and the default on the others");
  }

  @Test
  void aClusterOfWhichNoSaltedTableWasExaminedIsNoted() {
    servers.add(without("a", Jar.FOUND));
    assertFound(Severity.NOTE, "no salted table was examined: tables that halite.default.spec");
  }

  @Test
  void versionsOfJavaThatDifferAreNoted() {
    servers.addAll(List.of(serving("a", "17.0.1", SITE), serving("b", "21", SITE)));
    assertFound(Severity.NOTE, "several versions of Java: 17.0.1 on a, 21 on b");
  }

  @Test
  void aMasterWithoutTheObserverAndABackupMasterAreNoted() {
    twoServers();
    backups.add("m2,16000,1");
    assertFound(Severity.NOTE, "backup master m2,16000,1 could not be asked");
    backups.clear();
    masters.clear();
    assertFound(Severity.NOTE, "the master does not load SaltingMasterObserver");
  }

  @Test
  void aRegionWithoutTheObserverHurts() {
    twoServers();
    List<RegionState> regions = regions("a", "b", "a", "b");
    regions.set(2, region(2, "a", Answer.WITHOUT_OBSERVER, ""));
    tables.add(table(regions));
    assertFound(Severity.HURTS, "region [02, 03) of table 't' on a has no observer");
  }

  @Test
  void aRegionThatRefusesSaysWhy() {
    twoServers();
    List<RegionState> regions = regions("a", "b", "a", "b");
    regions.set(2, region(2, "a", Answer.REFUSES, "the spec is wrong"));
    tables.add(table(regions));
    assertFound(Severity.HURTS, "refuses every request: the spec is wrong");
  }

  @Test
  void aRegionThatDoesNotAnswerHurts() {
    twoServers();
    List<RegionState> regions = regions("a", "b", "a", "b");
    regions.set(2, region(2, "", Answer.SILENT, "timeout"));
    tables.add(table(regions));
    assertFound(Severity.HURTS, "on no server did not answer in 10 s: timeout");
  }

  @Test
  void saltedRowsWithoutAnAttributeHurt() {
    twoServers();
    tables.add(bare("", Optional.of(SPEC), true, false));
    assertFound(Severity.HURTS, "table 't' has no attribute of the observer", SPEC);
  }

  @Test
  void anotherSpecThanThatOfTheRowsHurts() {
    twoServers();
    tables.add(bare(ATTRIBUTE, Optional.of("key=row:*,salt=hash(*) % 8"), true, false));
    assertFound(Severity.HURTS, "its rows are stored under", "% 8");
  }

  @Test
  void allBucketsOnOneOfTwoServersHurt() {
    twoServers();
    tables.add(table(regions("a", "a", "a", "a")));
    assertFound(Severity.HURTS, "all 4 buckets of table 't' are on server a");
  }

  @Test
  void moreThanTwiceItsShareIsNoted() {
    servers.addAll(List.of(serving("a"), serving("b"), serving("c")));
    tables.add(table(regions("a", "a", "a", "b")));
    assertFound(Severity.NOTE, "server a has 3 of the 4 regions that store rows of table 't'");
  }

  @Test
  void bucketsThatShareARegionHurt() {
    twoServers();
    KeyRange two = KeyRange.of(new byte[0], new byte[] {2});
    List<RegionState> regions = regions("a", "b", "b", "b");
    Optional<ServerFacts> facts = regions.remove(0).facts();
    regions.set(0, new RegionState(two, "a", Answer.SERVES, facts, ""));
    tables.add(table(regions));
    assertFound(Severity.HURTS, "has 4 buckets, and buckets share regions");
  }

  @Test
  void ordersOfCoprocessorsThatDifferHurt() {
    twoServers();
    List<RegionState> regions = regions("a", "b", "a", "b");
    ServerFacts other = facts("b", "17.0.15", SITE, "x.AccessController 1", OBSERVER);
    regions.set(
        1, new RegionState(regions.get(1).rows(), "b", Answer.SERVES, Optional.of(other), ""));
    tables.add(table(regions));
    assertFound(Severity.HURTS, "run different coprocessors", "x.AccessController 1 > io.halite");
  }

  @Test
  void whatIsWrongWithAnIndexHurtsAndADisabledTableIsNoted() {
    twoServers();
    tables.add(bare(ATTRIBUTE, Optional.of(SPEC), false, false, "no table"));
    assertThat(findings())
        .extracting(Finding::text)
        .satisfiesExactly(
            worst -> assertThat(worst).isEqualTo("no table"),
            note -> assertThat(note).contains("is disabled: its regions could not be asked"));
  }

  @Test
  void aTableThatMayBeMergedIsNoted() {
    twoServers();
    tables.add(bare(ATTRIBUTE, Optional.of(SPEC), true, true));
    assertFound(Severity.NOTE, "may be merged by HBase's normalizer");
  }
}
