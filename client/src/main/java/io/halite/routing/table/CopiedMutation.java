package io.halite.routing.table;

import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/**
 * A copy of a mutation on the same row, with its cells, attributes, time range, priority and
 * durability. HBase's own copy of a mutation loses the durability: a {@code Put} with {@code
 * FSYNC_WAL} becomes one with {@code USE_DEFAULT}.
 *
 * <p>The cells themselves are shared; cells that are added to the copy are not in the original.
 */
public final class CopiedMutation {
  private CopiedMutation() {}

  /** A copy of a mutation of any of HBase's four kinds. */
  public static Mutation of(Mutation original) {
    return copy(original).setDurability(original.getDurability());
  }

  /** A copy of a put. */
  public static Put of(Put original) {
    return (Put) of((Mutation) original);
  }

  private static Mutation copy(Mutation original) {
    if (original instanceof Put put) {
      return new Put(put);
    }
    if (original instanceof Delete delete) {
      return new Delete(delete);
    }
    if (original instanceof Increment increment) {
      return new Increment(increment);
    }
    return new Append((Append) original);
  }
}
