package io.halite.routing.endpoint;

import io.halite.keys.KeyRange;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * A walk over the stored rows of a range, as far as they lie in the region that holds its start.
 * Immutable.
 *
 * @param fingerprint the fingerprint of the spec under which the range was salted
 * @param act what is done with each row
 * @param rows the stored range
 * @param prefix the beginning of natural keys; empty for {@link Act#VERIFY}
 * @param time the time stamp of its deletes, in milliseconds; empty for the region's own time
 */
public record Walk(long fingerprint, Act act, KeyRange rows, Prefix prefix, OptionalLong time) {
  /** What is done with each row. */
  public enum Act {
    /** Count it and check its salt. */
    VERIFY,
    /** Count it. */
    COUNT_PREFIX,
    /** Delete it. */
    DELETE_PREFIX
  }

  /** The first bytes of natural keys. */
  public static final class Prefix {
    private final byte[] bytes;

    /** These bytes, copied. */
    public Prefix(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    /** Whether a natural key begins with these bytes. */
    public boolean begins(byte[] natural) {
      return natural.length >= bytes.length
          && Arrays.mismatch(bytes, 0, bytes.length, natural, 0, bytes.length) < 0;
    }

    byte[] bytes() {
      return bytes.clone();
    }
  }

  /** The first request of a walk. */
  public Walk(long fingerprint, Act act, KeyRange rows, Prefix prefix) {
    this(fingerprint, act, rows, prefix, OptionalLong.empty());
  }

  /** The same walk over other rows. */
  public Walk over(KeyRange other) {
    return new Walk(fingerprint, act, other, prefix, time);
  }
}
