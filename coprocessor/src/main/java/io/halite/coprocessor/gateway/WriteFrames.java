package io.halite.coprocessor.gateway;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The frames of the current thread, innermost first.
 *
 * <p>They nest, since a foreign hook may write in the middle of a batch. A frame whose batch never
 * came to its end is pushed out after some others: its writes are never sent.
 */
final class WriteFrames {
  private static final int DEEPEST = 8;
  private static final ThreadLocal<Deque<WriteFrame>> FRAMES = new ThreadLocal<>();

  private WriteFrames() {}

  static void push(Object region) {
    Deque<WriteFrame> frames = FRAMES.get();
    if (frames == null) {
      frames = new ArrayDeque<>();
      FRAMES.set(frames);
    }
    frames.push(new WriteFrame(region));
    if (frames.size() > DEEPEST) {
      frames.removeLast();
    }
  }

  /**
   * The innermost frame of this region, else null.
   *
   * <p>What lies above it was left behind: batches end in the reverse order of their beginnings.
   */
  static WriteFrame top(Object region) {
    Deque<WriteFrame> frames = FRAMES.get();
    if (frames == null) {
      return null;
    }
    for (WriteFrame frame : frames) {
      if (frame.isOf(region)) {
        while (frames.peek() != frame) {
          frames.pop();
        }
        return frame;
      }
    }
    return null;
  }

  static void pop(Object region) {
    if (top(region) != null) {
      FRAMES.get().pop();
      if (FRAMES.get().isEmpty()) {
        FRAMES.remove();
      }
    }
  }
}
