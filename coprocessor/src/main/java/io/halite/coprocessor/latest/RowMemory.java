package io.halite.coprocessor.latest;

import org.apache.hadoop.hbase.quotas.RpcThrottlingException;

/** Reserves memory for rows before they are copied out of the blocks in which HBase has them. */
interface RowMemory {
  /**
   * Reserves rows that are held at once.
   *
   * @param bytes of all their cells
   * @throws RpcThrottlingException if they do not fit now
   */
  void hold(long bytes) throws RpcThrottlingException;
}
