package io.halite.client.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.Finding.Severity;
import io.halite.client.operate.RegionState.Answer;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.keys.SplitPoints;
import io.halite.routing.endpoint.ServerFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each thing that can be wrong with a table is found. */
class TableDiagnosisTest extends SurveyedCluster {
  @Test
  void aTableWithFewerSplitsOfAJobThanServersIsNoted() {
    servers.addAll(List.of(serving("a"), serving("b"), serving("c"), serving("d"), serving("e")));
    TableState four = table(regions("a", "b", "c", "d"));
    tables.add(four);
    assertFound(Severity.NOTE, "a job over table 't' has 4 splits", "and 5 servers are live");
    assertThat(four.usualSplits()).isEqualTo(4);
    assertThat(four.saltedSplits()).hasValue(4);
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
    assertFound(Severity.HURTS, "all 4 regions that store rows of table 't' are on server a");
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

  @ParameterizedTest
  @CsvSource({
    "hbasewd % 15, 15",
    "phoenix % 16, 16",
    "hash(*) % 4 letters-, 4",
    "md5(*)[0:1], 4",
    "md5(*)[0:1], 16",
    "md5(*)[0:2], 16",
    "MD5(*)[0:2]:, 16",
  })
  void aTableIsWellThatIsCutAsHaliteCutsIt(String salt, int regions) {
    twoServers();
    tables.add(cut("key=row:*,salt=" + salt, regions));
    assertThat(findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"hbasewd % 15, 14", "random % 16, 8", "md5(*)[0:1], 1"})
  void aTableOfFewerRegionsHurts(String salt, int regions) {
    twoServers();
    tables.add(cut("key=row:*,salt=" + salt, regions));
    assertThat(findings())
        .filteredOn(found -> found.severity() == Severity.HURTS)
        .singleElement()
        .satisfies(found -> assertThat(found.text()).contains("and buckets share regions"));
  }

  private TableState cut(String spec, int regions) {
    List<RegionState> cut = new ArrayList<>();
    byte[] start = new byte[0];
    List<byte[]> stops = new ArrayList<>(SplitPoints.of(SaltingSpec.parse(spec), regions));
    stops.add(new byte[0]);
    for (byte[] stop : stops) {
      String server = cut.size() % 2 == 0 ? "a" : "b";
      Optional<ServerFacts> facts = serving(server).facts();
      cut.add(new RegionState(KeyRange.of(start, stop), server, Answer.SERVES, facts, ""));
      start = stop;
    }
    return byDefault(spec, spec, cut);
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
