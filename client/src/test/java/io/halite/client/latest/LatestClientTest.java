package io.halite.client.latest;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.ColumnType;
import io.halite.routing.latest.KeyPart;
import io.halite.routing.latest.LatestException;
import io.halite.routing.latest.LatestRow;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Work;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.junit.jupiter.api.Test;

class LatestClientTest {
  private static final SaltingSpec SPEC =
      SaltingSpec.parse("key=origin:3 departed:8:revtime,salt=hash(origin) % 2");
  // Of a query that waits for nothing, unless it is broken.
  private static final Duration SHORT = Duration.ofSeconds(10);
  private static final Page EMPTY = new Page(List.of(), new byte[0], Work.NONE);

  private static LatestClient client(Supplier<CompletableFuture<Page>> region) {
    return LatestClient.of(regions(region, new byte[0], new byte[] {1}), SPEC);
  }

  private static LatestRegions regions(Supplier<CompletableFuture<Page>> region, byte[]... starts) {
    return new LatestRegions() {
      @Override
      public CompletableFuture<List<byte[]>> starts() {
        return CompletableFuture.completedFuture(List.of(starts));
      }

      @Override
      public CompletableFuture<Page> ask(byte[] row, PageRequest request) {
        return region.get();
      }
    };
  }

  @Test
  void aKeyThatTheLayoutDoesNotHaveIsRefusedBeforeAnyRegionIsAsked() {
    LatestClient client = client(CompletableFuture::new);
    LatestQuery query = LatestQuery.newest(1).ofKeys(new byte[] {'O', 'R'});
    assertThatThrownBy(() -> client.ask(query))
        .isInstanceOf(LatestException.class)
        .hasMessageContaining("it must be exactly the bytes of the segments 'origin:3'");
    assertThatThrownBy(() -> client.ask(query, answer -> {})).isInstanceOf(LatestException.class);
  }

