package io.halite.routing.latest;

import java.util.List;

/**
 * The answer of one region to a {@link PageRequest}. Immutable.
 *
 * @param parts keys in ascending order, each once
 * @param servedStop the stored row before which everything requested is answered; empty if all of
 *     it is
 * @param work what the region read to answer
 */
public record Page(List<KeyPart> parts, byte[] servedStop, Work work) {
  /** Copies the list. */
  public Page {
    parts = List.copyOf(parts);
  }
}
