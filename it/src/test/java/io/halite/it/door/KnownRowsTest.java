package io.halite.it.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.door.KnownRows.Effect;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KnownRowsTest {
  private final KnownRows rows = new KnownRows();

  private void done(Effect effect, String... written) throws Exception {
    rows.write(List.of(written), effect, () -> {});
  }

  private void failed(Effect effect, String row) {
    assertThatThrownBy(
            () ->
                rows.write(
                    List.of(row),
                    effect,
                    () -> {
                      throw new IOException("no answer");
                    }))
        .hasMessage("no answer");
  }

  @Test
  void rowsHoldWhatTheLastAcknowledgedWriteHasLeft() throws Exception {
    assertThat(rows.possible("a")).containsExactly(Map.of());
    done(Effect.set("q", "1"), "a", "b");
    done(Effect.set("p", "2").then(Effect.delete("q")), "a");
    done(Effect.append("q", "+"), "b");
    assertThat(rows.possible("a")).containsExactly(Map.of("p", "2"));
    assertThat(rows.possible("b")).containsExactly(Map.of("q", "1+"));
    done(Effect.deleteAll(), "b");
    assertThat(rows.possible("b")).containsExactly(Map.of());
    assertThat(rows.names()).containsExactly("a", "b");
  }

  @Test
  void aWriteThatFailedLeavesOpenWhetherItWasDoneUntilTheNextOne() throws Exception {
    done(Effect.count(), "a");
    failed(Effect.count(), "a");
    assertThat(rows.possible("a"))
        .containsExactlyInAnyOrder(Map.of("count", "1"), Map.of("count", "2"));
    done(Effect.count(), "a");
    assertThat(rows.possible("a"))
        .containsExactlyInAnyOrder(Map.of("count", "2"), Map.of("count", "3"));
    done(Effect.deleteAll(), "a");
    assertThat(rows.possible("a")).containsExactly(Map.of());
  }

  @Test
  void aWriteUnderWayIsOpenAsWell() throws Exception {
    rows.write(
        List.of("a"),
        Effect.set("q", "1"),
        () -> assertThat(rows.possible("a")).containsExactlyInAnyOrder(Map.of(), Map.of("q", "1")));
  }
}
