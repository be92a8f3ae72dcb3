package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hostile inputs for each of Halite's decoders: 1,000,000 specs and filters each, 100,000 of each
 * other kind; prints what the worst of each kind cost.
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am -Dit.test=HostileInputFire}.
 */
class HostileInputFire {
  private static final long SEED = Long.getLong("halite.hostile.seed", 20_010_101);
  private static final List<String> OFTEN = List.of("spec", "filter bytes");
  private static final long MOST_NANOS = 1_000_000_000;
  private static final long MOST_BYTES = 16_000_000;

  static Stream<Decoder> decoders() {
    return Decoders.all();
  }

  @ParameterizedTest
  @MethodSource("decoders")
  void noInputCostsMoreThanASecondOrSixteenMegabytes(Decoder decoder) {
    int inputs = OFTEN.contains(decoder.name()) ? 1_000_000 : 100_000;
    Attack.Costs costs = new Attack(decoder, SEED, inputs).run();
    System.out.println("fire: " + costs + ", seed " + SEED);
    assertThat(costs.nanos()).as("%s", costs.slowest()).isLessThan(MOST_NANOS);
    assertThat(costs.bytes()).as("%s", costs.largest()).isLessThan(MOST_BYTES);
  }
}
