package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.HERE;
import static io.halite.coprocessor.door.Doors.at;
import static io.halite.coprocessor.door.Doors.peer;
import static io.halite.coprocessor.door.Doors.server;
import static io.halite.coprocessor.door.OpenRegion.LEFT;
import static io.halite.coprocessor.door.OpenRegion.RIGHT;
import static io.halite.coprocessor.door.OpenRegion.WHOLE;
import static io.halite.coprocessor.door.OpenRegion.firstIn;
import static io.halite.coprocessor.door.OpenRegion.info;
import static io.halite.coprocessor.door.OpenRegion.name;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.junit.jupiter.api.Test;

class DoorTableTest {
  private static final RegionInfo ELSEWHERE = info("m", "n");

  private final DoorTable table = new DoorTable(Redirects.assignments());

  private static List<HRegionLocation> many(int first, int count) {
    return IntStream.range(first, first + count)
        .mapToObj(i -> at(info("%06d".formatted(i), "%06d".formatted(i + 1)), HERE))
        .toList();
  }

  @Test
  void aTableWithoutRegionsHereKnowsNothingAndReadsNothing() throws Exception {
    table.refresh(0);
    assertThat(table.find(name(WHOLE))).isEmpty();
    assertThat(table.guest(ELSEWHERE)).isEmpty();
    assertThat(table.servers()).isEmpty();
  }

  @Test
  void afterTheFirstReadItKnowsNamesServersAndItsShare() throws Exception {
    OpenRegion here = firstIn(table, LEFT, RIGHT);
    assertThat(table.find(name(LEFT))).isEmpty();
    table.refresh(0);
    assertThat(table.find(name(LEFT))).contains(LEFT);
    assertThat(table.find(here.name())).contains(here.region().getRegionInfo());
    assertThat(table.servers()).containsExactlyInAnyOrder(HERE, server(1));
  }

  @Test
  void aRegionThatWasSplitStaysKnown() throws Exception {
    OpenRegion here = firstIn(table, WHOLE);
    table.refresh(0);
    here.locations = List.of(at(LEFT, server(1)), at(RIGHT, server(2)));
    table.find(name(LEFT));
    table.refresh(2_000);
    assertThat(table.find(name(WHOLE))).contains(WHOLE);
    assertThat(table.find(name(LEFT))).contains(LEFT);
    assertThat(table.find(here.name())).isPresent();
    assertThat(table.servers()).containsExactlyInAnyOrder(server(1), server(2));
  }

  @Test
  void onlyAnUnknownRegionIsReadForBeforeFiveMinutes() throws Exception {
    OpenRegion here = firstIn(table, WHOLE);
    table.refresh(0);
    assertThat(table.find(name(WHOLE))).isPresent();
    table.refresh(299_999);
    assertThat(here.reads).isEqualTo(1);
    table.find(name(LEFT));
    table.refresh(299_999);
    assertThat(here.reads).isEqualTo(2);
    table.refresh(599_998);
    assertThat(here.reads).isEqualTo(2);
    table.refresh(599_999);
    assertThat(here.reads).isEqualTo(3);
  }

  @Test
  void aClientThatGoesOnNamingUnknownRegionsCausesOneReadAMinute() throws Exception {
    OpenRegion here = firstIn(table, WHOLE);
    table.refresh(0);
    long now = 0;
    int reads = 1;
    for (long wait : new long[] {2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000}) {
      table.find(name(LEFT));
      table.refresh(now + wait - 1);
      assertThat(here.reads).as("before %s", wait).isEqualTo(reads);
      now += wait;
      table.refresh(now);
      assertThat(here.reads).as("after %s", wait).isEqualTo(++reads);
    }
    here.locations = List.of(at(LEFT, server(1)), at(RIGHT, server(2)));
    table.find(name(LEFT));
    table.refresh(now + 60_000);
    table.find(name(info("x", "y")));
    table.refresh(now + 62_000);
    assertThat(here.reads).as("after a split was found").isEqualTo(reads + 2);
  }

