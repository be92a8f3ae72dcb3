package io.halite.it.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each pair of tables, with Halite on each side or not, by each endpoint, serial or not: the sink
 * has the natural rows, or the refusal says why not. Servers without Halite have no class of it.
 * {@code -Dhalite.replication.cases='random.*'} selects combinations.
 */
class ReplicationMatrixFire {
  private static final String WANTED = System.getProperty("halite.replication.cases", ".*");

  @TempDir private static Path directory;
  private static ReplicationMatrix matrix;

  @BeforeAll
  static void replicate() throws Exception {
    matrix = ReplicationMatrix.of(combinations().toList(), directory);
  }

  @AfterAll
  static void stop() throws Exception {
    matrix.close();
  }

  static Stream<Combination> combinations() {
    return Combination.all().stream().filter(each -> each.toString().matches(WANTED));
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void eachCombinationHasItsResult(Combination each) throws Exception {
    matrix.assertResult(each);
  }

  @Test
  void eachCombinationWasRun() {
    assertThat(matrix.outcomes().keySet())
        .containsExactlyInAnyOrderElementsOf(combinations().toList());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void verifyReplicationFindsNoDifference(boolean byPlugin, @TempDir Path jobs) throws Exception {
    for (Combination each : matrix.all(Outcome.NATURAL_ROWS)) {
      if (each.isVerifiable() && !each.isSerial()) {
        matrix.assertVerified(each, byPlugin, jobs);
      }
    }
  }
}
