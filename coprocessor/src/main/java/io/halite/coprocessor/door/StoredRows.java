package io.halite.coprocessor.door;

/**
 * What a door stores of a table's rows, operations a second, and what this server stored when the
 * door said so: means of the last reports, of which the last one counts a quarter. Immutable.
 *
 * <p>When a load begins, all rates grow for half a minute, and reports are up to 20 s old. So the
 * two are only comparable as they were at the same moments. Where rows are stored changes seldom:
 * the means hold for connections that come when a load begins again.
 *
 * <p>Example: with the first report the door stores 300 and this server 400. Then the load stops:
 * with the next one the door stores 75 and this server 100. The means are 243.75 and 325, still 3
 * to 4.
 */
record StoredRows(double door, double here) {
  static final StoredRows NONE = new StoredRows(0, 0);

  private static final double LAST = 0.25;

  /** The same after one more report. */
  StoredRows after(double doorNow, double hereNow) {
    return door == 0 && here == 0
        ? new StoredRows(doorNow, hereNow)
        : new StoredRows(door + LAST * (doorNow - door), here + LAST * (hereNow - here));
  }

  /**
   * What the door stores while this server stores so much. Nothing compares the two if this server
   * stored none; a door that did not either is taken for an equal one.
   */
  double beside(double hereNow) {
    if (here == 0) {
      return door == 0 ? hereNow : door;
    }
    return door / here * hereNow;
  }
}
