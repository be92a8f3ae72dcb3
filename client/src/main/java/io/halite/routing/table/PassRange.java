package io.halite.routing.table;

import io.halite.keys.KeyRange;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Attributes;

/**
 * The attribute of a stored scan that is part of a pass: the owner returns only the rows of a
 * natural range, and the filter judges each row by that row alone, because the rows do not come in
 * natural order.
 *
 * <p>Its value is the version {@code 01}; {@code 01} if the user's scan is reversed, else {@code
 * 00}; the length of the range's start in four bytes; the start; the stop. {@code [41, 42)} is
 * {@code 01 00 00 00 00 01 41 42}. Immutable.
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

  /** Removes the attribute, which a client may have set on a scan that is not part of a pass. */
  static void takeOff(Attributes scan) {
    scan.setAttribute(ATTRIBUTE, null);
  }

  /**
   * Reads the attribute of a stored scan; empty if the scan is not part of a pass.
   *
   * @throws DoNotRetryIOException if the attribute is malformed
   */
  public static Optional<PassRange> of(Attributes scan) throws IOException {
    byte[] given = scan.getAttribute(ATTRIBUTE);
    if (given == null) {
      return Optional.empty();
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
        return Optional.of(new PassRange(KeyRange.of(start, stop), reversed == 1));
      }
    } catch (BufferUnderflowException | NegativeArraySizeException malformed) {
      throw (DoNotRetryIOException) refusal("is cut off").initCause(malformed);
    }
    throw refusal("is not of a known version");
  }

  private static DoNotRetryIOException refusal(String reason) {
    return new DoNotRetryIOException(
        "attribute "
            + ATTRIBUTE
            + " "
            + reason
            + ": gateways and the connection plug-in set it; leave it out, or put the same version"
            + " of Halite on all servers and plug-ins");
  }
}
