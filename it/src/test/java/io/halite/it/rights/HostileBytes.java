package io.halite.it.rights;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Inputs that were valid once: bits flipped, cut off, spliced, repeated, with lengths that lie. The
 * same seed gives the same inputs.
 */
final class HostileBytes {
  private static final int LONGEST = 1 << 18;
  private static final byte[][] LIES = {
    {0},
    {1},
    {(byte) 0x7F},
    {(byte) 0xFF},
    {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x07},
    {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0x0F},
    {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x08},
    {(byte) 0x80, (byte) 0x80, 0x40},
    {0x7F, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF},
    {(byte) 0x80, 0, 0, 0},
    {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF}
  };

  private final Random random;
  private final List<byte[]> valid;
  private final List<byte[]> parts;

  /** Made of valid inputs, with parts that may be put in anywhere. */
  HostileBytes(long seed, List<byte[]> valid, List<byte[]> parts) {
    this.random = new Random(seed);
    this.valid = valid;
    this.parts = parts;
  }

  /** The next input; one in fifty is nothing but noise. */
  byte[] next() {
    byte[] bytes = any(valid).clone();
    if (random.nextInt(50) == 0) {
      bytes = new byte[random.nextInt(80)];
      random.nextBytes(bytes);
    }
    do {
      bytes = changed(bytes);
    } while (random.nextInt(3) == 0);
    return bytes;
  }

  private byte[] any(List<byte[]> some) {
    return some.get(random.nextInt(some.size()));
  }

  private byte[] changed(byte[] bytes) {
    int at = random.nextInt(bytes.length + 1);
    int to = at + random.nextInt(bytes.length - at + 1);
    byte[] slice = Arrays.copyOfRange(bytes, at, to);
    return switch (random.nextInt(8)) {
      case 0 -> flipped(bytes);
      case 1 -> Arrays.copyOf(bytes, at);
      case 2 -> replaced(bytes, at, to, new byte[0]);
      case 3 -> replaced(bytes, at, at, slice);
      case 4 -> replaced(bytes, at, to, any(valid));
      case 5 -> replaced(bytes, at, random.nextBoolean() ? at : to, any(parts));
      case 6 -> replaced(bytes, at, Math.min(bytes.length, at + 1), lie());
      default -> repeated(bytes, at, slice);
    };
  }

  private byte[] lie() {
    return LIES[random.nextInt(LIES.length)];
  }

  private byte[] flipped(byte[] bytes) {
    byte[] flipped = bytes.clone();
    if (flipped.length > 0) {
      flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return flipped;
  }

  private static byte[] replaced(byte[] bytes, int from, int to, byte[] by) {
    return bytes.length + by.length > LONGEST
        ? bytes
        : Bytes.add(Arrays.copyOf(bytes, from), by, Arrays.copyOfRange(bytes, to, bytes.length));
  }

  /** Mostly a few times, and one in a thousand as often as fits. */
  private byte[] repeated(byte[] bytes, int at, byte[] slice) {
    byte[] repeated = slice;
    int doublings = random.nextInt(100) == 0 ? 18 : random.nextInt(4);
    for (int i = 0; i < doublings && repeated.length < LONGEST / 2; i++) {
      repeated = Bytes.add(repeated, repeated);
    }
    return replaced(bytes, at, at, repeated);
  }
}
