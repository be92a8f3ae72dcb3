package io.halite.coprocessor.door;

/**
 * The processor time that writes take at the servers, in microseconds.
 *
 * <p>Example: a plain put of one row takes {@code row + group + rpc}, 195. A batch of 100 rows of
 * one region takes {@code 100 * row + group + rpc}, 1,900.
 *
 * @param row to store one row of two cells
 * @param group to write the rows of one request that belong to one region: the log and its sync
 * @param rpc to receive a request and answer it
 * @param doorRow what a door does with one row: salt it, find its owner, encode it
 * @param forward what a door does to send one request to an owner and receive the answer
 */
record ScaleCosts(double row, double group, double rpc, double doorRow, double forward) {
  /** Rows of a batch, servers and buckets of the measurement. */
  private static final int BATCH = 100;

  private static final ScaleSetup MEASURED = new ScaleSetup(3, 16, BATCH, 12);

  private static final double PLAIN_BATCH_ROW = 19;
  private static final double BY_HAND_BATCH_ROW = 37;
  private static final double PLAIN_PUT = 195;
  private static final double DOOR_BATCH_ROW = 8;
  private static final double DOOR_PUT = 140;

  /** The costs that give the five measured figures of docs/scale.md. */
  static ScaleCosts fitted() {
    double row = (BATCH * PLAIN_BATCH_ROW - PLAIN_PUT) / (BATCH - 1);
    double groupAndRpc = PLAIN_PUT - row;
    double groups = MEASURED.groups();
    double requests = MEASURED.requests();
    double batch = BATCH * (BY_HAND_BATCH_ROW - row);
    double group = (batch - requests * groupAndRpc) / (groups - requests);
    double rpc = groupAndRpc - group;
    double rest = BATCH * DOOR_BATCH_ROW - rpc;
    double rowAndForward = DOOR_PUT - rpc;
    double doorRow = (rest - requests * rowAndForward) / (BATCH - requests);
    return new ScaleCosts(row, group, rpc, doorRow, rowAndForward - doorRow);
  }

  /** What a plain table's hot server spends on a row. */
  double plain(ScaleSetup setup) {
    return row + (group + rpc) / setup.batch();
  }

  /** What all owners together spend on a row. */
  double owners(ScaleSetup setup) {
    return row + (setup.groups() * group + setup.requests() * rpc) / setup.batch();
  }

  /** What the door spends on a row. */
  double door(ScaleSetup setup) {
    return doorRow + (rpc + setup.requests() * forward) / setup.batch();
  }
}
