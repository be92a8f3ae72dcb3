package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.door.DoorCluster;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * 100,000 nonsense rows in multi requests for each of three salts.
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am -Dit.test=HostileRequestsFire}.
 */
class HostileRequestsFire {
  private static final long SEED = Long.getLong("halite.hostile.seed", 20_010_102);
  private static final int ACTIONS = 100_000;

  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.start(3);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key=row:10:digits,salt=hash(row) % 4",
        "key=row:10:digits,salt=random % 4",
        "key=row:10:digits,salt=reverse(row)"
      })
  void nonsenseIsRefusedAndTheServersGoOn(String spec) throws Exception {
    System.out.println(
        "fire: %s, %,d nonsense rows, seed %d: %s"
            .formatted(spec, ACTIONS, SEED, new HostileClient(cluster, spec).send(SEED, ACTIONS)));
  }

  /** A door reads and changes requests before any observer sees them. */
  @ParameterizedTest
  @ValueSource(
      strings = {"key=row:10:digits,salt=hash(row) % 4", "key=row:10:digits,salt=reverse(row)"})
  void nonsenseIsRefusedByDoorsAndTheServersGoOn(String spec) throws Exception {
    try (EmbeddedCluster doors = DoorCluster.start()) {
      Map<String, Integer> refusals = new HostileClient(doors, spec).sendToDoor(SEED, ACTIONS);
      long served = DoorCluster.sum(doors, DoorCounts::served);
      System.out.println(
          "fire: %s, %,d nonsense rows, seed %d, %,d parts served by guests: %s"
              .formatted(spec, ACTIONS, SEED, served, refusals));
      assertThat(refusals).containsKey("org.apache.hadoop.hbase.DoNotRetryIOException");
      assertThat(served).as("parts that guests served").isGreaterThan(ACTIONS / 200);
    }
  }
}
