package io.halite.it.peers;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Takes the rows of an answer: how many there are, a sum over keys and values, and whether the keys
 * came in order. What it costs is the same in each way.
 *
 * <p>The sum does not depend on the order. For one thread.
 */
final class Answers {
  private long rows;
  private long sum;
  private boolean ordered = true;
  private byte[] last = new byte[0];

  /** Takes a row by its natural key. */
  void add(byte[] key, byte[] value) {
    ordered &= Arrays.compareUnsigned(last, key) < 0;
    last = key;
    rows++;
    sum += 31L * Arrays.hashCode(key) ^ Arrays.hashCode(value);
  }

  /** Takes a row by the texts that its key is made of. */
  void add(String key, String value) {
    add(key.getBytes(StandardCharsets.US_ASCII), value.getBytes(StandardCharsets.US_ASCII));
  }

  /** Takes what another thread has taken. */
  void add(Answers other) {
    rows += other.rows;
    sum += other.sum;
  }

  /** What all ways answer alike; those who are to keep the order have kept it. */
  Answer inOrder() {
    return new Answer(rows, sum, ordered);
  }

  /** The same where no order is asked for. */
  Answer inAnyOrder() {
    return new Answer(rows, sum, true);
  }

  /** What is compared. */
  record Answer(long rows, long sum, boolean ordered) {}
}
