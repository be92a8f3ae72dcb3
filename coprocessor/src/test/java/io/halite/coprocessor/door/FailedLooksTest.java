package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.at;
import static io.halite.coprocessor.door.Doors.server;
import static io.halite.coprocessor.door.OpenRegion.LEFT;
import static io.halite.coprocessor.door.OpenRegion.RIGHT;
import static io.halite.coprocessor.door.OpenRegion.WHOLE;
import static io.halite.coprocessor.door.OpenRegion.firstIn;
import static io.halite.coprocessor.door.OpenRegion.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a server looks again for regions that it could not read. */
class FailedLooksTest {
  private final DoorTable table = new DoorTable(Redirects.assignments());

  @Test
  void aReadThatFailedIsRepeatedAfterTwoSeconds() throws Exception {
    OpenRegion here = firstIn(table, WHOLE);
    here.metaFailure = Optional.of(new IOException("hbase:meta is not online"));
    assertThatThrownBy(() -> table.refresh(0)).hasMessage("hbase:meta is not online");
    here.metaFailure = Optional.empty();
    table.refresh(1_999);
    assertThat(here.reads).isEqualTo(1);
    table.refresh(2_000);
    assertThat(table.find(name(WHOLE))).contains(WHOLE);
  }

  /** All servers would else ask a catalog table that is overloaded every two seconds. */
  @Test
  void readsThatGoOnFailingAreFewerAndFewer() throws Exception {
    OpenRegion here = firstIn(table, WHOLE);
    here.metaFailure = Optional.of(new IOException("hbase:meta is not online"));
    for (long now = 0; now < 600_000; now += 1_000) {
      int before = here.reads;
      try {
        table.refresh(now);
      } catch (IOException expected) {
        assertThat(here.reads).isEqualTo(before + 1);
      }
    }
    // After 0, 2, 6, 14, 30, 62 and 122 seconds, and then each minute.
    assertThat(here.reads).isEqualTo(14);
    here.metaFailure = Optional.empty();
    table.refresh(700_000);
    assertThat(table.find(name(WHOLE))).contains(WHOLE);
  }

  @Test
  void aReadThatSucceedsEndsTheWaitOfThoseThatFailed() throws Exception {
    OpenRegion here = firstIn(table, WHOLE);
    table.refresh(0);
    assertThat(table.find(name(LEFT))).as("it is looked for").isEmpty();
    here.metaFailure = Optional.of(new IOException("hbase:meta is not online"));
    for (int failure = 1; failure <= 10; failure++) {
      long now = failure * 60_000L;
      assertThatThrownBy(() -> table.refresh(now)).hasMessage("hbase:meta is not online");
    }
    here.metaFailure = Optional.empty();
    table.refresh(660_000);
    assertThat(table.find(name(LEFT))).as("nothing is new yet").isEmpty();
    here.locations = List.of(at(LEFT, server(1)), at(RIGHT, server(1)));
    table.refresh(664_000);
    assertThat(table.find(name(LEFT))).contains(LEFT);
  }
}
