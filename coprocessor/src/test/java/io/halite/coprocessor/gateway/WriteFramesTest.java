package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WriteFramesTest {
  private static final int DEEP = 1_000;

  private final Object outer = "outer";
  private final Object inner = "inner";

  @AfterEach
  void leaveNothingOnThisThread() {
    for (int i = 0; i < 20; i++) {
      pop(outer);
      pop(inner);
    }
  }

  /** As in the middle of so many hooks, its own included. */
  private static void begin(Object region, int hooks) {
    WriteFrames.push(region, () -> hooks);
  }

  /** As in the middle of more hooks than any batch here begins in. */
  private static Optional<WriteFrame> top(Object region) {
    return WriteFrames.top(region, () -> DEEP);
  }

  private static void pop(Object region) {
    WriteFrames.pop(region, () -> DEEP);
  }

  private static Write write(String row) {
    byte[] key = row.getBytes(StandardCharsets.UTF_8);
    return new Write.Salted(new Put(key), key);
  }

  @Test
  void aRegionWithoutABatchHasNoFrame() {
    assertThat(top(outer)).isEmpty();
    begin(outer, 1);
    assertThat(top(inner)).isEmpty();
    pop(inner);
    assertThat(top(outer)).isPresent();
    pop(outer);
    assertThat(top(outer)).isEmpty();
  }

  @Test
  void aBatchInsideABatchHasAFrameOfItsOwn() throws Exception {
    begin(outer, 1);
    top(outer).orElseThrow().add(write("a"));
    begin(inner, 2);
    top(inner).orElseThrow().add(write("b"));
    assertThat(top(inner).orElseThrow().detach()).hasSize(1);
    pop(inner);
    assertThat(top(outer).orElseThrow().detach()).hasSize(1);
  }

  @Test
  void aBatchOfTheSameRegionInsideItselfHasAFrameOfItsOwn() throws Exception {
    begin(outer, 1);
    top(outer).orElseThrow().add(write("a"));
    begin(outer, 2);
    assertThat(top(outer).orElseThrow().detach()).isEmpty();
    pop(outer);
    assertThat(top(outer).orElseThrow().detach()).hasSize(1);
  }

  @Test
  void aFrameLeftBehindDoesNotHideTheOneBelow() throws Exception {
    begin(outer, 1);
    top(outer).orElseThrow().add(write("a"));
    // Another coprocessor refused the inner batch after its frame was pushed: it has no end.
    begin(inner, 2);
    assertThat(top(outer)).isPresent();
    assertThat(top(outer).orElseThrow().detach()).hasSize(1);
    pop(outer);
    assertThat(top(outer)).isEmpty();
    assertThat(top(inner)).as("dropped with the frame below it").isEmpty();
  }

  @Test
  void aFrameLeftBehindTakesNoWritesOfABatchOfItsOwnRegion() throws Exception {
    begin(outer, 1);
    top(outer).orElseThrow().add(write("a"));
    begin(outer, 2);
    WriteFrames.top(outer, () -> 1).orElseThrow().add(write("b"));
    assertThat(WriteFrames.top(outer, () -> 1).orElseThrow().detach()).hasSize(2);
  }

  @Test
  void aBatchKeepsItsWritesHoweverDeepOthersNestInIt() throws Exception {
    begin(outer, 1);
    top(outer).orElseThrow().add(write("a"));
    for (int depth = 2; depth <= 100; depth++) {
      begin(outer, depth);
    }
    for (int depth = 100; depth >= 2; depth--) {
      assertThat(top(outer).orElseThrow().detach()).isEmpty();
      pop(outer);
    }
    assertThat(top(outer).orElseThrow().detach()).hasSize(1);
  }

  @Test
  void batchesInAHookThatHaveNoEndTakeNoWritesOfTheOneAroundThem() throws Exception {
    begin(outer, 1);
    top(outer).orElseThrow().add(write("a"));
    for (int refused = 0; refused < 100; refused++) {
      begin(inner, 2);
      begin(inner, 3);
    }
    assertThat(top(outer).orElseThrow().detach()).hasSize(1);
  }

  @Test
  void framesWithoutAnEndGoWithTheNextBatchBesideThem() {
    begin(outer, 1);
    begin(outer, 2);
    begin(outer, 4);
    begin(inner, 2);
    pop(inner);
    assertThat(top(outer)).as("the one around both").isPresent();
    begin(inner, 1);
    assertThat(top(outer)).isEmpty();
    assertThat(top(inner)).isPresent();
  }

  @Test
  void aThreadDoesNotSeeTheFramesOfAnother() throws Exception {
    begin(outer, 1);
    var other = Executors.newSingleThreadExecutor();
    try {
      assertThat(other.submit(() -> top(outer)).get()).isEmpty();
    } finally {
      other.shutdown();
    }
  }

  @Test
  void whatIsSentIsNotSentAgain() throws Exception {
    WriteFrame frame = new WriteFrame(outer, 1);
    frame.add(write("a"));
    frame.add(write("b"));
    assertThat(frame.detach()).hasSize(2);
    assertThat(frame.detach()).isEmpty();
  }

  @Test
  void storedAndNaturalWritesInOneBatchAreRefusedInEitherOrder() throws Exception {
    WriteFrame marked = new WriteFrame(outer, 1);
    marked.addMarked();
    marked.addMarked();
    assertThatThrownBy(() -> marked.add(write("a")))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("send them in separate batches");
    WriteFrame natural = new WriteFrame(outer, 1);
    natural.add(write("a"));
    assertThatThrownBy(natural::addMarked).isInstanceOf(DoNotRetryIOException.class);
  }
}
