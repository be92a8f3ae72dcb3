package io.halite.client.operate;

import io.halite.routing.endpoint.ServerFacts;
import java.util.Optional;

/**
 * A live region server, or a master. Immutable.
 *
 * @param name host, port and start code
 * @param jar what is known of Halite on it
 * @param facts what it reports; empty if it serves no region of a salted table
 * @param error why nothing is known of it; empty if it answered
 * @param jvm what its web page says of its JVM; empty if it says nothing to the one who asks
 */
public record ServerState(
    String name, Jar jar, Optional<ServerFacts> facts, String error, Optional<ServerJvm> jvm) {
  /** A server of whose JVM nothing is known. */
  public ServerState(String name, Jar jar, Optional<ServerFacts> facts, String error) {
    this(name, jar, facts, error, Optional.empty());
  }

  /** The same server with this JVM. */
  ServerState with(Optional<ServerJvm> known) {
    return new ServerState(name, jar, facts, error, known);
  }

  /** What is known of Halite on a server. */
  public enum Jar {
    /** It serves a region of a salted table. */
    SERVES,
    /** It finds Halite's classes. */
    FOUND,
    /** It does not find them on its class path; it may serve by a jar that a table names. */
    MISSING,
    /** The client lacks the class that it needs to find out. */
    UNKNOWN,
    /** The master takes it for live, and it did not answer in time. */
    SILENT
  }
}
