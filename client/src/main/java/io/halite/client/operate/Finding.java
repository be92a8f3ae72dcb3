package io.halite.client.operate;

/**
 * Something that an operator should know about a cluster. Immutable.
 *
 * @param severity whether it hurts
 * @param text what is the case, which rule it breaks, and the cure
 */
public record Finding(Severity severity, String text) {
  /** How bad it is. */
  public enum Severity {
    /** Requests fail, rows get lost to their readers, or a load does not spread. */
    HURTS,
    /** It may be meant so. */
    NOTE
  }

  static Finding hurts(String text, Object... given) {
    return new Finding(Severity.HURTS, text.formatted(given));
  }

  static Finding note(String text, Object... given) {
    return new Finding(Severity.NOTE, text.formatted(given));
  }
}
