package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.HERE;
import static io.halite.coprocessor.door.Doors.at;
import static io.halite.coprocessor.door.Doors.server;
import static io.halite.coprocessor.door.OpenRegion.LEFT;
import static io.halite.coprocessor.door.OpenRegion.RIGHT;
import static io.halite.coprocessor.door.OpenRegion.WHOLE;
import static io.halite.coprocessor.door.OpenRegion.firstIn;
import static io.halite.coprocessor.door.OpenRegion.info;
import static io.halite.coprocessor.door.OpenRegion.name;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.Test;

/** Which regions that have ended a server still answers for. */
class KnownRegionsTest {
  private final DoorTable table = new DoorTable(Redirects.assignments());

  /** Their clients would be served here for ten minutes, and not be redirected. */
  @Test
  void aRegionThatWasSplitHereIsServedHereNoMoreOnceItsDaughtersAreListed() throws Exception {
    OpenRegion here = firstIn(table, LEFT);
    OpenRegion parent = OpenRegion.of("c", "");
    RegionInfo daughter = info("c", "d", 2);
    List<HRegionLocation> before =
        List.of(at(here.region().getRegionInfo(), HERE), at(parent.region().getRegionInfo(), HERE));
    here.locations = before;
    parent.locations = before;
    table.add(parent);
    table.refresh(0);
    table.remove(parent);
    assertThat(table.find(parent.name())).as("it may only move").isPresent();
    table.refresh(10_000);
    assertThat(table.find(parent.name())).as("it is listed").isPresent();
    here.locations = List.of(before.get(0), at(daughter, HERE));
    table.refresh(30_000);
    assertThat(table.find(parent.name())).isEmpty();
    assertThat(table.find(name(daughter))).contains(daughter);
  }

  /** So are those of a table with one region that is split. */
  @Test
  void theRegionsOfATableThatIsMadeAgainAreServedByTheirOldNamesWhereTheyWereNot()
      throws Exception {
    OpenRegion here = firstIn(table, WHOLE);
    table.refresh(0);
    table.remove(here);
    OpenRegion again = OpenRegion.of("a", "b");
    again.locations = List.of(at(again.region().getRegionInfo(), HERE), at(LEFT, HERE));
    table.add(again);
    table.refresh(2_000);
    assertThat(table.find(here.name())).isEmpty();
    assertThat(table.find(name(WHOLE))).contains(WHOLE);
  }

  @Test
  void aRegionThatMovedAwayAndWasSplitThenIsServedAsAnyOther() throws Exception {
    OpenRegion here = firstIn(table);
    OpenRegion moves = OpenRegion.of("b", "");
    HRegionLocation own = at(here.region().getRegionInfo(), HERE);
    moves.locations = List.of(own, at(moves.region().getRegionInfo(), HERE));
    table.add(moves);
    table.refresh(0);
    table.remove(moves);
    here.locations = List.of(own, at(moves.region().getRegionInfo(), server(1)));
    table.refresh(10_000);
    here.locations = List.of(own, at(LEFT, server(1)), at(RIGHT, server(1)));
    table.find(name(LEFT));
    table.refresh(20_000);
    assertThat(table.find(name(LEFT))).isPresent();
    assertThat(table.find(moves.name())).isPresent();
  }
}