  @Test
  void aRegionThatStaysClosedIsLookedForEachTimeAfterTwiceAsLong() throws Exception {
    OpenRegion here = firstIn(table);
    here.locations = List.of(here.locations.get(0), new HRegionLocation(WHOLE, null));
    table.refresh(0);
    long[] looks = {10_000, 30_000, 70_000, 150_000, 310_000, 610_000, 910_000};
    for (int i = 0; i < looks.length; i++) {
      table.refresh(looks[i] - 1);
      assertThat(here.reads).as("reads before %d", looks[i]).isEqualTo(i + 1);
      table.refresh(looks[i]);
      assertThat(here.reads).as("reads at %d", looks[i]).isEqualTo(i + 2);
    }
  }

  @Test
  void whileARegionHasNoServerThisIsReadAfterTenSeconds() throws Exception {
    OpenRegion here = firstIn(table, WHOLE);
    List<HRegionLocation> open = here.locations;
    here.locations = List.of(open.get(0), new HRegionLocation(WHOLE, null));
    table.refresh(0);
    assertThat(table.servers()).containsExactly(HERE);
    table.refresh(9_999);
    assertThat(here.reads).isEqualTo(1);
    here.locations = open;
    table.refresh(10_000);
    assertThat(table.servers()).containsExactlyInAnyOrder(HERE, server(1));
    table.refresh(309_999);
    assertThat(here.reads).isEqualTo(2);
  }

  @Test
  void aRegionThatHasMovedAwayIsLookedForUntilItIsFoundElsewhere() throws Exception {
    OpenRegion here = firstIn(table);
    OpenRegion moving = OpenRegion.of("b", "");
    table.add(moving);
    HRegionLocation stays = at(here.region().getRegionInfo(), HERE);
    here.locations = List.of(stays, at(moving.region().getRegionInfo(), HERE));
    moving.locations = here.locations;
    table.refresh(0);
    table.remove(moving);
    table.refresh(10_000);
    assertThat(here.reads + moving.reads).isEqualTo(2);
    here.locations = List.of(stays, at(moving.region().getRegionInfo(), server(1)));
    table.refresh(30_000);
    assertThat(table.servers()).containsExactlyInAnyOrder(HERE, server(1));
    table.refresh(329_999);
    assertThat(here.reads + moving.reads).isEqualTo(3);
  }

  @Test
  void aReplicaIsNotARegionThatAClientNamesAndARegionInTransitHasNoServer() throws Exception {
    RegionInfo replica = RegionReplicaUtil.getRegionInfoForReplica(LEFT, 1);
    OpenRegion here = firstIn(table, replica, RIGHT);
    here.locations = List.of(at(replica, server(1)), new HRegionLocation(RIGHT, null));
    table.refresh(0);
    assertThat(table.find(name(replica))).isEmpty();
    assertThat(table.find(name(RIGHT))).contains(RIGHT);
    assertThat(table.servers()).containsExactly(server(1));
  }

  @Test
  void aRegionThatMetaListsNoMoreIsServedForTenMinutes() throws Exception {
    OpenRegion here = firstIn(table);
    here.locations = many(0, 2);
    table.refresh(0);
    here.locations = many(1, 1);
    table.refresh(599_999);
    assertThat(table.find(name(many(0, 1).get(0).getRegion()))).isPresent();
    table.refresh(899_999);
    assertThat(table.find(name(many(0, 1).get(0).getRegion()))).isEmpty();
    assertThat(table.find(name(many(1, 1).get(0).getRegion()))).isPresent();
  }

  @Test
  void itRemembersAHundredThousandRegionsAtMost() throws Exception {
    OpenRegion here = firstIn(table);
    here.locations = many(0, 60_000);
    table.refresh(0);
    here.locations = many(60_000, 40_000);
    table.refresh(300_000);
    assertThat(table.find(name(many(0, 1).get(0).getRegion()))).isPresent();
    assertThat(table.find(name(many(99_999, 1).get(0).getRegion()))).isPresent();
    here.locations = many(100_000, 1);
    table.refresh(600_000);
    assertThat(table.find(name(many(0, 1).get(0).getRegion()))).isEmpty();
    assertThat(table.find(name(many(100_000, 1).get(0).getRegion()))).isPresent();
  }

