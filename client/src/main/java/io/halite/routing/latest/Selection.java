package io.halite.routing.latest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which rows of a key a query selects, and which of their cells: the part of a query that is the
 * same for every key and region. Immutable.
 *
 * <p>A <em>key</em> is the value of the leading segments that the query names, such as {@code ATL}.
 *
 * @param limit at most how many rows of each key, 1 to 10,000; only selected rows count
 * @param window the times selected, of the revtime segment and not of cells
 * @param columns the columns selected, empty for all; a row without a cell in them is not selected
 * @param versions at most how many cell versions of each column, at least 1
 * @param where a condition on segments, empty for none; rows that fail it are not selected
 * @param aggregation the aggregate to return in place of rows, empty for rows
 * @param choice which of a key's rows are taken, up to the limit
 */
public record Selection(
    int limit,
    TimeWindow window,
    List<Column> columns,
    int versions,
    Optional<String> where,
    Optional<Aggregation> aggregation,
    TimeChoice choice) {
  /** The most rows of one key that a query may select. */
  public static final int MAX_LIMIT = 10_000;

  private static final int MAX_COLUMNS = 1_000;
  private static final int MAX_WHERE = 65_536;

  /**
   * Checks each part.
   *
   * @throws LatestException if one is outside its bounds
   */
  public Selection {
    columns = List.copyOf(columns);
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new LatestException(
          "limit", limit, "it must be 1 to " + MAX_LIMIT + " rows of each key");
    }
    if (versions < 1) {
      throw new LatestException("versions", versions, "it must be at least 1");
    }
    if (columns.size() > MAX_COLUMNS) {
      throw new LatestException("columns", columns.size(), "they must be at most " + MAX_COLUMNS);
    }
    if (where.isPresent() && where.get().length() > MAX_WHERE) {
      throw new LatestException(
          "where", where.get().length() + " characters", "it must have at most " + MAX_WHERE);
    }
    if (aggregation.isPresent() && (!columns.isEmpty() || versions != 1)) {
      throw new LatestException(
          "columns and versions",
          columns + " and " + versions,
          "an aggregate names its column itself and reads one version of it: remove them");
    }
    // Rows newer than all times answer none of them.
    window = choice instanceof TimeChoice.AtTimes at ? window.upTo(at.newest()) : window;
  }

  /** A selection of the newest rows. */
  public Selection(
      int limit,
      TimeWindow window,
      List<Column> columns,
      int versions,
      Optional<String> where,
      Optional<Aggregation> aggregation) {
    this(limit, window, columns, versions, where, aggregation, TimeChoice.NEWEST);
  }

  /** All columns, one version, all times. */
  public static Selection ofLimit(int limit) {
    return new Selection(limit, TimeWindow.ALL, List.of(), 1, Optional.empty(), Optional.empty());
  }

  /** Returns this selection with another time window. */
  public Selection withWindow(TimeWindow other) {
    return new Selection(limit, other, columns, versions, where, aggregation, choice);
  }

  /** Returns this selection with other columns; an empty list selects all columns. */
  public Selection withColumns(List<Column> other) {
    return new Selection(limit, window, other, versions, where, aggregation, choice);
  }

  /** Returns this selection with another number of cell versions of each column. */
  public Selection withVersions(int other) {
    return new Selection(limit, window, columns, other, where, aggregation, choice);
  }

  /** Returns this selection with another condition on segments, {@code destination = LAX}. */
  public Selection withWhere(String other) {
    return new Selection(limit, window, columns, versions, Optional.of(other), aggregation, choice);
  }

  /** Returns this selection without a condition on segments. */
  public Selection withoutWhere() {
    return new Selection(limit, window, columns, versions, Optional.empty(), aggregation, choice);
  }

  /** Returns this selection with an aggregate in place of rows. */
  public Selection withAggregation(Aggregation other) {
    return new Selection(limit, window, columns, versions, where, Optional.of(other), choice);
  }

  /** Returns this selection with another choice among the rows of a key. */
  public Selection withChoice(TimeChoice other) {
    return new Selection(limit, window, columns, versions, where, aggregation, other);
  }

  /** Returns the rows that count of two sets of rows of one key, newest first. */
  public List<LatestRow> join(List<LatestRow> some, List<LatestRow> more) {
    List<LatestRow> all = new ArrayList<>(some);
    all.addAll(more);
    all.sort(LatestRow.NEWEST_FIRST);
    return choice.of(all, limit);
  }
}
