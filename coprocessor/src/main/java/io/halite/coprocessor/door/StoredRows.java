package io.halite.coprocessor.door;

/**
 * What a door stores of a table's rows, operations a second, and what this server stored when the
 * door said so: of the first reports the last one, then means in which the last report counts a
 * quarter. Immutable.
 *
 * <p>When a load begins, or a server has just started, its rates grow for half a minute, and
 * reports are up to 20 s old. So nothing is known before the third report, and the two are only
 * comparable as they were at the same moments. Where rows are stored changes seldom: the means hold
 * for connections that come when a load begins again.
 *
 * <p>Example: with the third report the door stores 300 and this server 400. Then the load stops:
 * with the next one the door stores 75 and this server 100. The means are 243.75 and 325, still 3
 * to 4.
 *
 * @param reports how many reports have come, {@link #FIRST_REPORTS} at most
 */
record StoredRows(double door, double here, int reports) {
  static final StoredRows NONE = new StoredRows(0, 0, 0);

  private static final double LAST = 0.25;

  /** Reports come every 20 s, so that the rates of the last of these have grown for 40 s. */
  static final int FIRST_REPORTS = 3;

  /** The same after one more report. */
  StoredRows after(double doorNow, double hereNow) {
    return reports < FIRST_REPORTS
        ? new StoredRows(doorNow, hereNow, reports + 1)
        : new StoredRows(
            door + LAST * (doorNow - door), here + LAST * (hereNow - here), FIRST_REPORTS);
  }

  boolean isKnown() {
    return reports == FIRST_REPORTS;
  }

  /** What the door stores while this server, which stored some rows then, stores so much. */
  double beside(double hereNow) {
    return door * (hereNow / here);
  }
}
