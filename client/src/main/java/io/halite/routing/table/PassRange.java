package io.halite.routing.table;

import io.halite.keys.KeyRange;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Attributes;

/**
 * The scan attribute that says: of the stored rows only those of a natural range are wanted, and
 * each is to be judged by itself, since they do not come in natural order.
 *
 * <p>The version {@code 01}; {@code 01} if the user's scan is reversed, else {@code 00}; the length
 * of the range's start in four bytes, its start, its stop. {@code [41, 42)} is {@code 01 00 00 00
 * 00 01 41 42}.
 *
 * @param natural the natural range
 * @param reversed whether the user's scan is reversed; the one that carries this never is
 */
public record PassRange(KeyRange natural, boolean reversed) {
  private static final String ATTRIBUTE = "halite.pass";
  private static final byte VERSION = 1;

  /** Puts this on a scan of stored keys. */
  void putOn(Attributes scan) {
    byte[] start = natural.start();
    byte[] stop = natural.stop();
    ByteBuffer bytes = ByteBuffer.allocate(2 + Integer.BYTES + start.length + stop.length);
    bytes.put(VERSION).put((byte) (reversed ? 1 : 0)).putInt(start.length).put(start).put(stop);
    scan.setAttribute(ATTRIBUTE, bytes.array());
  }

  /** Takes off what a client may have put on a scan that is none of a pass. */
  static void takeOff(Attributes scan) {
    scan.setAttribute(ATTRIBUTE, null);
  }

  /**
   * What a scan of stored keys says; null if it is none of a pass.
   *
   * @throws DoNotRetryIOException if the attribute is malformed
   */
  public static PassRange of(Attributes scan) throws IOException {
    byte[] given = scan.getAttribute(ATTRIBUTE);
    if (given == null) {
      return null;
    }
    try {
      ByteBuffer bytes = ByteBuffer.wrap(given);
      byte version = bytes.get();
      byte reversed = bytes.get();
      if (version == VERSION && (reversed == 0 || reversed == 1)) {
        byte[] start = new byte[Math.min(bytes.getInt(), bytes.remaining() + 1)];
        bytes.get(start);
        byte[] stop = new byte[bytes.remaining()];
        bytes.get(stop);
        return new PassRange(KeyRange.of(start, stop), reversed == 1);
      }
    } catch (BufferUnderflowException | NegativeArraySizeException malformed) {
      throw new DoNotRetryIOException(ATTRIBUTE + " is cut off", malformed);
    }
    throw new DoNotRetryIOException(ATTRIBUTE + " is not of a known version");
  }
}
