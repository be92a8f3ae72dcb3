package io.halite.coprocessor.door;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.HRegion;

/**
 * A salted region as its server's {@link Door} knows it: a gateway region, and the guest by which
 * the server may serve natural requests of the table's other gateway regions.
 */
public interface GuestRegion {
  /** The region. */
  HRegion region();

  /**
   * Whether the region is online, its observer is loaded and finds the security coprocessors that
   * it needs, it may have doors, and no bulk load waits for its lock, behind which a guest's
   * request would wait, too.
   */
  boolean isServing();

  /**
   * Whether the region may redirect, and serve as a guest: no observer before Halite's looks at the
   * rows of requests. False until HBase calls the observer that has taken the region up.
   */
  boolean mayHaveDoors();

  /**
   * Whether HBase calls the observer that has taken the region up. HBase may unload one that fails,
   * at any time, and loads it no more into this instance of the region. It is called all the same
   * while the region closes, and for a request that goes on afterwards.
   */
  boolean isObserved();

  /**
   * Begins a request that holds the region's lock; returns what ends it, or nothing while a bulk
   * load needs the lock.
   */
  Optional<Runnable> keepOpen();

  /** Whether a bulk load waits for the requests that hold the region's lock. */
  boolean isWantedByLoad();

  /** Whether HBase may refuse writes, since too many wait for the region's next flush. */
  boolean isFull();

  /**
   * Whether the server lets all writes wait, with what they hold, until it has flushed memstores.
   */
  boolean holdsWrites();

  /**
   * Whether a region of the table on this server knows the scan that has been given this number in
   * place of a read point: it is open, or a client has a part of its last row.
   */
  boolean knowsScan(long readPoint);

  /** The server that the region is on. */
  ServerName server();

  /** Returns the present locations of all regions of the table, from {@code hbase:meta}. */
  List<HRegionLocation> locations() throws IOException;

  /**
   * Sends one natural get of {@code gateway} to {@code server}, which does not hold that region.
   *
   * @return the load that the server reports; empty if it reports none
   * @throws IOException if the server does not serve it as a guest
   */
  Optional<DoorLoad> probe(ServerName server, RegionInfo gateway) throws IOException;
}
