package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.peer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

class ServedLoadTest {
  private static final ByteString GATEWAY = ByteString.copyFromUtf8("t,a,1");
  private static final ByteString OTHER = ByteString.copyFromUtf8("t,b,1");

  private final ServedLoad served = new ServedLoad();

  private DoorLoad take(long now) {
    return served.take(List.of(), ServerShare.NONE, now);
  }

  /** So many operations of each of so many connections. */
  private void send(int connections, int operations) {
    for (int i = 0; i < connections; i++) {
      served.count(GATEWAY, peer(i), operations);
    }
  }

  private DoorLoad load(long now) {
    return served.load(now).orElseThrow();
  }

  @Test
  void aLoadThatWasMeasuredMoreThanFiveSecondsAgoIsNone() {
    take(1_000);
    assertThat(served.load(6_000)).isPresent();
    assertThat(served.load(6_001)).isEmpty();
  }

  @Test
  void itMeasuresTheRateAndTheMeanOfTheConnections() {
    take(0);
    for (int second = 1; second <= 10; second++) {
      send(20, 15);
      take(1_000L * second);
    }
    assertThat(load(10_000).rate()).isCloseTo(150, within(1e-6));
    assertThat(load(10_000).recent()).isCloseTo(300, within(1e-6));
    assertThat(load(10_000).connections()).isCloseTo(20, withinPercentage(5));
  }

  @Test
  void itReportsWhatArrivesAtTheRegionsOfItsServerBesideWhatGuestsServe() {
    take(0);
    send(1, 100);
    DoorLoad load = served.take(List.of(), new ServerShare(20, 70), 10_000);
    assertThat(load.marked()).isEqualTo(70);
    assertThat(load.natural()).isCloseTo(25, within(1e-6));
    assertThat(load.rate()).isCloseTo(5, within(1e-6));
  }

  @Test
  void aScanIsAnOperationOfItsConnectionAndNeitherAGetNorAMutation() {
    take(0);
    send(3, 0);
    send(1, 7);
    DoorLoad load = take(10_000);
    assertThat(load.recent()).isCloseTo(1, within(1e-6));
    assertThat(load.rate()).isCloseTo(0.5, within(1e-6));
    assertThat(load.natural()).isCloseTo(0.35, within(1e-6));
  }

  @Test
  void theRatesOfGatewayRegionsHereAreAddedAndLeaveWithThem() throws Exception {
    OpenRegion region = OpenRegion.of("a", "b");
    GatewayRegion here =
        new GatewayRegion(
            region,
            new DoorLoads(),
            served,
            new TableShares(),
            new TableProbes(),
            Redirects.assignments());
    served.take(here.served(), ServerShare.NONE, 0);
    here.countServed(peer(1), 0, 500);
    send(1, 100);
    DoorLoad load = served.take(here.served(), ServerShare.NONE, 10_000);
    assertThat(load.rate()).isCloseTo(30, within(1e-6));
    assertThat(take(10_001).rate()).isCloseTo(5, within(1e-2));
  }

  @Test
  void aConnectionToTwoGatewayRegionsIsTwo() {
    take(0);
    served.count(GATEWAY, peer(1), 1);
    served.count(OTHER, peer(1), 1);
    assertThat(take(1_000).connections()).isCloseTo(2, withinPercentage(1));
  }

  @Test
  void connectionsThatAreGoneCountNoMoreAfterTwentySeconds() {
    take(0);
    send(20, 1);
    assertThat(take(10_000).connections()).isCloseTo(20, withinPercentage(5));
    assertThat(take(15_000).connections()).isCloseTo(20, withinPercentage(5));
    send(2, 1);
    take(20_000);
    assertThat(take(25_000).connections()).isCloseTo(2, withinPercentage(5));
  }

  @Test
  void beforeTheFirstMeasurementItHasNoLoad() {
    send(5, 5);
    assertThat(served.load(0)).isEmpty();
    assertThat(take(0).rate()).isZero();
  }
}
