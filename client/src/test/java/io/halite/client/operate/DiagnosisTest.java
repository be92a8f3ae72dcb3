package io.halite.client.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.Finding.Severity;
import io.halite.client.operate.ServerState.Jar;
import io.halite.routing.endpoint.ServerFacts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Each thing that can be wrong with servers is found, and nothing on those that are well. */
class DiagnosisTest extends SurveyedCluster {
  private static final String USER_CLASSES = "hbase.coprocessor.user.region.classes";
  private static final String OBSERVER_CLASS = "io.halite.coprocessor.SaltingObserver";

  @Test
  void nothingIsFoundOnAClusterThatIsWell() {
    twoServers();
    tables.add(table(regions("a", "b", "a", "b")));
    assertThat(findings()).isEmpty();
  }

  @Test
  void aTableThatTheSitesSaltNeedsNoAttributeAndNoGuard() {
    Map<String, String> site = Map.of("halite.default.spec", SPEC);
    servers.add(serving("b", "17.0.15", site));
    servers.add(serving("a", "17.0.15", site));
    tables.add(byDefault(SPEC, regions("a", "b", "a", "b")));
    assertThat(findings()).isEmpty();
    tables.set(0, byDefault("key=row:*,salt=hash(*) % 8", regions("a", "b", "a", "b")));
    assertThat(findings())
        .extracting(Finding::text)
        .anyMatch(text -> text.contains("but its rows are stored under '" + SPEC))
        .anyMatch(text -> text.contains("has 8 buckets, and buckets share regions"));
  }

  @Test
  void aServerWithoutTheJarHurtsWhereTheClassPathIsToHaveIt() {
    twoServers();
    servers.add(without("c", Jar.MISSING));
    tables.add(table(regions("a", "b", "a", "b")));
    assertFound(
        Severity.HURTS,
        "server c has no Halite",
        "opens no region",
        "put the jar on its class path");
  }

  @Test
  void aServerWithoutTheJarAbortsOverATableWithoutAGuard() {
    servers.addAll(List.of(serving("a"), without("c", Jar.MISSING)));
    guarded = false;
    tables.add(bare(ATTRIBUTE, Optional.of(SPEC), true, false));
    assertThat(findings())
        .extracting(Finding::text)
        .satisfiesExactly(
            worst -> assertThat(worst).contains("server c has no Halite: it aborts"),
            note ->
                assertThat(note)
                    .contains(
                        "table 't' has no guard",
                        "SPLIT_POLICY => 'io.halite.coprocessor.split.GuardedSplitPolicy'",
                        "{'hbase.coprocessor.abortonerror' => 'false'}"));
  }

  @Test
  void aServerWithoutTheJarIsNotedWhereEachTableNamesAJar() {
    twoServers();
    servers.add(without("c", Jar.MISSING));
    guarded = false;
    tables.add(bare("hdfs:///h.jar" + ATTRIBUTE, Optional.of(SPEC), true, false));
    assertFound(Severity.NOTE, "server c has no Halite on its class path");
  }

  @Test
  void aGuardedTableThatNamesAJarIsClosedToAServerWithoutTheJar() {
    twoServers();
    servers.add(without("c", Jar.MISSING));
    tables.add(bare("hdfs:///h.jar" + ATTRIBUTE, Optional.of(SPEC), true, false));
    assertFound(Severity.HURTS, "server c has no Halite: it opens no region");
  }

  @Test
  void aServerThatServesByTheJarOfATableMayLackOneForOtherTables() {
    servers.add(serving("a"));
    Optional<ServerFacts> facts = serving("b").facts();
    servers.add(new ServerState("b", Jar.MISSING, facts, ""));
    tables.add(table(regions("a", "a", "a", "b")));
    assertFound(
        Severity.HURTS, "server b has no Halite on its class path: it opens no region", "restart");
  }

  @Test
  void aTableThatNamesAJarMakesNoServerAbort() {
    twoServers();
    servers.add(without("c", Jar.MISSING));
    tables.add(table(regions("a", "b", "a", "b")));
    guarded = false;
    tables.add(bare("hdfs:///h.jar" + ATTRIBUTE, Optional.of(SPEC), true, false));
    assertFound(Severity.HURTS, "server c has no Halite: it opens no region");
  }

  @Test
  void aServerThatCannotBeAskedIsNoted() {
    servers.addAll(List.of(serving("a"), without("c", Jar.UNKNOWN), without("d", Jar.FOUND)));
    assertFound(Severity.NOTE, "unknown whether server c has Halite's jar: the doctor runs");
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
    tables.add(bare(ATTRIBUTE, Optional.of(SPEC), true, false));
    assertThat(findings()).as("a guard keeps such regions closed").isEmpty();
  }

  @Test
  void settingsByWhichAServerLoadsNoObserverHurt() {
    servers.add(serving("a", "17", Map.of("hbase.coprocessor.user.enabled", "false")));
    assertFound(
        Severity.HURTS,
        "user.enabled is false on a: no table there loads its observer",
        "name the observer in hbase.coprocessor.user.region.classes");
    servers.set(0, serving("a", "17", Map.of("hbase.coprocessor.enabled", "false")));
    assertFound(Severity.HURTS, "hbase.coprocessor.enabled is false on a: no table");
  }

  /** HBase loads what the site names for all tables, whatever tables may load by themselves. */
  @Test
  void aServerWhoseSiteLoadsTheObserverMayForbidTablesToLoadAny() {
    for (String key : List.of("hbase.coprocessor.region.classes", USER_CLASSES)) {
      servers.clear();
      servers.add(serving("a", "17", site(key, "x.AccessController, " + OBSERVER_CLASS)));
      assertThat(findings()).as(key).isEmpty();
      servers.set(0, serving("a", "17", site(key, OBSERVER_CLASS + "|1073741823")));
      assertThat(findings()).as("%s with a priority", key).isEmpty();
      servers.set(0, serving("a", "17", site(key, "x." + OBSERVER_CLASS)));
      assertFound(Severity.HURTS, "user.enabled is false on a");
    }
  }

