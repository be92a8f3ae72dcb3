package io.halite.client.operate;

import io.halite.routing.endpoint.WalkPage;
import java.util.ArrayList;
import java.util.List;

/**
 * How far a walk over a table has come: a check, a count or a deletion that calls the regions one
 * after the other. Immutable.
 *
 * @param steps how many answers have arrived; a region that takes longer than two seconds sends
 *     several
 * @param rows how many rows were checked, counted or deleted, those with a wrong salt included
 * @param wrong how many rows have a wrong salt
 * @param examples at most ten rows with a wrong salt, and at most three from one answer, each with
 *     the salt that it should have
 */
public record WalkProgress(int steps, long rows, long wrong, List<String> examples) {
  static final WalkProgress NONE = new WalkProgress(0, 0, 0, List.of());
  private static final int MOST_EXAMPLES = 10;

  WalkProgress and(WalkPage page) {
    List<String> both = new ArrayList<>(examples);
    both.addAll(page.examples());
    return new WalkProgress(
        steps + 1,
        rows + page.rows(),
        wrong + page.wrong(),
        List.copyOf(both.subList(0, Math.min(MOST_EXAMPLES, both.size()))));
  }
}
