package io.halite.it.peers;

import io.halite.it.peers.Answers.Answer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** A way whose client gives natural keys, and gets rows in their order. */
abstract class NaturalWay extends HBaseWay {
  NaturalWay(Configuration conf, String name) throws Exception {
    super(conf, name);
  }

  @Override
  final byte[] key(Flight flight) {
    return flight.key();
  }

  @Override
  final byte[] key(Reading reading) {
    return reading.key();
  }

  @Override
  public final Answer range(String first, String next) throws Exception {
    Scan range = new Scan().withStartRow(Bytes.toBytes(first)).withStopRow(Bytes.toBytes(next));
    return read(flights, range).inOrder();
  }

  @Override
  public final Answer scanInOrder() throws Exception {
    return read(flights, new Scan()).inOrder();
  }
}
