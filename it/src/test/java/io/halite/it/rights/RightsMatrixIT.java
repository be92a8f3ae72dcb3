package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A cut of the matrix: each request of each user, by one door under one salt, and once more through
 * a guest. And the judge itself is judged, by holes that are planted.
 */
class RightsMatrixIT {
  /** Rows of the controls, which no entry of the cut has. */
  private static final int CONTROLS = 90_000;

  private static RightsMatrix matrix;

  @BeforeAll
  static void start() throws Exception {
    matrix = RightsMatrix.startWithDoors(List.of(Salting.values()));
  }

  @AfterAll
  static void stop() throws Exception {
    matrix.close();
  }

  @Test
  void aSaltedTableGrantsNothingThatItsTwinRefuses() throws Exception {
    Tally tally = matrix.ask(MatrixSelection.cut());
    tally.write("rights-cut");
    assertThat(tally.size()).isGreaterThan(500);
    assertThat(tally.findings()).isEmpty();
  }

  @Test
  void aGuestGrantsNothingThatATwinRefuses() throws Exception {
    List<MatrixQuestion> questions = MatrixSelection.guestCut();
    long before = matrix.served();
    Tally tally = matrix.ask(questions);
    tally.write("rights-guest-cut");
    assertThat(tally.size()).isGreaterThan(500);
    assertThat(tally.findings()).isEmpty();
    assertThat(matrix.served() - before)
        .as("requests that guests served")
        .isGreaterThanOrEqualTo(
            questions.stream().filter(MatrixQuestion::isServedByGuests).count());
  }

  @Test
  void theAsynchronousPluginGrantsNothingThatATwinRefuses() throws Exception {
    Tally tally = matrix.ask(MatrixSelection.asyncCut());
    tally.write("rights-async-cut");
    assertThat(tally.size()).isGreaterThan(500);
    assertThat(tally.findings()).isEmpty();
  }

  @Test
  void aConditionalMutationThatNobodyJudgesIsFound() throws Exception {
    List<MatrixQuestion> questions =
        MatrixSelection.of(Checks.all(), Actor.NOBODY, Salting.HASH, CONTROLS);
    Tally tally =
        matrix.ask(
            questions,
            side -> side.through((nobody, plugIn) -> side.clients().of(Actor.SUPERUSER, plugIn)));
    assertThat(tally.broken()).hasSize(questions.size());
    assertThat(tally.findings()).contains("answered true").contains("where the twin says Access");
  }

  @Test
  void anOpenScanThatAStrangerReadsOrClosesIsFound() throws Exception {
    List<MatrixQuestion> questions =
        MatrixSelection.of(Strangers.all(), Actor.READS_TABLE, Salting.HASH, CONTROLS + 1_000);
    Tally tally =
        matrix.ask(questions, side -> side.through((stranger, plugIn) -> side.clients().opener()));
    assertThat(tally.broken()).hasSize(questions.size());
    assertThat(tally.findings()).contains("is not the scanner owner");
  }
}
