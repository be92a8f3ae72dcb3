package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The frames of the current thread, innermost first.
 *
 * <p>Frames nest, because the hook of another coprocessor may write in the middle of a batch. If a
 * batch never reaches its end, its frame is pushed out after some others, or goes with its request,
 * and its writes are never sent.
 */
final class WriteFrames {
  private static final int DEEPEST = 8;
  private static final ThreadLocal<Deque<WriteFrame>> FRAMES = new ThreadLocal<>();
  private static final Runnable FORGET = FRAMES::remove;

  private WriteFrames() {}

  static void push(Object region) {
    Deque<WriteFrame> frames = FRAMES.get();
    if (frames == null) {
      frames = new ArrayDeque<>();
      FRAMES.set(frames);
    }
    ClientRequest.current().atEnd(FORGET);
    frames.push(new WriteFrame(region));
    if (frames.size() > DEEPEST) {
      frames.removeLast();
    }
  }

  /**
   * The innermost frame of this region; empty if the region has no frame on this thread.
   *
   * <p>Batches end in the reverse order of their beginnings. So the frames above it belong to
   * batches that never reached their end, and are dropped.
   */
  static Optional<WriteFrame> top(Object region) {
    Deque<WriteFrame> frames = FRAMES.get();
    if (frames == null) {
      return Optional.empty();
    }
    for (WriteFrame frame : frames) {
      if (frame.isOf(region)) {
        while (frames.peek() != frame) {
          frames.pop();
        }
        return Optional.of(frame);
      }
    }
    return Optional.empty();
  }

  static void pop(Object region) {
    if (top(region).isPresent()) {
      FRAMES.get().pop();
      if (FRAMES.get().isEmpty()) {
        FRAMES.remove();
      }
    }
  }
}
