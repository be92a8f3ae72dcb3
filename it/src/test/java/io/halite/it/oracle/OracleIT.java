package io.halite.it.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.oracle.Population.Kind;
import io.halite.keys.SaltingSpec;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** The short form of {@link OracleFire} and {@link OracleUnderMovesFire}, which have all of it. */
@ExtendWith(SharedCluster.class)
class OracleIT {
  private final EmbeddedCluster cluster;

  OracleIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @ParameterizedTest(name = "{0} buckets, {1} operations")
  @CsvSource({"2, 300, 12, 60", "16, 300, 12, 30", "256, 100, 2, 12"})
  void aSaltedTableAnswersAsItsPlainTwin(int buckets, int operations, int fullScans, int widestScan)
      throws Exception {
    OracleRuns.still(
        cluster, new OracleSettings(buckets, operations, fullScans, widestScan, 1, true));
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"none", "hash(*) % 4", "hash(unit) % 4", "md5(unit)[0:1]"})
  void newestRowsAreThoseOfThePlainTwin(String salt) throws Exception {
    assertThat(OracleRuns.newest(cluster, salt, 250, Clients.BARE).missing())
        .doesNotContain(Kind.NEWEST, Kind.NEWEST_BY_CLIENT);
  }

  @Test
  void aSaltedTableAnswersAsItsPlainTwinWhileItsRegionsMove() throws Exception {
    OracleSettings settings = new OracleSettings(16, 150, 12, 30, 1, false);
    OracleRuns.moving(cluster, "moving", settings, 500, List.of());
  }

  @Test
  void familiesThatKeepTheirCellsInOtherWaysAnswerAsThoseOfThePlainTwin() throws Exception {
    OracleRuns.still(cluster, "families", usual().on(FamilyForm.MIXED));
  }

  private static OracleSettings usual() {
    return new OracleSettings(8, 250, 12, 30, 1, true);
  }

  @Tag("wide")
  @ParameterizedTest
  @EnumSource
  void eachFormOfFamiliesAnswersAsThatOfThePlainTwin(FamilyForm form) throws Exception {
    OracleRuns.still(cluster, "still-" + form, usual().on(form));
  }

  /** Random salts refuse families of new versions. */
  @Tag("wide")
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"NEW_VERSIONS", "MIXED"})
  void eachFormAnswersSoWhereRowsHaveSeveralPlaces(FamilyForm form) throws Exception {
    OracleRuns.still(cluster, SaltingSpec.parse("key=row:*,salt=random % 4"), 300, form);
  }

  /**
   * A region that moves, splits or merges flushes its memstores. Filters on values see references
   * in place of MOB values that have been flushed, at another time in each of the twins.
   */
  @Tag("wide")
  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"MOB", "MIXED"})
  void eachFormOfFamiliesAnswersAsThatOfThePlainTwinWhileRegionsMove(FamilyForm form)
      throws Exception {
    OracleSettings settings = new OracleSettings(8, 900, 12, 30, 1, false);
    OracleRuns.moving(cluster, "moving-" + form, settings.on(form), 20, List.of());
  }
}
