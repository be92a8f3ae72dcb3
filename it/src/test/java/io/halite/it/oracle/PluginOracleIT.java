package io.halite.it.oracle;

import static io.halite.it.oracle.Clients.IN_TURN;
import static io.halite.it.oracle.Clients.PLUG_INS;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.oracle.OracleRuns.Outcome;
import io.halite.it.oracle.Population.Kind;
import io.halite.keys.SaltingSpec;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients with both plug-ins get from a salted table what they get from its plain twin. As where
 * regions move, no order inside a batch and no filter that counts a region's rows is compared: both
 * depend on which rows are in one region.
 */
@ExtendWith(SharedCluster.class)
class PluginOracleIT {
  private final EmbeddedCluster cluster;

  PluginOracleIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void aSaltedTableAnswersAsItsPlainTwin() throws Exception {
    OracleSettings settings = new OracleSettings(16, 300, 12, 30, 1, false);
    OracleRuns.still(cluster, "plugin", settings.by(PLUG_INS));
  }

  /** What they must have met {@link OracleUnderMovesFire} says, in a longer run. */
  @Test
  void aSaltedTableAnswersAsItsPlainTwinWhileRegionsChange() throws Exception {
    OracleRuns.moving(
        cluster,
        "plugin-moving",
        new OracleSettings(4, 180, 10, 30, 1, false).by(PLUG_INS),
        50,
        List.of());
  }

  /** Rows in many places, rows whose keys share a bucket, and rows whose order is scattered. */
  @Tag("wide")
  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "salt=random % 4",
        "key=unit:2 rest:*,salt=hash(unit) % 4",
        "key=unit:2 rest:*,salt=md5(unit)[0:4]"
      })
  void aTableOfAnotherSaltAnswersAsItsPlainTwinWhileRegionsChange(String spec) throws Exception {
    OracleRuns.moving(cluster, SaltingSpec.parse(spec), 900, PLUG_INS);
  }

  /** What one sends by gateways the next reads straight from the owners, and the other way. */
  @Tag("wide")
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"key=unit:2 rest:*,salt=hash(unit) % 4", "salt=random % 4"})
  void aSaltedTableAnswersClientsWithAndWithoutPlugInsInTurnAsItsPlainTwin(String spec)
      throws Exception {
    OracleRuns.moving(cluster, SaltingSpec.parse(spec), 900, IN_TURN);
  }

  /** Salts that scatter rows, some of which store a key of one row as a key of another one. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"salt=md5(*)[0:4]", "key=a:2 rest:*,salt=reverse(a)"})
  void aTableWhoseSaltScattersRowsAnswersAsItsPlainTwin(String spec) throws Exception {
    OracleRuns.still(cluster, SaltingSpec.parse(spec), 150, PLUG_INS);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "key=shop:4 order:6:digits,salt=hash(shop) % 4,index=byOrder(order)",
        "key=shop:3:digits order:6:digits line:*,salt=reverse(shop order)"
      })
  void aTableWhoseWritesOrKeysAreOfAnotherKindAnswersAsItsPlainTwin(String spec) throws Exception {
    OracleRuns.still(cluster, SaltingSpec.parse(spec), 120, PLUG_INS);
  }

  /** The other kinds of salts that docs/row-key-format.md has. */
  @Tag("wide")
  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "key=user:4 order:6:digits,salt=hash(user) spread(order % 4) % 16",
        "key=user:4 order:6:digits,salt=hash(user) % 20 digits",
        "key=ts:10:digits host:*,salt=mod(ts) % 7",
        "salt=phoenix % 6",
        "salt=hbasewd % 5",
        "salt=md5(*)[28:32]",
        "key=sendDate~: sendTime~: messageId:*,salt=MD5(messageId)[0:32]:",
        "key=phone:11:digits,salt=reverse(phone)",
        "key=event:2 day:8:digits offset:8:digits,salt=random % 20 digits",
        "key=shop:4 order:6:digits,salt=hash(shop) % 4,index=byOrder(order) % 4",
        "key=shop:4 order:6:digits,salt=random % 4,index=byOrder(order)"
      })
  void tablesOfTheOtherSaltsAnswerAsTheirPlainTwins(String spec) throws Exception {
    OracleRuns.still(cluster, SaltingSpec.parse(spec), 150, PLUG_INS);
  }

  /** Keys with delimiters, about whose segments half of the queries are: one must find a row. */
  @Test
  void aTableWhoseKeysHaveDelimitersAnswersAsItsPlainTwin() throws Exception {
    SaltingSpec spec = SaltingSpec.parse("key=a~: b~0x80 rest:*,salt=hash(a) % 4");
    OracleRuns.still(cluster, spec, 400, PLUG_INS);
  }

  /** Salts that keep a row in many places, which the clients join. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"salt=random % 4", "key=a:4,salt=random-suffix % 10"})
  void aTableWhoseRowsLieInManyPlacesAnswersAsItsPlainTwin(String spec) throws Exception {
    OracleRuns.still(cluster, SaltingSpec.parse(spec), 150, PLUG_INS);
  }

  @Test
  void newestRowsAreThoseOfThePlainTwin() throws Exception {
    assertThat(OracleRuns.newest(cluster, "hash(*) % 4", 250, PLUG_INS).missing())
        .doesNotContain(Kind.NEWEST, Kind.NEWEST_BY_CLIENT);
  }

  /** A scan whose rows all have one unit lies in one stored range; the others are refused. */
  @Test
  void newestRowsUnderAReversedSegmentAreThoseOfThePlainTwinOrRefused() throws Exception {
    Outcome outcome = OracleRuns.newest(cluster, "reverse(unit)", 250, PLUG_INS);
    assertThat(outcome.missing()).doesNotContain(Kind.NEWEST);
    assertThat(outcome.refused()).isPositive();
  }

  /** In the words of docs/latest.md. */
  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"md5(*)[0:4]", "random % 4"})
  void newestRowsAreRefusedWhereTheSaltScattersTheRowsOfAKey(String salt) throws Exception {
    Outcome outcome = OracleRuns.newest(cluster, salt, 100, PLUG_INS);
    assertThat(outcome.missing()).contains(Kind.NEWEST);
    assertThat(outcome.refused() > 0).isEqualTo(salt.startsWith("md5"));
  }
}
