package io.halite.it.bench;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;

/**
 * A client of one table with a connection of its own. Each method waits for the answer, so one
 * request is under way at a time. For one thread.
 */
interface RowClient extends AutoCloseable {
  Result get(Get get) throws Exception;

  void put(Put put) throws Exception;

  void put(List<Put> puts) throws Exception;

  @Override
  void close() throws IOException;

  /** The clients that HBase has. */
  enum Kind {
    /** {@link org.apache.hadoop.hbase.client.Table}. */
    BLOCKING {
      @Override
      RowClient open(Configuration conf, TableName table) throws Exception {
        return BlockingRowClient.open(conf, table);
      }
    },
    /** {@link org.apache.hadoop.hbase.client.AsyncTable}. */
    ASYNC {
      @Override
      RowClient open(Configuration conf, TableName table) throws Exception {
        return AsyncRowClient.open(conf, table);
      }
    };

    abstract RowClient open(Configuration conf, TableName table) throws Exception;
  }
}
