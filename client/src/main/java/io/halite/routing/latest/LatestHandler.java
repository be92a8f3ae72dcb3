package io.halite.routing.latest;

import java.io.IOException;

/** Serves the requests of the service in one region. */
public interface LatestHandler {
  /** The canonical text of the table's spec. */
  String spec() throws IOException;

  /** Answers one page. */
  Page latest(PageRequest request) throws IOException;
}
