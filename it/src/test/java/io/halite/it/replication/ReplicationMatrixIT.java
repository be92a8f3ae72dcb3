package io.halite.it.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Some combinations of {@link ReplicationMatrixFire}, others in each build: each pair of tables
 * whose rows arrive, and each refusal.
 */
@Tag("wide")
@Timeout(240)
class ReplicationMatrixIT {
  private static final long SEED = Long.getLong("halite.replication.seed", System.nanoTime());
  @TempDir private static Path directory;
  private static ReplicationMatrix matrix;

  @BeforeAll
  static void replicate() throws Exception {
    matrix = ReplicationMatrix.of(Combination.drawn(SEED), directory);
  }

  @AfterAll
  static void stop() throws Exception {
    matrix.close();
  }

  static Stream<Combination> combinations() {
    return Combination.drawn(SEED).stream();
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void eachCombinationHasItsResult(Combination each) throws Exception {
    assertThat(matrix.outcomes()).as(seed()).containsEntry(each, each.expected());
    matrix.assertResult(each);
  }

  private static String seed() {
    return "drawn by -Dhalite.replication.seed=" + SEED;
  }

  @Test
  void everyResultOccurs() {
    assertThat(matrix.outcomes().values()).as(seed()).contains(Outcome.values());
    assertThat(Combination.all()).hasSize(15 * 4 * 2 * 2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void verifyReplicationFindsNoDifference(boolean byPlugin, @TempDir Path jobs) throws Exception {
    List<Combination> verifiable =
        matrix.all(Outcome.NATURAL_ROWS).stream().filter(Combination::isVerifiable).toList();
    matrix.assertVerified(verifiable.get(byPlugin ? 1 : 0), byPlugin, jobs);
  }
}
