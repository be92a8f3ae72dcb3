package io.halite.coprocessor.host;

import org.apache.hadoop.hbase.regionserver.Region;

/** The regions that the handler of a guest's request keeps open. For one thread. */
public interface Pins {
  /** No region: of a request that no guest serves. */
  Pins NONE =
      new Pins() {
        @Override
        public void takeOver(Region region) {}

        @Override
        public void release(Region region) {}

        @Override
        public boolean isAnyHeld() {
          return false;
        }

        @Override
        public boolean isAnyClosing() {
          return false;
        }

        @Override
        public boolean isAnyWantedByLoad() {
          return false;
        }
      };

  /**
   * The observer of a region has taken a part of the request over. The answer of a guest whose
   * observer has taken nothing over is not passed on.
   */
  void takeOver(Region region);

  /**
   * Lets a region close whose observer has taken the request over; kept if a later part needs it.
   */
  void release(Region region);

  /** Whether a region cannot close before a part of the request has been served. */
  boolean isAnyHeld();

  /** Whether such a region is about to close; for any thread while the handler waits. */
  boolean isAnyClosing();

  /** Whether a bulk load waits for such a region. */
  boolean isAnyWantedByLoad();
}
