package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.ClientRequest;
import org.apache.hadoop.hbase.NotServingRegionException;

/** Gives each forward of one gateway region its budget. */
public interface Budgets {
  /**
   * Returns the budget of a forward for this request.
   *
   * @throws NotServingRegionException if the gateway region is closing
   */
  Budget of(ClientRequest request) throws NotServingRegionException;
}
