package io.halite.it.linear;

import java.util.List;

/** Requests of different rows that a client sends at once. */
record Round(Shape shape, List<Ask> asks) {
  /**
   * A request of one row.
   *
   * @param mutations of how many it consists as mutations of a row; 0 if it is not sent as such
   */
  record Ask(int row, Request request, int mutations) {}
}
