package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The first inputs of {@link HostileInputFire}, in every build. */
class HostileInputTest {
  private static final long SEED = 20_010_101;
  private static final int INPUTS = 20_000;
  private static final long MOST_BYTES = 16_000_000;

  static Stream<Decoder> decoders() {
    return Decoders.all();
  }

  @ParameterizedTest
  @MethodSource("decoders")
  void whatAnyoneMaySendIsTakenOrRefusedInBoundedMemory(Decoder decoder) {
    Attack.Costs costs = new Attack(decoder, SEED, INPUTS).run();
    System.out.println(costs + ", seed " + SEED);
    assertThat(costs.refused()).as("valid inputs and refused ones").isBetween(1, INPUTS - 1);
    assertThat(costs.bytes()).as("%s", costs.largest()).isLessThan(MOST_BYTES);
  }
}
