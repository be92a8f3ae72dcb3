package io.halite.coprocessor.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** When the mode {@code auto} redirects, on simulated clusters; the gateway is on server 0. */
class AutoDoorsTest {
  private static final int CONNECTIONS = 48;
  private static final int ROWS = 100;
  private static final double ALL = CONNECTIONS * ROWS;

  /** Long enough for many looks at each report. */
  private static final int SECONDS = 300;

  /** Whole connections cannot be divided as evenly as their rows. */
  private static final double UNEVEN = 1.1;

  /** The parts of the rows that each server stores. */
  private record Layout(double... stored) {
    int servers() {
      return stored.length;
    }

    double most() {
      return Arrays.stream(stored).max().orElseThrow();
    }

    @Override
    public String toString() {
      return Arrays.toString(stored);
    }
  }

  static Stream<Layout> layoutsThatDoorsRelieve() {
    return Stream.of(
        // The gateway's server stores all rows, or most, or as many as the others, or none.
        new Layout(1, 0),
        new Layout(0.75, 0.25),
        new Layout(0.5, 0.5),
        new Layout(1, 0, 0),
        new Layout(0.7, 0.2, 0.1),
        new Layout(0.34, 0.33, 0.33),
        new Layout(0.2, 0.4, 0.4),
        new Layout(1, 0, 0, 0, 0, 0),
        new Layout(0.5, 0.1, 0.1, 0.1, 0.1, 0.1),
        new Layout(0.165, 0.167, 0.167, 0.167, 0.167, 0.167),
        new Layout(0, 0.2, 0.2, 0.2, 0.2, 0.2),
        new Layout(0, 0.5, 0.5, 0, 0, 0));
  }

  @ParameterizedTest
  @MethodSource("layoutsThatDoorsRelieve")
  void theBusiestServerTakesWhatAnEqualPartOfTheRequestsLeavesIt(Layout layout) throws Exception {
    AutoSimulation cluster = new AutoSimulation(layout.stored()).clients(0, CONNECTIONS, ROWS);
    cluster.run(SECONDS).run(SECONDS);
    double before = ALL * (1 + layout.stored()[0]);
    double even = ALL * (1.0 / layout.servers() + layout.most());
    // A server that stores fewer rows may keep more requests.
    assertThat(cluster.busiest()).isLessThan(1.25 * UNEVEN * even).isLessThan(before / 1.1);
    assertThat(cluster.redirects()).isPositive().isLessThan(CONNECTIONS);
    assertThat(cluster.changes()).as("begun once, ended once at most").isBetween(1, 2);
  }

  static Stream<Layout> layoutsThatDoorsDoNotRelieve() {
    return Stream.of(
        new Layout(0, 1),
        new Layout(0.2, 0.8),
        new Layout(0, 1, 0),
        new Layout(0, 0.7, 0.3),
        new Layout(0, 1, 0, 0, 0, 0));
  }

  @ParameterizedTest
  @MethodSource("layoutsThatDoorsDoNotRelieve")
  void nobodyIsRedirectedToServersThatStoreMoreThanTheGatewaysServerTakes(Layout layout)
      throws Exception {
    AutoSimulation cluster = new AutoSimulation(layout.stored()).clients(0, CONNECTIONS, ROWS);
    cluster.run(2 * SECONDS);
    assertThat(cluster.redirects()).isZero();
    assertThat(cluster.changes()).isZero();
  }

  @Test
  void itDoesNotSwingInAnHour() throws Exception {
    for (Layout layout : layoutsThatDoorsRelieve().toList()) {
      AutoSimulation cluster = new AutoSimulation(layout.stored()).clients(0, 12, ROWS);
      assertThat(cluster.run(3_600).changes()).as("%s", layout).isBetween(1, 2);
    }
  }

  @Test
  void gatewayRegionsThatClientsUseEvenlyStayClosed() throws Exception {
    AutoSimulation cluster = new AutoSimulation(0.6, 0.2, 0.2);
    for (int i = 0; i < 9; i++) {
      cluster.clients(i % 3, CONNECTIONS, ROWS);
    }
    assertThat(cluster.run(SECONDS).redirects()).isZero();
    assertThat(cluster.changes()).isZero();
  }

