package io.halite.client.latest;

import io.halite.filters.segment.SegmentFilter;
import io.halite.keys.KeyLayout;
import io.halite.keys.KeyRange;
import io.halite.keys.Segment;
import io.halite.routing.latest.Aggregation;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.ColumnType;
import io.halite.routing.latest.LatestException;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.PageBudget;
import io.halite.routing.latest.Selection;
import io.halite.routing.latest.TimeChoice;
import io.halite.routing.latest.TimeWindow;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A query for the newest rows of each key.
 *
 * <pre>{@code
 * LatestQuery.newest(3).ofKeys(ORD, ATL).columns(Column.parse("f:delay"))
 * LatestQuery.newest(50).ofAllKeys().notBefore(978307200000L)
 *     .aggregate(Column.parse("f:delay"), ColumnType.DECIMAL)
 * LatestQuery.newest(10).overAllKeys()        the ten newest rows of the table
 * LatestQuery.newest(24).each(Duration.ofHours(1)).ofKeys(ORD)     one row of each hour
 * LatestQuery.at(noon, midnight)              the last row by noon, and the last by midnight
 * LatestQuery.firstAfter(978307200000L)       the first row of each key after a time
 * }</pre>
 *
 * <p>A query is about all keys unless it names some. A key is all segments before the layout's
 * revtime segment, unless {@link #by} names fewer. Immutable and thread-safe: every method returns
 * a new query. A value outside its bounds is refused with a {@link LatestException}.
 */
public final class LatestQuery {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(10);
  // A clock of nanoseconds has room for 292 years.
  private static final Duration LONGEST_TIMEOUT = Duration.ofDays(36_500);
  private static final Duration LONGEST_STEP = Duration.ofMillis(Long.MAX_VALUE);

  private final Selection selection;
  private final KeyScope scope;
  private final Optional<List<String>> by;
  private final Duration timeout;
  private final PageBudget budget;

  private LatestQuery(
      Selection selection,
      KeyScope scope,
      Optional<List<String>> by,
      Duration timeout,
      PageBudget budget) {
    this.selection = selection;
    this.scope = scope;
    this.by = by;
    this.timeout = timeout;
    this.budget = budget;
  }

  /** Reads the newest {@code limit} rows of every key, 1 to 10,000. */
  public static LatestQuery newest(int limit) {
    return new LatestQuery(
        Selection.ofLimit(limit),
        new KeyScope.Ranged(KeyRange.all()),
        Optional.empty(),
        DEFAULT_TIMEOUT,
        PageBudget.DEFAULT);
  }

  /**
   * Reads the oldest {@code limit} rows of every key, 1 to 10,000, and returns them newest first.
   * With {@link #notBefore} and columns or a condition that hide most of a history, it reads what
   * they hide in one call.
   */
  public static LatestQuery oldest(int limit) {
    LatestQuery query = newest(limit);
    return query.with(query.selection.withChoice(TimeChoice.OLDEST));
  }

  /** Reads of every key the first row after a time, in milliseconds since 1970. */
  public static LatestQuery firstAfter(long millis) {
    return oldest(1).after(millis);
  }

  /**
   * Reads of every key the newest row at or before each of these times, in milliseconds since 1970,
   * 1 to 1,000 of them in any order. {@link KeyAnswer#at} tells which row answers which time.
   */
  public static LatestQuery at(long... times) {
    TimeChoice.AtTimes choice = TimeChoice.AtTimes.of(times);
    LatestQuery query = newest(choice.times().size());
    return query.with(query.selection.withChoice(choice));
  }

  /** Reads only these keys; a key without rows has no answer. */
  public LatestQuery ofKeys(byte[]... names) {
    return ofKeys(Arrays.asList(names));
  }

  /** Reads only these keys; a key without rows has no answer. */
  public LatestQuery ofKeys(List<byte[]> names) {
    return with(new KeyScope.Listed(names));
  }

  /** Reads only keys in this range. */
  public LatestQuery ofRange(KeyRange range) {
    return with(new KeyScope.Ranged(range));
  }

  /** Reads only keys that begin with these bytes. */
  public LatestQuery ofPrefix(byte[] prefix) {
    return ofRange(KeyRange.prefix(prefix));
  }

  /** Reads every key of the table. */
  public LatestQuery ofAllKeys() {
    return ofRange(KeyRange.all());
  }

  /** Takes these leading segments as the key; they are named in the order of the layout. */
  public LatestQuery by(String... segments) {
    return new LatestQuery(selection, scope, Optional.of(List.of(segments)), timeout, budget);
  }

  /** Takes all rows of the table as rows of one key. */
  public LatestQuery overAllKeys() {
    return by();
  }

  /** Selects only rows whose time is at most this, in milliseconds since 1970. */
  public LatestQuery asOf(long millis) {
    return with(
        selection.withWindow(
            new TimeWindow(OptionalLong.of(millis), selection.window().notBefore())));
  }

  /** Selects only rows whose time is at least this, in milliseconds since 1970. */
  public LatestQuery notBefore(long millis) {
    return with(
        selection.withWindow(new TimeWindow(selection.window().asOf(), OptionalLong.of(millis))));
  }

  /** Selects only rows whose time is later than this, in milliseconds since 1970. */
  public LatestQuery after(long millis) {
    if (millis == Long.MAX_VALUE) {
      throw new LatestException("time", millis, "no time is after it");
    }
    return notBefore(millis + 1);
  }

  /** Selects only rows from one time to another, both included, in milliseconds since 1970. */
  public LatestQuery between(long oldest, long newest) {
    return with(
        selection.withWindow(new TimeWindow(OptionalLong.of(newest), OptionalLong.of(oldest))));
  }

  /**
   * Takes of each step of time only the newest row: of each hour of UTC, with {@code
   * Duration.ofHours(1)}. Steps are counted from 1970. {@code newest(24).each(…)} gives the newest
   * 24 steps that have rows.
   *
   * @throws LatestException if the query takes the oldest rows, or those at listed times
   */
  public LatestQuery each(Duration step) {
    if (!selection.choice().equals(TimeChoice.NEWEST)) {
      throw new LatestException(
          "step", step, "only newest rows have steps, and this query takes " + selection.choice());
    }
    if (step.compareTo(LONGEST_STEP) > 0) {
      throw new LatestException("step", step, "it must be at most " + Long.MAX_VALUE + " ms");
    }
    return with(selection.withChoice(new TimeChoice.EachStep(step.toMillis())));
  }

  /** Reads only these columns; rows without a cell in them are not selected. */
  public LatestQuery columns(Column... columns) {
    return with(selection.withColumns(List.of(columns)));
  }

  /** Reads up to {@code versions} cell versions of each column, at least 1. */
  public LatestQuery versions(int versions) {
    return with(selection.withVersions(versions));
  }

  /**
   * Selects only rows that pass a condition on segments, such as {@code destination in (ATL, SFO)}.
   */
  public LatestQuery where(String condition) {
    return with(selection.withWhere(condition));
  }

  /**
   * Selects only rows that pass a filter, which need not have been made for this table's layout: it
   * counts at which places of the key the filter looks, whatever their names are.
   */
  public LatestQuery where(SegmentFilter filter) {
    return where(filter.query().withoutNames().toString());
  }

  /** Returns aggregates of the newest values of one column in place of rows. */
  public LatestQuery aggregate(Column column, ColumnType type) {
    return with(selection.withAggregation(new Aggregation(column, type)));
  }

  /** Fails if the whole query takes longer, up to 36,500 days; the default is 10 minutes. */
  public LatestQuery timeout(Duration longest) {
    if (longest.isNegative() || longest.isZero()) {
      throw new LatestException("timeout", longest, "it must be more than 0");
    }
    if (longest.compareTo(LONGEST_TIMEOUT) > 0) {
      throw new LatestException(
          "timeout", longest, "it must be at most " + LONGEST_TIMEOUT.toDays() + " days");
    }
    return new LatestQuery(selection, scope, by, longest, budget);
  }

  /** Sets the size of one page, which is one answer of one region. */
  public LatestQuery pages(PageBudget pages) {
    return new LatestQuery(selection, scope, by, timeout, pages);
  }

  LatestQuery with(Selection changed) {
    return new LatestQuery(changed, scope, by, timeout, budget);
  }

  private LatestQuery with(KeyScope changed) {
    return new LatestQuery(selection, changed, by, timeout, budget);
  }

  Selection selection() {
    return selection;
  }

  KeyScope scope() {
    return scope;
  }

  Duration timeout() {
    return timeout;
  }

  PageBudget budget() {
    return budget;
  }

  /**
   * Returns where keys and times lie in the natural keys of a layout.
   *
   * @throws LatestException if the layout has no revtime segment, or other leading segments
   */
  public LatestKeys keys(KeyLayout layout) {
    LatestKeys keys = LatestKeys.of(layout);
    if (by.isEmpty()) {
      return keys;
    }
    List<String> leading = layout.segments().stream().map(Segment::name).toList();
    List<String> named = by.get();
    if (named.size() > keys.keySegments() || !leading.subList(0, named.size()).equals(named)) {
      throw new LatestException(
          "key segments",
          named,
          "they must be leading segments of '"
              + layout
              + "', in order, before its revtime segment");
    }
    return keys.ofSegments(named.size());
  }

  @Override
  public String toString() {
    return "LatestQuery[" + selection + ", " + scope + ", by " + by + ", within " + timeout + "]";
  }
}
