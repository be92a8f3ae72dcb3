package io.halite.client.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.Finding.Severity;
import io.halite.client.operate.ServerState.Jar;
import io.halite.routing.endpoint.ServerFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** What keeps doors closed, and what keeps a server from starting with them. */
class DoorDiagnosisTest {
  private static final String RPC_SERVER = "hbase.rpc.server.impl";
  private static final String OF_DOORS = "io.halite.coprocessor.door.DoorRpcServer";
  private static final String DOORS = "halite.doors";

  private final List<ServerState> servers = new ArrayList<>();
  private final Map<String, String> site = new HashMap<>();

  private void serving(String server, Map<String, String> settings) {
    ServerFacts facts =
        new ServerFacts(
            server, "0.1.0", "5e9c0c2", "17", "2.6.4", List.of(), settings, Optional.empty());
    servers.add(new ServerState(server, Jar.SERVES, Optional.of(facts), ""));
  }

  private void without(String server, Jar jar) {
    servers.add(new ServerState(server, jar, Optional.empty(), ""));
  }

  private List<String> hurting() {
    ClusterState cluster = new ClusterState(servers, List.of(), List.of(), List.of(), site);
    assertThat(cluster.findings())
        .as("the findings of the cluster")
        .containsAll(DoorDiagnosis.of(cluster));
    return DoorDiagnosis.of(cluster).stream()
        .filter(finding -> finding.severity() == Severity.HURTS)
        .map(Finding::text)
        .toList();
  }

  @Test
  void doorsOnAllServersOrOnNoneAreWell() {
    without("c", Jar.FOUND);
    serving("a", Map.of());
    assertThat(hurting()).isEmpty();
    serving("b", Map.of(RPC_SERVER, OF_DOORS, DOORS, "all"));
    site.putAll(Map.of(RPC_SERVER, OF_DOORS, DOORS, "auto"));
    assertThat(hurting()).isEmpty();
  }

  @Test
  void aServerWithoutTheJarHurtsWhereTheSiteHereNamesTheirRpcServer() {
    serving("a", Map.of());
    without("c", Jar.MISSING);
    assertThat(hurting()).isEmpty();
    site.put(RPC_SERVER, OF_DOORS);
    assertThat(hurting())
        .singleElement()
        .asString()
        .contains("server c will not start again", "as of the site here", "before you restart it");
  }

  @Test
  void aServerWithoutTheJarHurtsWhereAnotherServerRunsTheirRpcServer() {
    serving("a", Map.of(RPC_SERVER, OF_DOORS));
    serving("b", Map.of());
    without("c", Jar.MISSING);
    assertThat(hurting())
        .singleElement()
        .asString()
        .contains("server c will not start again", "as of a: it has no Halite");
  }

  @Test
  void doorsWithoutTheirRpcServerHurt() {
    serving("a", Map.of(DOORS, "all"));
    serving("b", Map.of(DOORS, "all", RPC_SERVER, "org.apache.SomeOther"));
    site.put(DOORS, "auto");
    assertThat(hurting())
        .hasSize(2)
        .anyMatch(text -> text.contains("is all without the RPC server of doors on a, b: nobody"))
        .anyMatch(text -> text.contains("is auto without the RPC server of doors on the site"));
  }

  @Test
  void aValueWithWhichNoServerStartsHurts() {
    site.put(DOORS, "on");
    assertThat(hurting())
        .singleElement()
        .asString()
        .contains("halite.doors 'on' of the site here must be auto, all or off");
  }

  @Test
  void aSiteSaysWhatItNamesOfDoorsAndNothingElse() {
    Configuration conf = new Configuration(false);
    conf.set("hbase.quota.enabled", "true");
    assertThat(DoorDiagnosis.settings(conf)).isEmpty();
    conf.set(DOORS, "auto");
    conf.set(RPC_SERVER, OF_DOORS);
    assertThat(DoorDiagnosis.settings(conf)).isEqualTo(Map.of(DOORS, "auto", RPC_SERVER, OF_DOORS));
  }
}
