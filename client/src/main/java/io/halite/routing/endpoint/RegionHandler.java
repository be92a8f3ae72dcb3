package io.halite.routing.endpoint;

import java.io.IOException;

/** What a region does with the requests of the service. */
public interface RegionHandler {
  /** What the region is and has done. */
  RegionFacts facts() throws IOException;

  /** Walks as far as the region and its time go. */
  WalkPage walk(Walk walk) throws IOException;
}
