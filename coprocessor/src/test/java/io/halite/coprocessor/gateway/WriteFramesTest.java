package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WriteFramesTest {
  private final Object outer = "outer";
  private final Object inner = "inner";

  @AfterEach
  void leaveNothingOnThisThread() {
    for (int i = 0; i < 20; i++) {
      WriteFrames.pop(outer);
      WriteFrames.pop(inner);
    }
  }

  /** As in the middle of so many hooks, its own included. */
  private static void begin(Object region, int hooks) {
    WriteFrames.push(region, () -> hooks);
  }

  private static Write write(String row) {
    byte[] key = row.getBytes(StandardCharsets.UTF_8);
    return new Write.Salted(new Put(key), key);
  }

  @Test
  void aRegionWithoutABatchHasNoFrame() {
    assertThat(WriteFrames.top(outer)).isEmpty();
    begin(outer, 1);
    assertThat(WriteFrames.top(inner)).isEmpty();
    WriteFrames.pop(inner);
    assertThat(WriteFrames.top(outer)).isPresent();
    WriteFrames.pop(outer);
    assertThat(WriteFrames.top(outer)).isEmpty();
  }

  @Test
  void aBatchInsideABatchHasAFrameOfItsOwn() throws Exception {
    begin(outer, 1);
    WriteFrames.top(outer).orElseThrow().add(write("a"));
    begin(inner, 2);
    WriteFrames.top(inner).orElseThrow().add(write("b"));
    assertThat(WriteFrames.top(inner).orElseThrow().detach()).hasSize(1);
    WriteFrames.pop(inner);
    assertThat(WriteFrames.top(outer).orElseThrow().detach()).hasSize(1);
  }

  @Test
  void aBatchOfTheSameRegionInsideItselfHasAFrameOfItsOwn() throws Exception {
    begin(outer, 1);
    WriteFrames.top(outer).orElseThrow().add(write("a"));
    begin(outer, 2);
    assertThat(WriteFrames.top(outer).orElseThrow().detach()).isEmpty();
    WriteFrames.pop(outer);
    assertThat(WriteFrames.top(outer).orElseThrow().detach()).hasSize(1);
  }

  @Test
  void aFrameLeftBehindDoesNotHideTheOneBelow() throws Exception {
    begin(outer, 1);
    WriteFrames.top(outer).orElseThrow().add(write("a"));
    // Another coprocessor refused the inner batch after its frame was pushed: it has no end.
    begin(inner, 2);
    assertThat(WriteFrames.top(outer)).isPresent();
    assertThat(WriteFrames.top(outer).orElseThrow().detach()).hasSize(1);
    WriteFrames.pop(outer);
    assertThat(WriteFrames.top(outer)).isEmpty();
    assertThat(WriteFrames.top(inner)).as("dropped with the frame below it").isEmpty();
  }

  @Test
  void aBatchKeepsItsWritesHoweverDeepOthersNestInIt() throws Exception {
    begin(outer, 1);
    WriteFrames.top(outer).orElseThrow().add(write("a"));
    for (int depth = 2; depth <= 100; depth++) {
      begin(outer, depth);
    }
    for (int depth = 100; depth >= 2; depth--) {
      assertThat(WriteFrames.top(outer).orElseThrow().detach()).isEmpty();
      WriteFrames.pop(outer);
    }
    assertThat(WriteFrames.top(outer).orElseThrow().detach()).hasSize(1);
  }

  @Test
  void batchesInAHookThatHaveNoEndTakeNoWritesOfTheOneAroundThem() throws Exception {
    begin(outer, 1);
    WriteFrames.top(outer).orElseThrow().add(write("a"));
    for (int refused = 0; refused < 100; refused++) {
      begin(inner, 2);
      begin(inner, 3);
    }
    assertThat(WriteFrames.top(outer).orElseThrow().detach()).hasSize(1);
  }

  @Test
  void framesWithoutAnEndGoWithTheNextBatchBesideThem() {
    begin(outer, 1);
    begin(outer, 2);
    begin(outer, 4);
    begin(inner, 2);
    WriteFrames.pop(inner);
    assertThat(WriteFrames.top(outer)).as("the one around both").isPresent();
    begin(inner, 1);
    assertThat(WriteFrames.top(outer)).isEmpty();
    assertThat(WriteFrames.top(inner)).isPresent();
  }

  @Test
  void aThreadDoesNotSeeTheFramesOfAnother() throws Exception {
    begin(outer, 1);
    var other = Executors.newSingleThreadExecutor();
    try {
      assertThat(other.submit(() -> WriteFrames.top(outer)).get()).isEmpty();
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
