package io.halite.it.rights;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Many hostile inputs for one decoder, and what the worst of them cost.
 *
 * @param decoder of them
 * @param seed of them
 * @param inputs how many
 */
record Attack(Decoder decoder, long seed, int inputs) {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long SLOW_NANOS = 100_000_000;
  private static final int SHOWN = 400;

  /**
   * What inputs cost.
   *
   * @param decoder of them
   * @param inputs how many
   * @param refused how many of them were not taken
   * @param nanos of the slowest; where it took long, the best of four times
   * @param bytes that the largest made its thread allocate
   * @param slowest the beginning of that input
   * @param largest the beginning of that input
   */
  record Costs(
      String decoder,
      int inputs,
      int refused,
      long nanos,
      long bytes,
      String slowest,
      String largest) {
    @Override
    public String toString() {
      return "%-18s %,9d inputs, %,9d refused; worst %,7.1f ms, %,6.2f MB"
          .formatted(decoder, inputs, refused, nanos / 1e6, bytes / 1e6);
    }
  }

  /** Sends all inputs, and fails at the first whose refusal is not one. */
  Costs run() {
    HostileBytes hostile = new HostileBytes(seed, decoder.valid(), decoder.parts());
    int refused = 0;
    long nanos = 0;
    long bytes = 0;
    byte[] slowest = new byte[0];
    byte[] largest = new byte[0];
    for (int i = 0; i < inputs; i++) {
      byte[] input = hostile.next();
      Optional<Decoder.Handed> handed = decoder.handing().hand(input);
      if (handed.isEmpty()) {
        refused++;
        continue;
      }
      long allocated = THREADS.getCurrentThreadAllocatedBytes();
      long begun = System.nanoTime();
      refused += refuses(handed.get(), input, i) ? 1 : 0;
      long took = System.nanoTime() - begun;
      allocated = THREADS.getCurrentThreadAllocatedBytes() - allocated;
      for (int again = 0; again < 3 && took > SLOW_NANOS; again++) {
        begun = System.nanoTime();
        refuses(handed.get(), input, i);
        took = Math.min(took, System.nanoTime() - begun);
      }
      slowest = took > nanos ? input : slowest;
      nanos = Math.max(nanos, took);
      largest = allocated > bytes ? input : largest;
      bytes = Math.max(bytes, allocated);
    }
    return new Costs(decoder.name(), inputs, refused, nanos, bytes, shown(slowest), shown(largest));
  }

  private boolean refuses(Decoder.Handed handed, byte[] input, int number) {
    try {
      return decoder.refuses(handed);
    } catch (Throwable e) {
      throw new AssertionError(
          "%s, seed %d, input %d, %s: %s".formatted(decoder, seed, number, shown(input), e), e);
    }
  }

  private static String shown(byte[] input) {
    byte[] head = Arrays.copyOf(input, Math.min(input.length, SHOWN));
    return input.length + " bytes " + HexFormat.of().formatHex(head);
  }
}
