package io.halite.routing.endpoint;

import java.util.List;
import java.util.Optional;

/**
 * One region's answer to a walk: how many rows it met, which of them have a wrong salt, and where
 * to continue. Immutable.
 */
public final class WalkPage {
  private final long rows;
  private final long wrong;
  private final List<String> examples;
  private final Optional<byte[]> next;

  /**
   * A page.
   *
   * @param next the stored row to continue with; empty if the range is done
   */
  public WalkPage(long rows, long wrong, List<String> examples, Optional<byte[]> next) {
    this.rows = rows;
    this.wrong = wrong;
    this.examples = List.copyOf(examples);
    this.next = next.map(byte[]::clone);
  }

  /** How many rows were counted or deleted. */
  public long rows() {
    return rows;
  }

  /** How many rows have a wrong salt. */
  public long wrong() {
    return wrong;
  }

  /** The first few rows with a wrong salt, each with the rule that it breaks. */
  public List<String> examples() {
    return examples;
  }

  /** The stored row to continue with; empty if the range is done. */
  public Optional<byte[]> next() {
    return next.map(byte[]::clone);
  }
}
