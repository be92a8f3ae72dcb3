package io.halite.client.latest.wire;

import io.halite.client.latest.page.Page;
import io.halite.client.latest.page.PageRequest;
import java.io.IOException;

/** What a region does with the requests of the service. */
public interface LatestHandler {
  /** The canonical text of the table's spec. */
  String spec() throws IOException;

  /** Answers one page. */
  Page latest(PageRequest request) throws IOException;
}