  @Test
  void aTableWithoutRowsHasAnEmptyAnswer() throws Exception {
    LatestClient client = client(() -> CompletableFuture.completedFuture(EMPTY));
    assertThat(client.ask(LatestQuery.newest(1)).next()).isEmpty();
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

  /** A page of one row, which is the last one. */
  private static Page page(String key) {
    byte[] row =
        java.nio.ByteBuffer.allocate(key.length() + 8)
            .put(key.getBytes(US_ASCII))
            .putLong(1)
            .array();
    KeyValue cell = new KeyValue(row, new byte[] {'f'}, null, row);
    KeyPart part =
        KeyPart.ofRows(key.getBytes(US_ASCII), List.of(new LatestRow(row, 1, List.of(cell))));
    return new Page(List.of(part), new byte[0], Work.NONE);
  }

  @Test
  void regionsAreAskedSideBySideAndKeysHandedOnAsSoonAsNoEarlierOneCanCome() {
    List<CompletableFuture<Page>> asked = new ArrayList<>();
    LatestClient client =
        LatestClient.of(
            regions(
                () -> {
                  asked.add(new CompletableFuture<>());
                  return asked.get(asked.size() - 1);
                },
                new byte[0],
                new byte[] {'G'},
                new byte[] {'P'}),
            SaltingSpec.parse("key=origin:3 departed:8:revtime,salt=none"));
    List<String> told = new ArrayList<>();
    CompletableFuture<LatestProgress> done =
        client.ask(LatestQuery.newest(1), answer -> told.add(new String(answer.key(), US_ASCII)));
    assertThat(asked).hasSize(3);
    asked.get(2).complete(page("SFO"));
    assertThat(told).isEmpty();
    asked.get(0).complete(page("ATL"));
    assertThat(told).containsExactly("ATL");
    assertThat(done).isNotDone();
    asked.get(1).complete(page("LAX"));
    assertThat(told).containsExactly("ATL", "LAX", "SFO");
    assertThat(done).isCompletedWithValueMatching(progress -> progress.pages() == 3);
  }

  /** The same error as from a region that has all of the key; no later key follows it. */
  @Test
  void aValueThatIsNoNumberFailsTheAnswerForGood() throws Exception {
    LatestClient client = client(() -> CompletableFuture.completedFuture(page("ATL")));
    LatestQuery query =
        LatestQuery.newest(1).aggregate(Column.of(new byte[] {'f'}, new byte[0]), ColumnType.INT);
    LatestAnswers answers = client.ask(query);
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(answers::next)
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("11 bytes given, 4 expected");
    }
    assertThat(client.ask(query, answer -> {}))
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withMessageContaining("11 bytes given, 4 expected");
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

  @Test
  void aRegionThatCannotBeAskedFailsTheAnswerEachTime() throws Exception {
    LatestClient client =
        client(
            () -> {
              throw new IllegalStateException("the pool is gone");
            });
    try (LatestAnswers answers = client.ask(LatestQuery.newest(1).timeout(SHORT))) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(answers::next)
            .isInstanceOf(IOException.class)
            .hasRootCauseMessage("the pool is gone");
      }
    }
    assertThat(client.ask(LatestQuery.newest(1), answer -> {})).isCompletedExceptionally();
  }

  /** Regions that have one row of each key, and answer at once. */
  private static final class PromptRegions implements LatestRegions {
    int calls;
    int smallestPage = Integer.MAX_VALUE;

    @Override
    public CompletableFuture<List<byte[]>> starts() {
      return CompletableFuture.completedFuture(List.of(new byte[0]));
    }

    @Override
    public CompletableFuture<Page> ask(byte[] row, PageRequest request) {
      calls++;
      smallestPage = Math.min(smallestPage, request.budget().bytes());
      List<KeyPart> parts =
          request.ranges().stream()
              .map(range -> new String(range.start(), 4, 5, US_ASCII))
              .flatMap(key -> page(key).parts().stream())
              .toList();
      return CompletableFuture.completedFuture(new Page(parts, new byte[0], Work.NONE));
    }
  }

  @Test
  void namedKeysInBucketsOfTheirOwnAreGivenAfterPagesOfFewOfThem() throws Exception {
    List<byte[]> names = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      names.add("%05d".formatted(i).getBytes(US_ASCII));
    }
    PromptRegions regions = new PromptRegions();
    SaltingSpec spec = SaltingSpec.parse("key=unit:5:digits ts:8:revtime,salt=md5(unit)[0:4]");
    try (LatestAnswers answers =
        LatestClient.of(regions, spec).ask(LatestQuery.newest(100).ofKeys(names))) {
      List<byte[]> given = new ArrayList<>();
      answers.next().map(KeyAnswer::key).ifPresent(given::add);
      assertThat(regions.calls).isLessThanOrEqualTo(256);
      answers.forEach(answer -> given.add(answer.key()));
      assertThat(given).containsExactlyElementsOf(names);
    }
    assertThat(regions.smallestPage).isGreaterThanOrEqualTo(65_536);
  }

  @Test
  void aSlowReaderReceivesTheTimeoutThoughItNeverWaits() throws Exception {
    LatestClient client =
        LatestClient.of(
            regions(() -> CompletableFuture.completedFuture(page("ATL")), new byte[0]),
            SaltingSpec.parse("key=origin:3 departed:8:revtime,salt=none"));
    try (LatestAnswers answers = client.ask(LatestQuery.newest(1).timeout(Duration.ofNanos(1)))) {
      assertThatThrownBy(answers::next)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("longer than the query's timeout");
    }
  }

  /** A caller must not wait for the regions as long as the timeout, and then as long again. */
  @Test
  void theTimeoutBeginsBeforeRegionsAreLookedUp() throws Exception {
    Duration timeout = Duration.ofSeconds(1);
    LatestRegions prompt = new PromptRegions();
    LatestRegions late =
        new LatestRegions() {
          @Override
          public CompletableFuture<List<byte[]>> starts() {
            long begun = System.nanoTime();
            while (System.nanoTime() - begun < timeout.toNanos()) {
              LockSupport.parkNanos(1_000_000);
            }
            return prompt.starts();
          }

          @Override
          public CompletableFuture<Page> ask(byte[] row, PageRequest request) {
            return CompletableFuture.completedFuture(EMPTY);
          }
        };
    try (LatestAnswers answers =
        LatestClient.of(late, SPEC).ask(LatestQuery.newest(1).timeout(timeout))) {
      assertThatThrownBy(answers::next)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("longer than the query's timeout");
    }
  }
}