  @Test
  void aServerThatLoadsNoCoprocessorAtAllHurtsWhateverItsSiteNames() {
    servers.add(
        serving(
            "a", "17", Map.of("hbase.coprocessor.enabled", "false", USER_CLASSES, OBSERVER_CLASS)));
    assertFound(Severity.HURTS, "hbase.coprocessor.enabled is false on a: no table");
  }

  @Test
  void onlyTheServerWhoseSiteDoesNotLoadTheObserverIsNamed() {
    servers.add(serving("a", "17", site(USER_CLASSES, OBSERVER_CLASS)));
    servers.add(serving("b", "17", Map.of("hbase.coprocessor.user.enabled", "false")));
    assertThat(findings())
        .extracting(Finding::text)
        .anyMatch(text -> text.contains("user.enabled is false on b: no table there"))
        .noneMatch(text -> text.contains("user.enabled is false on a"));
  }

  private static Map<String, String> site(String key, String classes) {
    return Map.of("hbase.coprocessor.user.enabled", "false", key, classes);
  }

  @Test
  void permitsThatAreOffHurt() {
    servers.add(serving("a", "17", Map.of("halite.forward.permits", "off")));
    assertFound(Severity.HURTS, "halite.forward.permits is off on a");
  }

  @Test
  void aSwitchThatIsNeitherOfItsTwoWordsIsAProblem() {
    servers.add(serving("a", "17", Map.of("halite.forward.sharing", "ON")));
    servers.add(serving("b", "17", Map.of("halite.forward.sharing", "ON")));
    assertFound(
        Severity.HURTS,
        "halite.forward.sharing 'ON' of a, b must be on or off, in lower case: it counts as off;",
        "correct it in hbase-site.xml and restart");
    servers.clear();
    servers.add(serving("a", "17", Map.of("halite.forward.permits", "false")));
    assertFound(Severity.HURTS, "halite.forward.permits 'false' of a must be", "counts as on;");
    servers.set(0, serving("a", "17", Map.of("halite.audit", "on")));
    assertFound(Severity.HURTS, "halite.audit 'on' of a must be", "counts as true;");
  }

  @Test
  void aSwitchThatIsTurnedIsWell() {
    servers.add(serving("a", "17", Map.of("halite.forward.sharing", "on", "halite.audit", "true")));
    assertThat(findings()).isEmpty();
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
    assertFound(Severity.NOTE, "no salted table was examined: versions and settings");
  }

  @Test
  void versionsOfJavaThatDifferAreNoted() {
    servers.addAll(List.of(serving("a", "17.0.1", SITE), serving("b", "21", SITE)));
    assertFound(Severity.NOTE, "several versions of Java: 17.0.1 on a, 21 on b");
  }

  @Test
  void whatTheJvmsOfServersAndMastersLackIsFound() {
    tables.add(table(regions("a", "b", "a", "b")));
    servers.add(serving("a").with(jvm("17.0.15", "halite-0.1.0.jar")));
    servers.add(serving("b").with(jvm("17.0.15", "halite-0.1.0.jar")));
    assertThat(findings()).isEmpty();
    allMasters.set(0, allMasters.get(0).with(jvm("21.0.7", "halite-0.2.0.jar")));
    assertFound(
        Severity.NOTE,
        "several jars of Halite: halite-0.1.0.jar on a, b; halite-0.2.0.jar on m1,16000,1; finish");
    allMasters.set(0, allMasters.get(0).with(jvm("11.0.27")));
    assertFound(Severity.HURTS, "m1,16000,1 runs on Java 11.0.27", "start it with Java 17");
    allMasters.set(0, allMasters.get(0).with(jvm("21", "halite-0.1.0.jar", "halite-0.1.0.jar")));
    assertFound(Severity.HURTS, "m1,16000,1 has 2 jars of Halite on its class path", "all but one");
  }

  private static Optional<ServerJvm> jvm(String java, String... jars) {
    return Optional.of(new ServerJvm(List.of(jars), java));
  }

  @Test
  void aMasterWithoutTheObserverIsNoted() {
    twoServers();
    masters.clear();
    assertFound(Severity.NOTE, "the master does not load SaltingMasterObserver");
  }

  @Test
  void aMasterWithoutTheJarHurtsUnlessEachTableNamesAJar() {
    twoServers();
    allMasters.set(0, without("m1,16000,1", Jar.MISSING));
    assertFound(Severity.HURTS, "master m1,16000,1 has no Halite on its class path", "refuses to");
    guarded = false;
    tables.add(bare("hdfs:///h.jar" + ATTRIBUTE, Optional.of(SPEC), true, false));
    assertFound(Severity.NOTE, "master m1,16000,1 has no Halite on its class path");
  }

  @Test
  void aBackupMasterIsAskedToo() {
    twoServers();
    allMasters.add(without("m2,16000,1", Jar.MISSING));
    assertFound(Severity.HURTS, "backup master m2,16000,1 has no Halite on its class path");
    allMasters.set(1, new ServerState("m2", Jar.SILENT, Optional.empty(), "timed out"));
    assertFound(Severity.HURTS, "backup master m2 did not answer in 10 s: timed out");
    allMasters.set(1, without("m2", Jar.UNKNOWN));
    assertFound(Severity.NOTE, "unknown whether backup master m2 has Halite's jar");
  }
}
