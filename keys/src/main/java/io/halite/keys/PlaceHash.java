package io.halite.keys;

/**
 * The place of a write under a salt by chance: the MurmurHash3 of the natural key and of the time
 * stamp, 8 bytes, big-endian, modulo the number of places.
 *
 * <p>Each write of a row goes elsewhere; but two that bear the same stamp meet in one place, where
 * the later one wins, as in any table. Stateless.
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
