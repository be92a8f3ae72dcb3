package io.halite.client.latest;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RememberedBordersTest {
  private final AtomicLong now = new AtomicLong(-5);
  private final Deque<CompletableFuture<List<byte[]>>> looks = new ArrayDeque<>();
  private final RememberedBorders borders =
      new RememberedBorders(
          new LatestRegions() {
            @Override
            public CompletableFuture<List<byte[]>> starts() {
              return looks.remove();
            }

            @Override
            public CompletableFuture<Page> ask(byte[] row, PageRequest request) {
              return new CompletableFuture<>();
            }
          },
          now::get);

  private static CompletableFuture<List<byte[]>> seen(int... starts) {
    return CompletableFuture.completedFuture(
        java.util.Arrays.stream(starts).mapToObj(start -> new byte[] {(byte) start}).toList());
  }

  @Test
  void bordersAreLookedUpAgainAfterAMinute() {
    looks.add(seen(1));
    looks.add(seen(1, 2));
    assertThat(borders.starts().join()).hasSize(1);
    now.addAndGet(Duration.ofSeconds(59).toNanos());
    assertThat(borders.starts().join()).hasSize(1);
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(borders.starts().join()).hasSize(2);
  }

  @Test
  void aLookThatFailedIsNotRemembered() {
    looks.add(CompletableFuture.failedFuture(new IOException("no meta")));
    looks.add(seen(1, 2));
    assertThat(borders.starts()).isCompletedExceptionally();
    assertThat(borders.starts().join()).hasSize(2);
  }

  @Test
  void whoGivesUpWaitingDoesSoForItself() {
    CompletableFuture<List<byte[]>> look = new CompletableFuture<>();
    looks.add(look);
    CompletableFuture<List<byte[]>> impatient = borders.starts();
    CompletableFuture<List<byte[]>> patient = borders.starts();
    impatient.cancel(false);
    look.complete(List.of(new byte[0]));
    assertThat(patient.join()).hasSize(1);
  }
}
