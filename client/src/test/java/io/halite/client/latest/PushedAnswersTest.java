package io.halite.client.latest;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.KeyPart;
import io.halite.routing.latest.LatestRow;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Work;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.KeyValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who gives up a query, or fails in it, ends it at once. */
class PushedAnswersTest {
  private static final SaltingSpec SPEC =
      SaltingSpec.parse("key=origin:3 departed:8:revtime,salt=none");

  private final Deque<CompletableFuture<Page>> asked = new ArrayDeque<>();
  private final List<String> told = new ArrayList<>();
  private Runnable onKey = () -> {};
  private CompletableFuture<LatestProgress> done;

  private final LatestRegions region =
      new LatestRegions() {
        @Override
        public CompletableFuture<List<byte[]>> starts() {
          return CompletableFuture.completedFuture(List.of(new byte[0]));
        }

        @Override
        public CompletableFuture<Page> ask(byte[] row, PageRequest request) {
          asked.add(new CompletableFuture<>());
          return asked.getLast();
        }
      };

  @BeforeEach
  void ask() {
    Consumer<KeyAnswer> consumer =
        answer -> {
          told.add(new String(answer.key(), US_ASCII));
          onKey.run();
        };
    done = LatestClient.of(region, SPEC).ask(LatestQuery.newest(1), consumer);
  }

  /** A page of one row of each of these keys, behind which the region has more. */
  private static Page page(String... keys) {
    byte[] last = keys[keys.length - 1].getBytes(US_ASCII);
    return new Page(
        Arrays.stream(keys).map(PushedAnswersTest::part).toList(),
        KeyBytes.prefixSuccessor(last),
        Work.NONE);
  }

  private static KeyPart part(String key) {
    byte[] name = key.getBytes(US_ASCII);
    byte[] row = ByteBuffer.allocate(11).put(name).putLong(1).array();
    KeyValue cell = new KeyValue(row, new byte[] {'f'}, null, row);
    return KeyPart.ofRows(name, List.of(new LatestRow(row, 1, List.of(cell))));
  }

  @Test
  void aConsumerThatCancelsIsGivenNoOtherKeyAndNoPageIsRequested() {
    onKey = () -> done.cancel(true);
    asked.remove().complete(page("ATL", "LAX", "SFO"));
    assertThat(told).containsExactly("ATL");
    assertThat(asked).isEmpty();
  }

  @Test
  void aQueryThatFailsWhileTheConsumerHasAKeyGivesNoOther() {
    onKey = () -> done.completeExceptionally(new IOException("the timeout has passed"));
    asked.remove().complete(page("ATL", "LAX", "SFO"));
    assertThat(told).containsExactly("ATL");
    assertThat(asked).isEmpty();
  }

  @Test
  void aCancelCancelsTheRequestsUnderWay() {
    CompletableFuture<Page> page = asked.remove();
    done.cancel(true);
    assertThat(page).isCancelled();
    page.complete(page("ATL"));
    assertThat(told).isEmpty();
    assertThat(asked).isEmpty();
  }

  @Test
  void anErrorInTheConsumerFailsTheQueryAtOnce() {
    AssertionError broken = new AssertionError("the consumer is broken");
    onKey =
        () -> {
          throw broken;
        };
    asked.remove().complete(page("ATL", "LAX"));
    assertThat(told).containsExactly("ATL");
    assertThat(done).isCompletedExceptionally();
    assertThat(done.handle((progress, error) -> error)).isCompletedWithValue(broken);
  }
}
