package io.halite.client.operate;

import io.halite.routing.endpoint.ServerFacts;
import java.util.Optional;

/**
 * A live region server. Immutable.
 *
 * @param name host, port and start code
 * @param jar what is known of Halite on it
 * @param facts what it reports; empty if it serves no region of a salted table
 */
public record ServerState(String name, Jar jar, Optional<ServerFacts> facts) {
  /** What is known of Halite on a server. */
  public enum Jar {
    /** It serves a region of a salted table. */
    SERVES,
    /** It finds Halite's classes. */
    FOUND,
    /** It does not find them. */
    MISSING,
    /** It could not be asked. */
    UNKNOWN
  }
}
