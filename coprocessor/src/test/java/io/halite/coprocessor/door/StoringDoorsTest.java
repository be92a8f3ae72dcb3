package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.HERE;
import static io.halite.coprocessor.door.Doors.others;
import static io.halite.coprocessor.door.Doors.server;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections to doors that do not store equal parts of the rows. */
class StoringDoorsTest {
  private final DoorLoads loads = new DoorLoads();

  /** Doors of ten connections that serve 1000 and store some operations a second. */
  private static DoorLoad storing(double marked) {
    return new DoorLoad(1_000, 1_000, 10, marked, 1_000);
  }

  /** Each door has measured that it stores so many operations a second, this server first. */
  private void measured(DoorLoad here, DoorLoad... others) {
    for (int report = 0; report < StoredRows.FIRST_REPORTS; report++) {
      measuredOnce(here, others);
    }
  }

  private void measuredOnce(DoorLoad here, DoorLoad... others) {
    loads.measuredHere(HERE, here, 0);
    for (int i = 0; i < others.length; i++) {
      loads.measured(server(i + 1), Optional.of(others[i]), 0);
    }
  }

  private Map<ServerName, Integer> give(int connections, int others) {
    Map<ServerName, Integer> taken = new HashMap<>();
    for (int i = 0; i < connections; i++) {
      ServerName door = loads.least(HERE, others(others), 0);
      loads.add(door, 1, 0);
      taken.merge(door, 1, Integer::sum);
    }
    return taken;
  }

  /** 16 buckets on five servers. Without the rows that they store it is 1.13. */
  @ParameterizedTest
  @CsvSource({"4,3,3,3,3", "3,4,3,3,3", "3,3,3,3,4"})
  void theBusiestOfDoorsThatStoreUnevenPartsIsNearTheMean(
      int first, int second, int third, int fourth, int fifth) {
    double[] parts =
        Arrays.stream(new int[] {first, second, third, fourth, fifth})
            .mapToDouble(buckets -> buckets / 16.0)
            .toArray();
    double[] rates = new double[300];
    Arrays.fill(rates, 10);
    assertThat(new ArrivalSimulation(parts, rates, true).busiestOfAllOverMean()).isLessThan(1.05);
  }

  /** Without the rows that they store it is 1.25. */
  @ParameterizedTest
  @CsvSource({"2,1,1", "1,2,1"})
  void fourBucketsOnThreeServersAreNearTheMean(int first, int second, int third) {
    double[] rates = new double[300];
    Arrays.fill(rates, 10);
    double[] parts = {first / 4.0, second / 4.0, third / 4.0};
    assertThat(new ArrivalSimulation(parts, rates, true).busiestOfAllOverMean()).isLessThan(1.1);
  }

  /** As when all clients start again: what was stored before is known, and no load is. */
  @Test
  void connectionsThatComeAtOnceGoWhereFewRowsWereStored() {
    DoorLoad idle = new DoorLoad(0, 0, 0, 0, 0);
    measured(storing(1_600), storing(1_200), storing(1_200), storing(1_200), storing(1_200));
    measuredOnce(idle, idle, idle, idle, idle);
    // The first door stores 5 of 80 more, of which 3.75 count.
    Map<ServerName, Integer> taken = give(80, 4);
    assertThat(taken.get(HERE)).isBetween(12, 14);
    others(4).forEach(door -> assertThat(taken.get(door)).isBetween(16, 18));
  }

  @Test
  void whatAReportLacksOfAGrowingLoadCountsAtMostTwice() {
    DoorLoad begun = new DoorLoad(0, 100, 1, 0, 100);
    DoorLoad storing = new DoorLoad(0, 100, 1, 30, 100);
    measured(begun, storing, begun);
    // Each connection is of 100. The one that stores 30 is taken for 60, which is half a
    // connection.
    assertThat(give(30, 2).values()).allMatch(taken -> taken >= 9 && taken <= 11);
  }

  /** The reports are of the first second of a load, and this server measures on. */
  @Test
  void aServerIsComparedAsItWasWhenTheDoorsReported() {
    DoorLoad first = new DoorLoad(70, 1_000, 10, 70, 70);
    measured(first, first, first);
    loads.measuredHere(HERE, new DoorLoad(70, 1_000, 10, 750, 70), 19_000);
    assertThat(loads.least(HERE, others(2), 19_000)).isEqualTo(HERE);
  }

