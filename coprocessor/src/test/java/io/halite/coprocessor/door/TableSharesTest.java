package io.halite.coprocessor.door;

import static io.halite.coprocessor.door.Doors.others;
import static io.halite.coprocessor.door.Doors.server;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TableSharesTest {
  private final TableShares shares = new TableShares();

  private void report(int door, double natural, double marked) {
    double withScans = natural + 1e6;
    DoorLoad load = new DoorLoad(withScans, withScans, 1, marked, natural);
    shares.reported(server(door), Optional.of(load));
  }

  private List<ServerShare> doors(int count) {
    return shares.beside(0, others(count)).doors();
  }

  @Test
  void aReportCountsInProportionToWhatThisServerTakes() {
    shares.measured(new ServerShare(300, 200));
    report(1, 150, 50);
    assertThat(doors(1)).containsExactly(new ServerShare(150, 50));
    shares.measured(new ServerShare(600, 400));
    report(2, 150, 50);
    assertThat(doors(2)).containsExactly(new ServerShare(300, 100), new ServerShare(150, 50));
    assertThat(shares.beside(7, others(2)).here()).isEqualTo(new ServerShare(600, 400));
  }

  @Test
  void aDoorThatNeverReportedOrIsGoneCountsAsIdleAndOneTooBusyToReportAsBefore() {
    shares.measured(new ServerShare(300, 200));
    report(2, 150, 50);
    report(3, 150, 50);
    shares.reported(server(1), Optional.empty());
    shares.reported(server(3), Optional.empty());
    shares.retain(Set.of(server(1), server(3)));
    assertThat(doors(3))
        .containsExactly(ServerShare.NONE, ServerShare.NONE, new ServerShare(150, 50));
  }

  @Test
  void aReportFromBeforeThisServerTookAnythingIsNoNumberBeyondBounds() {
    report(1, 10, 0);
    shares.measured(new ServerShare(300, 200));
    assertThat(doors(1)).containsExactly(new ServerShare(5_000, 0));
  }

  @Test
  void itComparesWithIdleServersBeforeAnyReport() {
    shares.measured(new ServerShare(300, 200));
    report(1, 1e9, 1e9);
    assertThat(shares.besideIdle(300, 1).isExceeded(false)).isTrue();
    assertThat(shares.besideIdle(300, 0).isExceeded(false)).isFalse();
    assertThat(shares.besideIdle(300, -1).isExceeded(false)).as("unknown servers").isFalse();
  }
}
