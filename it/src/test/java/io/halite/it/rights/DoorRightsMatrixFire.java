package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The matrix through guests, and each entry once more at the gateway itself. */
class DoorRightsMatrixFire {
  /** Tables whose salt gives a row many places have no doors. */
  private static final int FEWEST = 3_000;

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
  void aGuestAnswersAndRefusesAsTheGatewayDoes() throws Exception {
    List<MatrixQuestion> questions = MatrixSelection.guests();
    long before = matrix.served();
    Tally guests = matrix.ask(questions);
    assertThat(matrix.served() - before)
        .as("requests that guests served")
        .isGreaterThanOrEqualTo(
            questions.stream().filter(MatrixQuestion::isServedByGuests).count());
    guests.write("rights-guests");
    Tally gateways = matrix.ask(MatrixSelection.atTheGateway(questions));
    assertThat(guests.size()).isGreaterThan(FEWEST);
    assertThat(guests.findings()).isEmpty();
    assertThat(gateways.findings()).isEmpty();
    assertThat(guests.ends()).isEqualTo(gateways.ends());
  }
}
