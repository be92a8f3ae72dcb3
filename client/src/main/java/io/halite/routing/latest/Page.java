package io.halite.routing.latest;

import java.util.List;

/**
 * The answer of one region.
 *
 * @param parts keys in ascending order, each once
 * @param servedStop all that was asked before this stored row is answered; empty: all of it
 * @param work what the region read to answer
 */
public record Page(List<KeyPart> parts, byte[] servedStop, Work work) {
  /** Copies the list. */
  public Page {
    parts = List.copyOf(parts);
  }
}