  @Test
  void ofALargerTableItKnowsTheFirstRegions() throws Exception {
    firstIn(table).locations = many(0, 100_001);
    table.refresh(0);
    assertThat(table.find(name(many(99_999, 1).get(0).getRegion()))).isPresent();
    assertThat(table.find(name(many(100_000, 1).get(0).getRegion()))).isEmpty();
  }

  /** Whether a gateway region of 200 puts a second opens while guests here serve 1,000 scans. */
  private boolean opensBeside(double naturalOfDoor) throws IOException {
    return opensBeside(naturalOfDoor, firstIn(table, WHOLE));
  }

  private boolean opensBeside(double naturalOfDoor, OpenRegion here) throws IOException {
    here.doors.add(server(1));
    here.reported = Optional.of(new DoorLoad(9_000, 9_000, 9, 0, naturalOfDoor));
    table.refresh(0);
    GatewayRegion gateway = table.here().iterator().next();
    for (long now = 0; now < 60_000; now += 1_000) {
      long second = now;
      gateway.count(true, 200);
      IntStream.range(0, 1_000).forEach(i -> table.served().count(name(WHOLE), peer(i), 0));
      DoorWatch.look(table, DoorMode.AUTO, new ProbeRound(), () -> second);
    }
    return gateway.isOpen();
  }

  @Test
  void scansThatGuestsServeHereAreNoLoadOfWhichDoorsWouldRelieveTheServer() throws Exception {
    assertThat(opensBeside(200)).isFalse();
  }

  @Test
  void neitherScansOfGuestsHereNorThoseOfTheDoorKeepAGatewayRegionClosed() throws Exception {
    assertThat(opensBeside(0)).isTrue();
  }

  /** Of a region that is open already it is known only when HBase calls its new observers. */
  @Test
  void aGatewayRegionStaysClosedUntilItMayHaveDoors() throws Exception {
    OpenRegion here = firstIn(table, WHOLE);
    here.mayHaveDoors = false;
    assertThat(opensBeside(0, here)).isFalse();
    here.mayHaveDoors = true;
    assertThat(opensBeside(0, here)).isTrue();
  }

  @Test
  void aTableWithoutRegionsHereIsForgottenAfterTenMinutes() throws Exception {
    OpenRegion here = firstIn(table);
    assertThat(table.isForgotten(0)).isFalse();
    assertThat(table.isForgotten(3_600_000)).isFalse();
    table.remove(here);
    assertThat(table.isForgotten(3_601_000)).isFalse();
    assertThat(table.isForgotten(4_200_999)).isFalse();
    assertThat(table.isForgotten(4_201_000)).isTrue();
  }

  @Test
  void aRegionThatOpenedAgainStaysWhenItsOldInstanceCloses() throws Exception {
    OpenRegion old = OpenRegion.of("b", "c");
    GatewayRegion before = table.add(old);
    GatewayRegion again = table.add(OpenRegion.of("b", "c"));
    assertThat(table.remove(old)).isEmpty();
    assertThat(table.holds(before)).isFalse();
    assertThat(table.holds(again)).isTrue();
    assertThat(table.guest(ELSEWHERE)).containsSame(again);
    assertThat(table.remove(again.region())).containsSame(again);
    assertThat(table.guest(ELSEWHERE)).isEmpty();
  }

  @Test
  void aRegionLeavesByAnObserverThatWasLoadedAfterTheOneThatEntered() throws Exception {
    OpenRegion first = firstIn(table);
    OpenRegion reloaded = first.reloaded();
    first.serving = false;
    assertThat(table.guest(ELSEWHERE)).isEmpty();
    assertThat(table.remove(reloaded).map(GatewayRegion::region)).containsSame(first);
    assertThat(table.here()).isEmpty();
  }
}
