package io.halite.coprocessor.door;

/** A way in which the rows of clients, with keys in time order, come to the servers. */
enum ScaleWay {
  PLAIN("plain hot region"),
  ONE_DOOR("one door"),
  MANY_DOORS("many doors"),
  /** What the model would give without {@link DoorWatch#MOST_DOORS}: nobody has built it. */
  DOORS_EVERYWHERE("a door on each (not built)"),
  /** By the connection plug-in or salted by the client: the servers see the same requests. */
  DIRECT("plug-in, or by hand");

  private final String title;

  ScaleWay(String title) {
    this.title = title;
  }

  boolean hasDoors() {
    return this != PLAIN && this != DIRECT;
  }

  /** The part of all rows that the busiest door receives; 0 without doors. */
  double doorShare(ScaleSetup setup) {
    return switch (this) {
      case ONE_DOOR -> 1;
      case MANY_DOORS -> manyDoors(setup);
      case DOORS_EVERYWHERE -> 1.0 / setup.servers();
      case PLAIN, DIRECT -> 0;
    };
  }

  private static double manyDoors(ScaleSetup setup) {
    DoorSimulation simulation =
        new DoorSimulation(setup.servers(), setup.connections(), DoorMode.ALL, Weights.EVEN);
    return simulation.run().busiestShare();
  }

  @Override
  public String toString() {
    return title;
  }
}
