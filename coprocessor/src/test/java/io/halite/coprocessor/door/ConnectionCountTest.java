package io.halite.coprocessor.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionCountTest {
  private final ConnectionCount count = new ConnectionCount();

  @ParameterizedTest
  @ValueSource(ints = {10, 100, 1_000, 10_000})
  void itIsRightWithinATenth(int connections) {
    for (int i = 0; i < connections; i++) {
      count.add(i);
      count.add(i);
    }
    assertThat(count.estimate()).isCloseTo(connections, withinPercentage(10));
  }

  @Test
  void ofNoConnectionItIsZero() {
    assertThat(count.estimate()).isZero();
  }

  @Test
  void itStaysFiniteWhateverItIsGiven() {
    for (int i = 0; i < 200_000; i++) {
      count.add(i);
    }
    assertThat(count.estimate()).isBetween(30_000.0, 34_100.0);
  }
}
