package io.halite.routing.endpoint;

import java.io.IOException;

/** Serves the requests of the service in one region. */
public interface RegionHandler {
  /** Returns the facts of this region. */
  RegionFacts facts() throws IOException;

  /** Walks the range until the region, or the time for one answer, ends. */
  WalkPage walk(Walk walk) throws IOException;
}
