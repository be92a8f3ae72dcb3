package io.halite.keys;

import java.util.Locale;

/**
 * How a scan is answered whose rows do not lie in natural order because the salt scatters them:
 * {@code scan=passes}.
 */
public enum ScanMode {
  /** By passes over the store, up to a bound; the mode of a spec without {@code scan=}. */
  BOUNDED,
  /** By as many passes as it takes. */
  PASSES,
  /** Not at all: it is refused unless its range fixes the segments that the salt scatters by. */
  PINNED;

  static final String KEY = "scan";

  /** Reads the value of {@code scan=}. */
  static ScanMode parse(String text, Salt salt) {
    if (!text.equals(PASSES.toString()) && !text.equals(PINNED.toString())) {
      throw new SpecException(KEY, text, "it is passes or pinned; leave it out for bounded passes");
    }
    if (salt.scatteringSegments().isEmpty()) {
      throw new SpecException(
          KEY,
          text,
          "salt '" + salt + "' scatters no rows, so every scan is a merge; leave it out");
    }
    return text.equals(PASSES.toString()) ? PASSES : PINNED;
  }

  /** Returns the word in a spec, {@code passes}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
