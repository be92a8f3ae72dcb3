package io.halite.keys;

import java.util.Locale;

/**
 * What becomes of a scan whose rows do not lie in natural order, since a salt scattered them:
 * {@code scan=passes}.
 */
public enum ScanMode {
  /** It is answered by passes over the store, up to a bound; what a spec says that says nothing. */
  BOUNDED,
  /** It is answered by as many passes as it takes. */
  PASSES,
  /** It is refused: a range has to fix the segments that the salt scatters by. */
  PINNED;

  static final String KEY = "scan";

  /** Reads the value of {@code scan=}. */
  static ScanMode parse(String text, Salt salt) {
    if (!text.equals(PASSES.toString()) && !text.equals(PINNED.toString())) {
      throw new SpecException(KEY, text, "it is passes or pinned; leave it out for bounded passes");
    }
    if (salt.scatteringSegments().isEmpty()) {
      throw new SpecException(
          KEY, text, "salt '" + salt + "' scatters no rows, so that every scan is a merge");
    }
    return text.equals(PASSES.toString()) ? PASSES : PINNED;
  }

  /** Returns the word in a spec, {@code passes}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
