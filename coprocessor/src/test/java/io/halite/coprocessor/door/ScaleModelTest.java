package io.halite.coprocessor.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/scale.md computes by the model and the simulation; see {@link MeasuredFigureTest}. */
class ScaleModelTest {
  private final ScaleCosts costs = ScaleCosts.fitted();

  private ScaleEstimate estimate(ScaleWay way, ScaleSetup setup) {
    return new ScaleEstimate(way, setup, costs);
  }

  private double carried(ScaleWay way, int servers) {
    return estimate(way, ScaleTables.setup(servers, 100)).rowsPerSecond(1);
  }

  @Test
  void theCostsGiveTheFiveFiguresThatTheyWereFittedTo() {
    ScaleSetup batches = new ScaleSetup(3, 16, 100, 12);
    ScaleSetup puts = new ScaleSetup(3, 16, 1, 12);
    assertThat(costs.plain(batches)).isEqualTo(19, within(1e-9));
    assertThat(costs.owners(batches)).isEqualTo(37, within(1e-9));
    assertThat(costs.plain(puts)).isEqualTo(195, within(1e-9));
    assertThat(costs.door(batches)).isEqualTo(8, within(1e-9));
    assertThat(costs.door(puts)).isEqualTo(140, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 6, 10, 50, 1000})
  void byTheModelOneDoorCarriesLessThanAHotRegionAndManyCarryMore(int servers) {
    assertThat(carried(ScaleWay.ONE_DOOR, servers)).isLessThan(carried(ScaleWay.PLAIN, servers));
    assertThat(carried(ScaleWay.MANY_DOORS, servers))
        .isGreaterThan(carried(ScaleWay.PLAIN, servers));
    assertThat(carried(ScaleWay.DIRECT, servers))
        .isGreaterThan(carried(ScaleWay.MANY_DOORS, servers));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 6, 10, 50, 1000})
  void byTheModelOneDoorCarriesAtMostALittleMoreSinglePutsThanAHotRegion(int servers) {
    ScaleSetup puts = ScaleTables.setup(servers, 1);
    double oneDoor = estimate(ScaleWay.ONE_DOOR, puts).rowsPerSecond(1);
    assertThat(oneDoor).isLessThan(1.4 * estimate(ScaleWay.PLAIN, puts).rowsPerSecond(1));
  }

  @Test
  void moreThanThirtyTwoServersWouldCarryMoreIfEachWereADoor() {
    assertThat(carried(ScaleWay.DOORS_EVERYWHERE, 10))
        .isCloseTo(carried(ScaleWay.MANY_DOORS, 10), withinPercentage(0.1));
    assertThat(carried(ScaleWay.DOORS_EVERYWHERE, 1_000))
        .isGreaterThan(2 * carried(ScaleWay.MANY_DOORS, 1_000));
  }

  @ParameterizedTest
  @EnumSource
  void autoSpreadsConnectionsAsAllDoes(Weights weights) {
    for (int servers : new int[] {3, 10, 50}) {
      DoorSimulation.Outcome all = new DoorSimulation(servers, 1_000, DoorMode.ALL, weights).run();
      DoorSimulation.Outcome auto =
          new DoorSimulation(servers, 1_000, DoorMode.AUTO, weights).run();
      assertThat(auto.busiestOverMean()).isLessThanOrEqualTo(1.1 * all.busiestOverMean());
      assertThat(auto.redirects()).isLessThanOrEqualTo(1_000);
    }
  }

  @Test
  void aSimulationGivesTheSameEachTime() {
    for (Weights weights : Weights.values()) {
      assertThat(new DoorSimulation(50, 64, DoorMode.AUTO, weights).run())
          .isEqualTo(new DoorSimulation(50, 64, DoorMode.AUTO, weights).run());
    }
  }

  @Test
  void noAssignmentIsMoreEvenThanItsHeaviestConnectionAllows() {
    for (Weights weights : Weights.values()) {
      DoorSimulation.Outcome outcome = new DoorSimulation(10, 64, DoorMode.ALL, weights).run();
      assertThat(outcome.busiestOverMean()).isGreaterThanOrEqualTo(outcome.leastOverMean() - 1e-9);
    }
  }
}
