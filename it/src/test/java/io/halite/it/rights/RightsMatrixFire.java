package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * One colour of the matrix, some 10,000 verdicts; the other by {@code -Dhalite.rights.colour=1}.
 * The table of verdicts is written to {@code target/rights-matrix.md}.
 */
class RightsMatrixFire {
  private static final int FEWEST = 9_000;

  private static RightsMatrix matrix;

  @BeforeAll
  static void start() throws Exception {
    matrix = RightsMatrix.start(List.of(Salting.values()));
  }

  @AfterAll
  static void stop() throws Exception {
    matrix.close();
  }

  @Test
  void aSaltedTableGrantsNothingThatItsTwinRefuses() throws Exception {
    Tally tally = matrix.ask(MatrixSelection.half(Integer.getInteger("halite.rights.colour", 0)));
    tally.write("rights-matrix");
    assertThat(tally.size()).isGreaterThan(FEWEST);
    assertThat(tally.findings()).isEmpty();
  }
}
