package io.halite.routing.endpoint;

import java.util.List;
import java.util.Optional;

/** How far one region came: rows met, rows without their salt, and where to go on. */
public final class WalkPage {
  private final long rows;
  private final long wrong;
  private final List<String> examples;
  private final byte[] next;

  /**
   * A page.
   *
   * @param next the stored row to go on with; null when the range is done
   */
  public WalkPage(long rows, long wrong, List<String> examples, byte[] next) {
    this.rows = rows;
    this.wrong = wrong;
    this.examples = List.copyOf(examples);
    this.next = next == null ? null : next.clone();
  }

  /** Rows that were counted or deleted. */
  public long rows() {
    return rows;
  }

  /** Rows without their right salt. */
  public long wrong() {
    return wrong;
  }

  /** The first few of those, each with the rule. */
  public List<String> examples() {
    return examples;
  }

  /** The stored row to go on with; empty when the range is done. */
  public Optional<byte[]> next() {
    return Optional.ofNullable(next).map(byte[]::clone);
  }
}
