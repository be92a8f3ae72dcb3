package io.halite.keys;

/**
 * The place of a write under a multi-place salt: the MurmurHash3 of the natural key followed by the
 * timestamp (8 bytes, big-endian), modulo the number of places.
 *
 * <p>Writes with different timestamps go to different places. Two writes of a row with the same
 * timestamp go to the same place, where the later one wins, as in any table. Stateless.
 */
final class PlaceHash {
  private PlaceHash() {}

  static int place(byte[] naturalKey, long timestamp, int places) {
    byte[] written = new byte[naturalKey.length + Long.BYTES];
    System.arraycopy(naturalKey, 0, written, 0, naturalKey.length);
    for (int i = 0; i < Long.BYTES; i++) {
      written[naturalKey.length + i] = (byte) (timestamp >>> (56 - 8 * i));
    }
    return Integer.remainderUnsigned(Murmur3.hash(written, 0, written.length), places);
  }
}
