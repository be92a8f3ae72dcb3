package io.halite.client.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.latest.page.LatestException;
import io.halite.client.latest.page.Page;
import io.halite.client.latest.page.PageRequest;
import io.halite.client.latest.page.Work;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LatestClientTest {
  private static final SaltingSpec SPEC =
      SaltingSpec.parse("key=origin:3 departed:8:revtime,salt=hash(origin) % 2");
  private static final Page EMPTY = new Page(List.of(), new byte[0], Work.NONE);

  private static LatestClient client(Supplier<CompletableFuture<Page>> region) {
    return LatestClient.of(
        new LatestRegions() {
          @Override
          public CompletableFuture<List<byte[]>> starts() {
            return CompletableFuture.completedFuture(List.of(new byte[0], new byte[] {1}));
          }

          @Override
          public CompletableFuture<Page> ask(byte[] row, PageRequest request) {
            return region.get();
          }
        },
        SPEC);
  }

  @Test
  void aKeyThatTheLayoutDoesNotHaveIsRefusedBeforeAnyRegionIsAsked() {
    LatestClient client = client(CompletableFuture::new);
    LatestQuery query = LatestQuery.newest(1).ofKeys(new byte[] {'O', 'R'});
    assertThatThrownBy(() -> client.ask(query))
        .isInstanceOf(LatestException.class)
        .hasMessageContaining("it is exactly the bytes of the segments 'origin:3'");
    assertThatThrownBy(() -> client.ask(query, answer -> {})).isInstanceOf(LatestException.class);
  }

  @Test
  void aTableWithoutRowsHasAnEmptyAnswer() throws Exception {
    LatestClient client = client(() -> CompletableFuture.completedFuture(EMPTY));
    assertThat(client.ask(LatestQuery.newest(1)).next()).isNull();
    assertThat(client.ask(LatestQuery.newest(1), answer -> {}))
        .isCompletedWithValueMatching(progress -> progress.slicesDone() == 2);
  }

  @Test
  void aRegionThatFailsFailsTheAnswer() {
    LatestClient client =
        client(() -> CompletableFuture.failedFuture(new IOException("the disk is gone")));
    assertThatThrownBy(() -> client.ask(LatestQuery.newest(1)).next())
        .isInstanceOf(IOException.class)
        .hasMessage("the disk is gone");
    assertThat(client.ask(LatestQuery.newest(1), answer -> {}))
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("the disk is gone");
  }

  @Test
  void aRegionThatAnswersWithoutProgressFailsTheAnswer() {
    Page stuck = new Page(List.of(), new byte[] {0}, Work.NONE);
    LatestClient client = client(() -> CompletableFuture.completedFuture(stuck));
    LatestQuery query = LatestQuery.newest(1).ofKeys(new byte[] {'O', 'R', 'D'});
    assertThatThrownBy(() -> client.ask(query).next())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("which is no progress");
  }
}
