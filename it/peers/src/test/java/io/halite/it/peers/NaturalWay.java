package io.halite.it.peers;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** A way whose client gives natural keys, and gets rows in their order. */
abstract class NaturalWay extends HBaseWay {
  NaturalWay(Configuration conf, String name) throws Exception {
    super(conf, name);
  }

  @Override
  final byte[] given(byte[] natural) {
    return natural;
  }

  @Override
  public final int range(String first, String next) throws Exception {
    return inOrder(
        flights, new Scan().withStartRow(Bytes.toBytes(first)).withStopRow(Bytes.toBytes(next)));
  }

  @Override
  public final int scanInOrder() throws Exception {
    return inOrder(flights, new Scan());
  }
}
