package io.halite.coprocessor.door;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * About how many connections have sent a request, in 512 bytes: within a tenth up to 10,000, and
 * never more than 34,100. Thread-safe.
 *
 * <p>Each connection has one of 4096 bits by its hash. With {@code z} bits left unset, {@code 4096
 * * ln(4096 / z)} connections are the likeliest: linear counting (Whang, Vander-Zanden and Taylor,
 * 1990). Example: 2596 bits unset are 1868 connections.
 */
final class ConnectionCount {
  private static final int BITS = 4096;

  private final AtomicLongArray words = new AtomicLongArray(BITS / Long.SIZE);

  /** Adds a connection by any hash; one that is known changes nothing. */
  void add(long hash) {
    // The finisher of MurmurHash3 (Appleby, public domain): ports follow each other.
    long mixed = (hash ^ (hash >>> 33)) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
    int bit = (int) (mixed >>> 52);
    int word = bit / Long.SIZE;
    long mask = 1L << bit;
    // Most requests are of a known connection: reading shares the memory between the cores.
    if ((words.get(word) & mask) == 0) {
      words.getAndAccumulate(word, mask, (old, added) -> old | added);
    }
  }

  double estimate() {
    int unset = BITS;
    for (int i = 0; i < words.length(); i++) {
      unset -= Long.bitCount(words.get(i));
    }
    return BITS * Math.log((double) BITS / Math.max(1, unset));
  }
}
