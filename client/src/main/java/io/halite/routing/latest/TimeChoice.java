package io.halite.routing.latest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * Which rows of a key a query takes, by their times. Immutable and thread-safe.
 *
 * <pre>
 * rows of ORD, newest first         15:40  15:10  14:50  12:05  12:01
 * newest 2                          15:40  15:10
 * newest 2, one of each hour        15:40         14:50
 * at 12:03 and 15:30                       15:10                12:01
 * oldest 2                                               12:05  12:01
 * </pre>
 *
 * <p>Times are milliseconds since 1970. They run against the revtime segment: {@code revtime = 2^63
 * - 1 - time}, compared without sign.
 */
public sealed interface TimeChoice {
  /** The newest rows. */
  TimeChoice NEWEST = new Newest();

  /** The oldest rows, such as the first row after a time. */
  TimeChoice OLDEST = new Oldest();

  /** The newest rows, whatever their times. */
  record Newest() implements TimeChoice {}

  /** The oldest rows. */
  record Oldest() implements TimeChoice {}

  /**
   * Of each step of time the newest row.
   *
   * @param millis the width of a step; the first begins at 1970, so that days are those of UTC
   */
  record EachStep(long millis) implements TimeChoice {
    /** Refuses a step without width. */
    public EachStep {
      if (millis < 1) {
        throw new LatestException("step", millis, "it must be at least one millisecond");
      }
    }

    @Override
    public OptionalLong olderThanStep(long time) {
      long since = Math.floorMod(time, millis);
      return time < Long.MIN_VALUE + since + 1
          ? OptionalLong.empty()
          : OptionalLong.of(time - since - 1);
    }
  }

  /**
   * Of each of these times the newest row that is not newer.
   *
   * @param times in ascending order, none twice, 1 to {@link #MAX_TIMES}
   */
  record AtTimes(List<Long> times) implements TimeChoice {
    /** The most times of one query. */
    public static final int MAX_TIMES = 1_000;

    /** Checks number and order of the times. */
    public AtTimes {
      times = List.copyOf(times);
      if (times.isEmpty() || times.size() > MAX_TIMES) {
        throw new LatestException("times", times.size(), "they must be 1 to " + MAX_TIMES);
      }
      for (int i = 0; i < times.size(); i++) {
        if (times.get(i) < 0 || (i > 0 && times.get(i) <= times.get(i - 1))) {
          throw new LatestException(
              "time", times.get(i), "times ascend, none comes twice and none is before 1970");
        }
      }
    }

    /** Times in any order; some may be the same. */
    public static AtTimes of(long... times) {
      return new AtTimes(Arrays.stream(times).sorted().distinct().boxed().toList());
    }

    /** The newest of the times. */
    public long newest() {
      return times.get(times.size() - 1);
    }

    @Override
    public OptionalLong olderThanStep(long time) {
      int at = java.util.Collections.binarySearch(times, time);
      int before = (at < 0 ? -at - 1 : at) - 1;
      return before < 0 ? OptionalLong.empty() : OptionalLong.of(times.get(before));
    }
  }

  /** Whether it takes one row of each step of time, and no more. */
  default boolean hasSteps() {
    return this instanceof EachStep || this instanceof AtTimes;
  }

  /** Whether it takes the oldest rows. */
  default boolean isOldest() {
    return this instanceof Oldest;
  }

  /**
   * Returns the newest time that is older than the step of {@code time}; empty if there is none. A
   * step of 60,000 ms holds 60,000 to 119,999, and 59,999 is older.
   */
  default OptionalLong olderThanStep(long time) {
    return OptionalLong.empty();
  }

  /** Whether two times lie in one step. */
  default boolean areOneStep(long some, long other) {
    return hasSteps() && olderThanStep(some).equals(olderThanStep(other));
  }

  /**
   * Returns the rows that it takes of these rows of one key, at most {@code limit}.
   *
   * @param newestFirst all rows, or parts that were taken before
   */
  default List<LatestRow> of(List<LatestRow> newestFirst, int limit) {
    int rows = newestFirst.size();
    if (isOldest()) {
      return List.copyOf(newestFirst.subList(Math.max(0, rows - limit), rows));
    }
    if (!hasSteps()) {
      return List.copyOf(newestFirst.subList(0, Math.min(limit, rows)));
    }
    List<LatestRow> taken = new ArrayList<>();
    for (LatestRow row : newestFirst) {
      boolean same = !taken.isEmpty() && areOneStep(taken.get(taken.size() - 1).time(), row.time());
      if (!same && taken.size() < limit) {
        taken.add(row);
      }
    }
    return List.copyOf(taken);
  }
}
