package io.halite.routing.table;

import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.hbase.client.Attributes;

/**
 * The operation attribute that says that the row of a request is a stored key, made under a certain
 * spec.
 *
 * <p>Nine bytes: the format version {@code 01}, then the eight bytes of the spec's {@linkplain
 * SaltingSpec#fingerprint() fingerprint}, big-endian. Under a spec with the fingerprint {@code
 * 0x1122334455667788} the attribute {@code halite} holds {@code 01·11 22 33 44 55 66 77 88}.
 *
 * <p>A mark is not a secret and grants nothing: the owner region accepts a marked request only if
 * the mark was made under the table's own spec and the row's prefix is the salt of the rest.
 *
 * <p>Immutable and thread-safe.
 */
public final class Mark {
  /** The name of the attribute; short, since each forwarded mutation carries it. */
  public static final String ATTRIBUTE = "halite";

  private static final byte VERSION = 1;
  private static final byte ASKING = 0;

  private final byte[] encoded;

  private Mark(byte[] encoded) {
    this.encoded = encoded;
  }

  /** The mark of requests that were routed under {@code spec}. */
  public static Mark of(SaltingSpec spec) {
    return new Mark(
        ByteBuffer.allocate(1 + Long.BYTES).put(VERSION).putLong(spec.fingerprint()).array());
  }

  /**
   * The mark of a client that does not know the spec: the one byte {@code 00}. The row of such a
   * request is a natural key. Each region of a salted table refuses the request, and its refusal
   * shows the spec; a region of any other table takes no notice of it.
   */
  public static Mark asking() {
    return new Mark(new byte[] {ASKING});
  }

  /** Whether the request carries any mark: this one, another or a malformed one. */
  public static boolean isOn(Attributes request) {
    return request.getAttribute(ATTRIBUTE) != null;
  }

  /** Whether the request carries this very mark. */
  public boolean isThisOn(Attributes request) {
    return Arrays.equals(request.getAttribute(ATTRIBUTE), encoded);
  }

  /** Puts this mark on a request whose row is a stored key. */
  public void putOn(Attributes request) {
    request.setAttribute(ATTRIBUTE, encoded);
  }

  /**
   * Refuses a marked request that was not made under this mark's spec.
   *
   * @throws MarkException naming what was given and what was expected
   */
  public void check(Attributes request) throws MarkException {
    if (!isThisOn(request)) {
      byte[] given = request.getAttribute(ATTRIBUTE);
      throw new MarkException(
          "mark "
              + (given == null ? "(none)" : KeyBytes.readable(given))
              + " is not the mark of this table's spec, which is "
              + this
              + ": the request was routed under another spec, or by another version; route it again"
              + " under the spec that this refusal shows");
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Mark that && Arrays.equals(encoded, that.encoded);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(encoded);
  }

  @Override
  public String toString() {
    return KeyBytes.readable(encoded);
  }
}
