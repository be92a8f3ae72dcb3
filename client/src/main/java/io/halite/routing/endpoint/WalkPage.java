package io.halite.routing.endpoint;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One region's answer to a walk: how many rows it met, which of them have a wrong salt, and where
 * to continue. Immutable.
 */
public final class WalkPage {
  private final long rows;
  private final long wrong;
  private final List<String> examples;
  private final Optional<byte[]> next;
  private final OptionalLong time;

  /**
   * A page.
   *
   * @param next the stored row to continue with; empty if the range is done
   * @param time the time stamp that all deletes of the walk are to have; empty for any
   */
  public WalkPage(
      long rows, long wrong, List<String> examples, Optional<byte[]> next, OptionalLong time) {
    this.rows = rows;
    this.wrong = wrong;
    this.examples = List.copyOf(examples);
    this.next = next.map(byte[]::clone);
    this.time = time;
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

  /** The time stamp that all deletes of the walk are to have, in milliseconds; empty for any. */
  public OptionalLong time() {
    return time;
  }
}
