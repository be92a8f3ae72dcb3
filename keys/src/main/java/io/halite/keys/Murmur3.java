package io.halite.keys;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * MurmurHash3 x86 32 bit with seed 0, after Austin Appleby's public-domain reference (2011).
 *
 * <p>Frozen: a change of one result would lose rows. Example: the bytes {@code 4F 52 44} ({@code
 * ORD}) hash to {@code 0xC9805595}; an empty slice hashes to 0.
 */
final class Murmur3 {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private Murmur3() {}

  /** Hashes one slice. */
  static int hash(byte[] array, int offset, int length) {
    int hash = 0;
    int blocksEnd = offset + (length & ~3);
    for (int i = offset; i < blocksEnd; i += 4) {
      hash = mix(hash, (int) INT.get(array, i));
    }
    int tail = 0;
    for (int i = offset + length - 1; i >= blocksEnd; i--) {
      tail = tail << 8 | array[i] & 0xFF;
    }
    return finish(hash, tail, length);
  }

  /** Adds a block of four bytes, read little-endian. */
  static int mix(int hash, int block) {
    return Integer.rotateLeft(hash ^ scramble(block), 13) * 5 + 0xE6546B64;
  }

  /** Adds the last zero to three bytes, read little-endian, and the length of all. */
  static int finish(int hash, int tail, int length) {
    int h = hash ^ scramble(tail) ^ length;
    h = (h ^ h >>> 16) * 0x85EBCA6B;
    h = (h ^ h >>> 13) * 0xC2B2AE35;
    return h ^ h >>> 16;
  }

  private static int scramble(int block) {
    return Integer.rotateLeft(block * 0xCC9E2D51, 15) * 0x1B873593;
  }
}
