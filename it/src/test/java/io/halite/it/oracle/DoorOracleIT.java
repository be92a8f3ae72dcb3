package io.halite.it.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RegionChurn.Step;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.SharedDoorCluster;
import io.halite.it.oracle.Population.Kind;
import io.halite.keys.SaltingSpec;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A salted table whose requests enter through many doors answers as its plain twin. */
@ExtendWith(SharedDoorCluster.class)
class DoorOracleIT {
  /** The most runs until the doors have served what a test demands. */
  private static final int RUNS = 4;

  private final EmbeddedCluster cluster;

  DoorOracleIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** By their load, both connections of one run may be given the same door. */
  @Test
  void aSaltedTableAnswersAsItsPlainTwinWhenGuestsServe() throws Exception {
    List<Long> before = served();
    for (int run = 0; run < RUNS && !haveAllServedSince(before); run++) {
      OracleRuns.atDoors(cluster, new OracleSettings(16, 300, 12, 30, 1, true));
    }
    assertThat(haveAllServedSince(before)).as("%s, before %s", served(), before).isTrue();
  }

  private boolean haveAllServedSince(List<Long> before) {
    List<Long> now = served();
    return now.size() == before.size()
        && IntStream.range(0, now.size()).allMatch(server -> now.get(server) > before.get(server));
  }

  /** What each door has served; other tests have used the same cluster. */
  private List<Long> served() {
    return DoorCluster.counts(cluster).stream().map(DoorCounts::served).toList();
  }

  /** One whose salt digests a segment, and whose rows have entries in an index. */
  @Test
  void anIndexedTableAnswersAsItsPlainTwinWhenGuestsServe() throws Exception {
    String spec = "key=shop:4 order:6:digits,salt=hash(shop) % 4,index=byOrder(order)";
    OracleRuns.atDoors(cluster, SaltingSpec.parse(spec), 200);
  }

  @Tag("wide")
  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "key=unit:2 rest:*,salt=hash(unit) % 4",
        "key=row:*,salt=hash(*) % 4 letters-",
        "key=a:2 rest:*,salt=reverse(a)",
        "salt=md5(*)[0:4]",
        "key=sendDate~: sendTime~: messageId:*,salt=MD5(messageId)[0:32]:",
        "key=shop:4 order:6:digits,salt=hash(shop) % 4,index=byOrder(order) % 4"
      })
  void tablesOfTheOtherSaltsAnswerAsTheirPlainTwinsWhenGuestsServe(String spec) throws Exception {
    OracleRuns.atDoors(cluster, SaltingSpec.parse(spec), 300);
  }

  @Tag("wide")
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"hash(unit) % 4", "hash(*) % 4"})
  void newestRowsAreThoseOfThePlainTwinWhenGuestsServe(String salt) throws Exception {
    untilGuestsHaveServed(
        () ->
            assertThat(OracleRuns.newest(cluster, salt, 250, Clients.BARE).missing())
                .doesNotContain(Kind.NEWEST, Kind.NEWEST_BY_CLIENT));
  }

  @Test
  void aSaltedTableAnswersAsItsPlainTwinWhileGatewaysAndGuestsMove() throws Exception {
    OracleSettings settings = new OracleSettings(16, 180, 12, 30, 1, false);
    List<Step> steps = List.of(Step.SPLIT, Step.MERGE, Step.MOVE);
    untilGuestsHaveServed(() -> OracleRuns.moving(cluster, "moving", settings, 50, steps));
  }

  /** By their load, both connections of one run may be kept at the gateway's own server. */
  private void untilGuestsHaveServed(OracleRun run) throws Exception {
    long enough = DoorCluster.sum(cluster, DoorCounts::served) + 50;
    for (int i = 0; i < RUNS && DoorCluster.sum(cluster, DoorCounts::served) <= enough; i++) {
      run.run();
    }
    assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(enough);
  }

  private interface OracleRun {
    void run() throws Exception;
  }
}
