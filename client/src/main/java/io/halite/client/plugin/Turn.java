package io.halite.client.plugin;

import java.util.Optional;
import org.apache.hadoop.hbase.client.Get;

/**
 * What a request does about a spec that the client has known for a while. Immutable.
 *
 * @param routing how requests are routed without an answer to the question: as before while the
 *     knowledge may be used, else asking
 * @param question what to ask first; empty if it is not this request's turn
 */
record Turn(Routing routing, Optional<Sent<Get>> question) {
  /** Nothing is asked. */
  static Turn over(Routing routing) {
    return new Turn(routing, Optional.empty());
  }

  /** Whether the request cannot be routed before its question has an answer. */
  boolean waits() {
    return question.isPresent() && routing.asks();
  }
}
