package io.halite.it.linear;

import java.util.Optional;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** The requests of a client to rows of a table, each of which holds a number of 8 bytes. */
interface Rows {
  byte[] F = Bytes.toBytes("f");
  byte[] Q = Bytes.toBytes("q");

  Result get(Get get) throws Exception;

  void put(Put put) throws Exception;

  void delete(Delete delete) throws Exception;

  boolean exchange(CheckAndMutate exchange) throws Exception;

  Result increment(Increment increment) throws Exception;

  /** Sends a request and returns its answer, in the words of {@link Request#apply}. */
  default Object send(byte[] row, Request request) throws Exception {
    if (request instanceof Request.Write write) {
      put(put(row, write.next()));
      return Request.DONE;
    }
    if (request instanceof Request.Remove) {
      delete(new Delete(row).addColumns(F, Q));
      return Request.DONE;
    }
    if (request instanceof Request.Exchange exchange) {
      CheckAndMutate.Builder check = CheckAndMutate.newBuilder(row);
      exchange
          .expected()
          .ifPresentOrElse(
              number -> check.ifMatches(F, Q, CompareOperator.EQUAL, Bytes.toBytes(number)),
              () -> check.ifNotExists(F, Q));
      return exchange(check.build(put(row, exchange.next())));
    }
    if (request instanceof Request.Count) {
      return number(increment(new Increment(row).addColumn(F, Q, 1))).orElseThrow();
    }
    return number(get(new Get(row).addColumn(F, Q)));
  }

  private static Put put(byte[] row, long number) {
    return new Put(row).addColumn(F, Q, Bytes.toBytes(number));
  }

  private static Optional<Long> number(Result result) {
    return Optional.ofNullable(result.getValue(F, Q)).map(Bytes::toLong);
  }
}
