package io.halite.coprocessor.door;

/**
 * What one server takes of the gets and mutations of one table, a second. Immutable.
 *
 * <p>A door costs about as much for each row as storing the row does, so both count alike. Example:
 * a server takes 1000 natural operations and stores the rows of 400. Its load is 1400.
 *
 * @param natural the natural operations of its gateway regions and guests
 * @param marked the operations of its owner regions
 */
record ServerShare(double natural, double marked) {
  static final ServerShare NONE = new ServerShare(0, 0);

  /** What a server has measured; scans are no part of it. */
  static ServerShare of(DoorLoad measured) {
    return new ServerShare(measured.natural(), measured.marked());
  }

  double load() {
    return natural + marked;
  }

  ServerShare times(double factor) {
    return new ServerShare(factor * natural, factor * marked);
  }
}
