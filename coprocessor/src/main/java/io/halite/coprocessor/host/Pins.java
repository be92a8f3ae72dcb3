package io.halite.coprocessor.host;

import org.apache.hadoop.hbase.regionserver.Region;

/** The regions that the handler of a guest's request keeps open. For one thread. */
public interface Pins {
  /** No region: of a request that no guest serves. */
  Pins NONE =
      new Pins() {
        @Override
        public void release(Region region) {}

        @Override
        public boolean holds(Region region) {
          return false;
        }
      };

  /**
   * Lets a region close whose observer has taken the request over; kept if a later part needs it.
   */
  void release(Region region);

  /** Whether the region cannot close before the request has been served. */
  boolean holds(Region region);
}
