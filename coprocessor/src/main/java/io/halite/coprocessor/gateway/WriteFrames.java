package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.host.HookStack;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * The frames of the current thread, innermost first.
 *
 * <p>Frames nest, because the hook of another coprocessor may write in the middle of a batch. If a
 * batch never reaches its end, since another coprocessor refuses its beginning, its frame goes with
 * the next batch that is not inside of it, or with its request. Example: batches at the depths 1, 2
 * and 3 are inside of each other; the next one at 2 shows that those at 2 and 3 have ended.
 */
final class WriteFrames {
  /** That of a batch which no other one is around; nobody looks for it. */
  private static final int OUTERMOST = 1;

  private static final ThreadLocal<Deque<WriteFrame>> FRAMES = new ThreadLocal<>();
  private static final Runnable FORGET = FRAMES::remove;

  private WriteFrames() {}

  static void push(Object region) {
    push(region, HookStack::depth);
  }

  /**
   * A batch begins.
   *
   * @param hooks how many hooks it begins inside of. A batch inside of another one begins in a hook
   *     of that, so inside of more
   */
  static void push(Object region, IntSupplier hooks) {
    Deque<WriteFrame> frames = FRAMES.get();
    if (frames == null) {
      frames = new ArrayDeque<>();
      FRAMES.set(frames);
    }
    ClientRequest.current().atEnd(FORGET);
    int depth = frames.isEmpty() ? OUTERMOST : hooks.getAsInt();
    while (!frames.isEmpty() && frames.peek().depth() >= depth) {
      frames.pop();
    }
    frames.push(new WriteFrame(region, depth));
  }

  /**
   * The innermost frame of this region; empty if the region has no frame on this thread.
   *
   * <p>Batches end in the reverse order of their beginnings. So the frames above it belong to
   * batches that never reached their end, and are dropped.
   */
  static Optional<WriteFrame> top(Object region) {
    return top(region, HookStack::depth);
  }

  /**
   * The same.
   *
   * @param hooks how many hooks the caller is inside of. A batch that began inside of more has
   *     ended, be it of the same region
   */
  static Optional<WriteFrame> top(Object region, IntSupplier hooks) {
    Deque<WriteFrame> frames = FRAMES.get();
    if (frames == null) {
      return Optional.empty();
    }
    if (frames.size() > 1) {
      int depth = hooks.getAsInt();
      while (frames.size() > 1 && frames.peek().depth() > depth) {
        frames.pop();
      }
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
    pop(region, HookStack::depth);
  }

  /** The batch that began last in the region has ended; see {@link #top(Object, IntSupplier)}. */
  static void pop(Object region, IntSupplier hooks) {
    if (top(region, hooks).isPresent()) {
      FRAMES.get().pop();
      if (FRAMES.get().isEmpty()) {
        FRAMES.remove();
      }
    }
  }
}
