package io.halite.routing.latest;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The answer of one region to a {@link PageRequest}. Immutable.
 *
 * @param parts keys in ascending order, each once
 * @param servedStop the stored row before which everything requested is answered; empty if all of
 *     it is
 * @param work what the region read to answer
 * @param passed about which share the page passed of what the region has of the range in which it
 *     ended, 0 to 1, from where it began in that range; empty if the region cannot say
 * @param isCut whether the region ends within that range, whose rest another one has
 */
public record Page(
    List<KeyPart> parts, byte[] servedStop, Work work, OptionalDouble passed, boolean isCut) {
  /** Copies the list. */
  public Page {
    parts = List.copyOf(parts);
  }

  /** A page of a region that does not say how far it came. */
  public Page(List<KeyPart> parts, byte[] servedStop, Work work) {
    this(parts, servedStop, work, OptionalDouble.empty(), false);
  }
}