  @Test
  void clientsThatSendRowsStraightToTheOwnersCount() {
    measured(storing(8_000), storing(8_800), storing(8_400));
    // Each connection is of 100. Of what is stored, 0, 600 and 300 count.
    assertThat(give(30, 2)).isEqualTo(Map.of(HERE, 13, server(1), 7, server(2), 10));
  }

  /** In a load that grows, door 2 has answered later than door 1. */
  @Test
  void doorsThatReportAtDifferentMomentsAreComparedByThisServer() {
    loads.measuredHere(HERE, storing(100), 0);
    loads.measured(server(1), Optional.of(storing(100)), 0);
    loads.measuredHere(HERE, storing(1_000), 0);
    loads.measured(server(2), Optional.of(storing(1_000)), 0);
    assertThat(give(30, 2).values()).containsOnly(10);
  }

  /** Door 1 has answered before the load began. */
  @Test
  void aDoorThatHasReportedNothingYetCountsAsThisServer() {
    loads.measured(server(1), Optional.of(new DoorLoad(1_000, 1_000, 10, 0, 0)), 0);
    loads.measuredHere(HERE, storing(1_000), 0);
    loads.measured(server(2), Optional.of(storing(1_000)), 0);
    assertThat(give(30, 2).values()).containsOnly(10);
  }

  @Test
  void aServerThatStoresNothingComparesTheOthers() {
    measured(storing(0), storing(400), storing(200));
    Map<ServerName, Integer> taken = give(30, 2);
    assertThat(taken.get(HERE)).isGreaterThan(taken.get(server(2)));
    assertThat(taken.get(server(2))).isGreaterThan(taken.get(server(1)));
  }

  /** A report may be wrong, and an operation stored may cost less than one served. */
  @Test
  void aDoorThatStoresAllRowsIsGivenHalfOfAnEqualPart() {
    measured(storing(0), storing(100_000), storing(0));
    Map<ServerName, Integer> taken = give(300, 2);
    assertThat(taken.get(server(1))).isBetween(50, 100);
  }

  @Test
  void aConnectionStaysWhereDoorsServeLessBecauseTheyStoreMore() {
    DoorLoad storesLess = new DoorLoad(1_100, 1_100, 11, 800, 1_100);
    DoorLoad storesMore = new DoorLoad(900, 900, 9, 1_000, 900);
    measured(storesLess, storesMore);
    assertThat(loads.leastWithout(HERE, others(1), 0)).isEqualTo(HERE);
  }

  @Test
  void meansKeepTheirRatioWhenALoadStops() {
    StoredRows stored = new StoredRows(300, 400, StoredRows.FIRST_REPORTS).after(75, 100);
    assertThat(stored.door()).isEqualTo(243.75, within(1e-9));
    assertThat(stored.here()).isEqualTo(325, within(1e-9));
  }

  /** Its own rates grow, while the doors' stay: equal doors look as if they stored more. */
  @Test
  void aServerThatHasJustStartedComparesNothing() {
    measuredOnce(storing(70), storing(1_000), storing(1_000));
    measuredOnce(storing(750), storing(1_000), storing(1_000));
    assertThat(give(30, 2).values()).containsOnly(10);
    measuredOnce(storing(940), storing(1_000), storing(1_000));
    assertThat(give(30, 2).values()).allMatch(taken -> taken >= 9 && taken <= 11);
  }

  @Test
  void aDoorThatHasJustStartedIsComparedWithNoOther() {
    measured(storing(1_000), storing(1_000));
    loads.measured(server(2), Optional.of(storing(70)), 0);
    assertThat(give(30, 2).values()).containsOnly(10);
  }

  /** Its last region of the table has gone elsewhere, while clients use its gateway regions. */
  @Test
  void aServerThatStoresNothingMoreComparesTheOthersWithoutEnd() {
    measured(storing(1_000), storing(1_000), storing(1_000));
    for (int report = 0; report < 10_000; report++) {
      measuredOnce(storing(0), storing(1_000), storing(1_000));
    }
    Map<ServerName, Integer> taken = give(300, 2);
    assertThat(taken.get(server(1))).isEqualTo(taken.get(server(2)));
    assertThat(taken.get(HERE)).isGreaterThan(taken.get(server(1)));
  }

  @Test
  void withoutOtherDoorsNothingIsCompared() {
    measured(storing(1_000));
    assertThat(loads.least(HERE, List.of(), 0)).isEqualTo(HERE);
  }
}