  @Test
  void ofTwoBusyGatewayServersBothAreRelieved() throws Exception {
    double sixth = 1.0 / 6;
    AutoSimulation cluster = new AutoSimulation(sixth, sixth, sixth, sixth, sixth, sixth);
    cluster.clients(0, CONNECTIONS, ROWS).clients(1, CONNECTIONS, ROWS);
    assertThat(cluster.run(SECONDS).run(SECONDS).busiest())
        .isLessThan(1.25 * UNEVEN * 2 * ALL * 2 * sixth);
  }

  @Test
  void smallGatewayRegionsOfOneServerAreRelievedTogether() throws Exception {
    AutoSimulation cluster = new AutoSimulation(0.6, 0.2, 0.2);
    for (int i = 0; i < 8; i++) {
      cluster.clients(0, CONNECTIONS / 8, ROWS);
    }
    assertThat(cluster.run(SECONDS).run(SECONDS).busiest())
        .isLessThan(1.25 * UNEVEN * ALL * (0.6 + 1.0 / 3));
  }

  @Test
  void besideManyRequestsOfThePluginNobodyIsRedirected() throws Exception {
    AutoSimulation cluster = new AutoSimulation(0.34, 0.33, 0.33).clients(0, CONNECTIONS, ROWS);
    assertThat(cluster.plugin((int) (20 * ALL)).run(SECONDS).redirects()).isZero();
    assertThat(cluster.changes()).isZero();
  }

  @Test
  void scansAtGatewaysOfOtherServersDoNotKeepItClosed() throws Exception {
    AutoSimulation cluster = new AutoSimulation(0.334, 0.333, 0.333).clients(0, CONNECTIONS, ROWS);
    cluster.clients(1, CONNECTIONS, 0).scans(80).clients(2, CONNECTIONS, 0).scans(80);
    cluster.run(SECONDS).run(SECONDS);
    // The doors have the load of their scans, so the gateway's server keeps more requests.
    assertThat(cluster.busiest()).isLessThan(UNEVEN * ALL);
    assertThat(cluster.redirects()).isPositive().isLessThan(CONNECTIONS);
    assertThat(cluster.changes()).as("begun once, ended once at most").isBetween(1, 2);
  }

  @Test
  void itBeginsAndEndsAtTheSameTimeWhetherOrNotItsConnectionsScanAsWell() throws Exception {
    AutoSimulation quiet = new AutoSimulation(0.334, 0.333, 0.333).clients(0, CONNECTIONS, ROWS);
    AutoSimulation scanned =
        new AutoSimulation(0.334, 0.333, 0.333).clients(0, CONNECTIONS, ROWS).scans(ROWS);
    for (int seconds = 10; seconds <= SECONDS; seconds += 10) {
      assertThat(scanned.run(10).changes())
          .as("after %d seconds", seconds)
          .isEqualTo(quiet.run(10).changes());
    }
    assertThat(quiet.changes()).as("begun and ended").isEqualTo(2);
  }

  @Test
  void oneBelowTheMeanStaysClosedBesideAServerThatBeginsToRedirect() throws Exception {
    AutoSimulation cluster = new AutoSimulation(0.334, 0.333, 0.333);
    cluster.clients(0, CONNECTIONS, ROWS).clients(1, CONNECTIONS / 2, ROWS).run(SECONDS);
    assertThat(cluster.changes()).as("those of the busiest server").isEqualTo(2);
  }

  @Test
  void aTableOfLittleLoadIsLeftAloneBesideABusyOne() throws Exception {
    var memories = AutoSimulation.memories(3);
    AutoSimulation idle = new AutoSimulation(memories, 1, 0, 0).clients(0, 9, 10);
    AutoSimulation busy = new AutoSimulation(memories, 1, 0, 0).clients(0, CONNECTIONS, ROWS);
    for (int minute = 0; minute < 10; minute++) {
      idle.run(60);
      busy.run(60);
    }
    assertThat(idle.redirects()).isZero();
    assertThat(idle.changes()).isZero();
    assertThat(busy.redirects()).isPositive();
  }
}
