package io.halite.coprocessor.latest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackwardRowsTest {
  @ParameterizedTest
  @CsvSource({
    // now, when the caller gives up, until when a history is read
    "1000, 6000, 5000",
    "1000, 61000, 49000",
    "1000, 1000000, 61000",
    "1000, 9223372036854775807, 61000",
    "1000, 1001, 1001",
    "1000, 500, 1001",
  })
  void aHistoryIsReadWhileTheCallerCanStillHearThatTheTimeIsOver(
      long now, long callerDeadline, long until) {
    assertThat(BackwardRows.patientUntil(now, callerDeadline)).isEqualTo(until);
  }
}
