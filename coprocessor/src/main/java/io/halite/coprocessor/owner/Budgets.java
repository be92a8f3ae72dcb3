package io.halite.coprocessor.owner;

import io.halite.coprocessor.host.ClientRequest;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/** Gives each forward of one gateway region its budget. */
public interface Budgets {
  /**
   * Returns the budget of a forward for this request.
   *
   * @throws NotServingRegionException if the gateway region is closing
   * @throws RpcThrottlingException if another part of the request keeps a region from closing, or
   *     from loading files
   */
  Budget of(ClientRequest request) throws NotServingRegionException, RpcThrottlingException;
}
