package io.halite.client.latest;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.KeyPart;
import io.halite.routing.latest.LatestRow;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageBudget;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Work;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.KeyValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a query has under way and holds, whatever the number of buckets. */
class LatestBoundsTest {
  private static final int KEYS = 5;

  /** Regions of one bucket each, which give one key a page and answer when they are told to. */
  private static final class SlowRegions implements LatestRegions {
    final Deque<Asked> asked = new ArrayDeque<>();
    final List<byte[]> starts;
    int calls;
    long largestPage;

    private record Asked(PageRequest request, CompletableFuture<Page> answer) {}

    SlowRegions(SaltingSpec spec) {
      starts = new ArrayList<>(spec.salt().splitPoints());
      starts.add(0, new byte[0]);
    }

    @Override
    public CompletableFuture<List<byte[]>> starts() {
      return CompletableFuture.completedFuture(starts);
    }

    @Override
    public CompletableFuture<Page> ask(byte[] row, PageRequest request) {
      calls++;
      largestPage = Math.max(largestPage, request.budget().bytes());
      asked.add(new Asked(request, new CompletableFuture<>()));
      return asked.getLast().answer();
    }

    /** Answers one request with the first key at or after its start. */
    void answer(boolean lastAskedFirst) {
      Asked one = lastAskedFirst ? asked.removeLast() : asked.removeFirst();
      byte[] start = one.request().ranges().get(0).start();
      int key = start.length == 1 ? 0 : start[1] + (start.length > 2 ? 1 : 0);
      byte[] row = ByteBuffer.allocate(10).put((byte) key).putLong(1).put(start[0]).array();
      byte[] stop = key == KEYS - 1 ? new byte[0] : new byte[] {start[0], (byte) (key + 1)};
      KeyValue cell = new KeyValue(row, new byte[] {'f'}, null, row);
      LatestRow only = new LatestRow(row, 1, List.of(cell));
      one.answer()
          .complete(
              new Page(
                  List.of(KeyPart.ofRows(Arrays.copyOf(row, 1), List.of(only))), stop, Work.NONE));
    }
  }

  private static SaltingSpec spec(int buckets) {
    return SaltingSpec.parse("key=unit:1 ts:8:revtime tie:1,salt=hash(*) % " + buckets);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 17, 256})
  void atMostSixteenRequestsAreUnderWay(int buckets) {
    for (boolean lastAskedFirst : new boolean[] {true, false}) {
      SlowRegions regions = new SlowRegions(spec(buckets));
      List<KeyAnswer> keys = new ArrayList<>();
      CompletableFuture<LatestProgress> done =
          LatestClient.of(regions, spec(buckets)).ask(LatestQuery.newest(1_000), keys::add);
      while (!regions.asked.isEmpty()) {
        assertThat(regions.asked).hasSizeLessThanOrEqualTo(16);
        regions.answer(lastAskedFirst);
      }
      assertThat(done).isCompleted();
      assertThat(keys).hasSize(KEYS).allMatch(key -> key.rows().size() == buckets);
      assertThat(regions.calls).isEqualTo(KEYS * buckets);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16, 17, 256})
  void onePageOfEachBucketTakesAsMuchAsSixteenPages(int buckets) {
    SlowRegions regions = new SlowRegions(spec(buckets));
    assertThat(LatestClient.of(regions, spec(buckets)).ask(LatestQuery.newest(1), key -> {}))
        .isNotDone();
    long budget = PageBudget.DEFAULT.bytes();
    assertThat(regions.largestPage)
        .isEqualTo(buckets <= 16 ? budget : 16 * budget / buckets)
        .isPositive();
  }

  @Test
  void aPageHasRoomForAByteHoweverSmallTheBudget() {
    SlowRegions regions = new SlowRegions(spec(256));
    LatestQuery small = LatestQuery.newest(1).pages(new PageBudget(3, 1_000));
    assertThat(LatestClient.of(regions, spec(256)).ask(small, key -> {})).isNotDone();
    assertThat(regions.largestPage).isEqualTo(1);
  }

  /** The reader has the other half meanwhile, and regions of all buckets work at once. */
  @Test
  void theNextPageIsRequestedWhenHalfOfAPageIsRead() throws Exception {
    PagesOfTen regions = new PagesOfTen();
    SaltingSpec spec = SaltingSpec.parse("key=unit:1 ts:8:revtime,salt=none");
    try (LatestAnswers answers = LatestClient.of(regions, spec).ask(LatestQuery.newest(1))) {
      List<Integer> calls = new ArrayList<>();
      while (answers.next().isPresent()) {
        calls.add(regions.calls);
      }
      assertThat(calls).hasSize(30);
      assertThat(calls.subList(0, 3)).containsOnly(1);
      assertThat(calls.subList(3, 13)).containsOnly(2);
      assertThat(calls.subList(13, 30)).containsOnly(3);
    }
  }

  /** One region of 30 keys, which answers at once. */
  private static final class PagesOfTen implements LatestRegions {
    private int calls;

    @Override
    public CompletableFuture<List<byte[]>> starts() {
      return CompletableFuture.completedFuture(List.of(new byte[0]));
    }

    @Override
    public CompletableFuture<Page> ask(byte[] row, PageRequest request) {
      byte[] start = request.ranges().get(0).start();
      int first = start.length == 0 ? 0 : start[0];
      List<KeyPart> parts = new ArrayList<>();
      for (int key = first; key < first + 10; key++) {
        byte[] stored = ByteBuffer.allocate(9).put((byte) key).putLong(1).array();
        KeyValue cell = new KeyValue(stored, new byte[] {'f'}, null, stored);
        parts.add(
            KeyPart.ofRows(
                new byte[] {(byte) key}, List.of(new LatestRow(stored, 1, List.of(cell)))));
      }
      calls++;
      byte[] stop = first == 20 ? new byte[0] : new byte[] {(byte) (first + 10)};
      return CompletableFuture.completedFuture(new Page(parts, stop, Work.NONE));
    }
  }

  /** A slow consumer slows the query down: what arrives meanwhile waits, and nothing is asked. */
  @Test
  void whileTheConsumerHasAKeyNoPageIsRequested() {
    SlowRegions regions = new SlowRegions(spec(2));
    List<Integer> requested = new ArrayList<>();
    CompletableFuture<LatestProgress> done =
        LatestClient.of(regions, spec(2))
            .ask(
                LatestQuery.newest(1),
                key -> {
                  int before = regions.calls;
                  while (!regions.asked.isEmpty()) {
                    regions.answer(false);
                  }
                  requested.add(regions.calls - before);
                });
    while (!regions.asked.isEmpty()) {
      regions.answer(false);
    }
    assertThat(done).isCompleted();
    assertThat(requested).hasSize(KEYS).containsOnly(0);
  }
}
