package io.halite.coprocessor.door;

/**
 * What the model says of one way on one cluster.
 *
 * <p>Of the busiest server it assumes that it is the busiest door and the busiest owner at once.
 */
final class ScaleEstimate {
  /** HBase's default of {@code hbase.regionserver.handler.count}. */
  private static final double HANDLERS = 30;

  /** How long a handler waits for the log of one region, in microseconds: an assumption. */
  private static final double SYNC = 1_000;

  /** Bytes a second that a network of 10 Gbit/s carries in each direction. */
  private static final double NETWORK = 1.25e9;

  /** How often a stored row passes the network again: two copies of the log, two of the file. */
  private static final double COPIES = 4;

  private final ScaleWay way;
  private final ScaleSetup setup;
  private final ScaleCosts costs;
  private final double doorShare;

  ScaleEstimate(ScaleWay way, ScaleSetup setup, ScaleCosts costs) {
    this.way = way;
    this.setup = setup;
    this.costs = costs;
    this.doorShare = way.doorShare(setup);
  }

  /** Processor time of all servers, in microseconds a row. */
  double total() {
    return owners() + (way.hasDoors() ? costs.door(setup) : 0);
  }

  private double owners() {
    return way == ScaleWay.PLAIN ? costs.plain(setup) : costs.owners(setup);
  }

  private double ownerShare() {
    return way == ScaleWay.PLAIN ? 1 : setup.ownerShare();
  }

  private double atDoor() {
    return doorShare * costs.door(setup);
  }

  private double atOwner() {
    return ownerShare() * owners();
  }

  /** Processor time of the busiest server, in microseconds a row. */
  private double busiest() {
    return atDoor() + atOwner();
  }

  double busiestOverMean() {
    return busiest() * setup.servers() / total();
  }

  /** Rows a second, if each server has so many cores for these writes. */
  double rowsPerSecond(double cores) {
    return cores * 1e6 / busiest();
  }

  /** The part of the busiest server's time that it spends as a door. */
  double doorPart() {
    return atDoor() / busiest();
  }

  /** The cores of a server that 30 handlers can keep busy, before all of them wait for the log. */
  double coresOfHandlers() {
    double regions = way == ScaleWay.PLAIN ? 1 : setup.groups();
    double requests = way == ScaleWay.PLAIN ? 1 : setup.requests();
    double answer = regions / requests * SYNC + costs.rpc();
    double held = (doorShare + ownerShare() * requests) * answer / setup.batch();
    return HANDLERS * busiest() / held;
  }

  /** The bytes of a row with which one busy core of the busiest server fills its network. */
  double bytesOfNetwork() {
    double copies = way == ScaleWay.PLAIN ? COPIES / 2 : ownerShare() * COPIES;
    double passes = doorShare + ownerShare() + copies;
    return NETWORK / (passes * rowsPerSecond(1));
  }
}
