package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A cut of the matrix: each request of each user, by one door under one salt. */
class RightsMatrixIT {
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
    Tally tally = matrix.ask(Selection.cut());
    tally.write("rights-cut");
    assertThat(tally.size()).isGreaterThan(500);
    assertThat(tally.findings()).isEmpty();
  }
}
