package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;

import io.halite.routing.index.IndexedReads;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/** A table of orders that is indexed by a segment of its key and by a column. */
final class IndexedOrders {
  static final String UNINDEXED = "key=shop:4 order:6:digits,salt=hash(shop) % 4";
  static final String SPEC = UNINDEXED + ",index=byOrder(order) byBuyer(f:buyer)";
  static final byte[] BUYER = Bytes.toBytes("buyer");
  static final byte[] COUNT = Bytes.toBytes("count");

  private IndexedOrders() {}

  static Put put(String row, String buyer) {
    return new Put(Bytes.toBytes(row)).addColumn(F, BUYER, Bytes.toBytes(buyer));
  }

  static Get by(String index, String values) {
    return new Get(Bytes.toBytes(values))
        .setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes(index));
  }
}
