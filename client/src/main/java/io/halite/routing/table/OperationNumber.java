package io.halite.routing.table;

import io.halite.keys.KeyBytes;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * The number of a conditional write, by which its owner region recognizes a repeat of it.
 *
 * <p>HBase's client numbers increments and appends alone. It repeats a {@code checkAndPut} whose
 * answer is lost like a new one, and that answers false if the first was applied. So gateways and
 * the connection plug-in number the stored copy: attribute {@code halite.operation} of its first
 * mutation. They number deletes beside increments or appends of a row, too: each of them.
 *
 * <p>20 bytes: the number (16), then the milliseconds since the first attempt was sent (4,
 * big-endian), which are 0 in the first attempt. A repeat 300 ms later ends in {@code 00 00 01 2C}.
 *
 * <p>Immutable and thread-safe.
 */
public record OperationNumber(long high, long low) {
  private static final String ATTRIBUTE = "halite.operation";

  /** The length of a number. */
  public static final int BYTES = 2 * Long.BYTES;

  private static final int LENGTH = BYTES + Integer.BYTES;

  /**
   * A number as it arrived.
   *
   * @param ageMillis how long ago the first attempt was sent; 0 in the first attempt
   */
  public record Sent(OperationNumber number, int ageMillis) {}

  /** A number that no other operation has. */
  public static OperationNumber random() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new OperationNumber(random.nextLong(), random.nextLong());
  }

  /** The first 16 bytes of a digest. */
  public static OperationNumber of(byte[] digest) {
    ByteBuffer bytes = ByteBuffer.wrap(digest);
    return new OperationNumber(bytes.getLong(), bytes.getLong());
  }

  /** The 16 bytes of this number. */
  public byte[] bytes() {
    return ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
  }

  /** Puts this number on the stored copy of a conditional write. */
  public void putOn(CheckAndMutate stored, int ageMillis) {
    byte[] value = value(ageMillis);
    Conditions.mutations(stored).stream()
        .findFirst()
        .ifPresent(first -> first.setAttribute(ATTRIBUTE, value));
  }

  /** Puts this number on the deletes of the stored copy of a row. */
  public void putOnDeletes(RowMutations stored, int ageMillis) {
    byte[] value = value(ageMillis);
    for (Mutation mutation : stored.getMutations()) {
      if (mutation instanceof Delete) {
        mutation.setAttribute(ATTRIBUTE, value);
      }
    }
  }

  private byte[] value(int ageMillis) {
    return ByteBuffer.allocate(LENGTH).put(bytes()).putInt(ageMillis).array();
  }

  /** Takes away a number that a client has put on its request itself. */
  static void takeOff(Mutation copy) {
    copy.setAttribute(ATTRIBUTE, null);
  }

  /**
   * The number that a conditional write carries, if it carries one.
   *
   * @throws DoNotRetryIOException if the attribute has not 20 bytes, or a negative age
   */
  public static Optional<Sent> on(CheckAndMutate stored) throws DoNotRetryIOException {
    Optional<Mutation> first = Conditions.mutations(stored).stream().findFirst();
    return first.isEmpty() ? Optional.empty() : on(first.get());
  }

  /** The same of one mutation. */
  public static Optional<Sent> on(Mutation stored) throws DoNotRetryIOException {
    byte[] value = stored.getAttribute(ATTRIBUTE);
    return value == null ? Optional.empty() : Optional.of(read(value));
  }

  private static Sent read(byte[] value) throws DoNotRetryIOException {
    ByteBuffer bytes = ByteBuffer.wrap(value);
    if (value.length == LENGTH && bytes.getInt(LENGTH - Integer.BYTES) >= 0) {
      return new Sent(new OperationNumber(bytes.getLong(), bytes.getLong()), bytes.getInt());
    }
    throw new DoNotRetryIOException(
        "attribute "
            + ATTRIBUTE
            + " holds "
            + KeyBytes.readable(value)
            + ", but it has to hold a number of 16 bytes and an age of 4 bytes: gateways and the"
            + " connection plug-in set it; leave it out");
  }
}
