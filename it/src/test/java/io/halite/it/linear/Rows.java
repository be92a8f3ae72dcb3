package io.halite.it.linear;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The requests of a client to rows of a table, each of which holds a number of 8 bytes. Beside it
 * stands, as text, what it was when it was last set. A future fails if its request did.
 */
interface Rows {
  byte[] F = Bytes.toBytes("f");
  byte[] Q = Bytes.toBytes("q");

  /** The column of the text. */
  byte[] SET = Bytes.toBytes("set");

  /** Sends one request by the method of its kind. */
  CompletableFuture<?> send(Row action);

  /** Sends requests of different rows at once. */
  List<? extends CompletableFuture<?>> batch(List<Row> actions) throws InterruptedException;

  /** Sends conditional requests of different rows at once. */
  List<? extends CompletableFuture<?>> exchange(List<CheckAndMutate> exchanges);

  /**
   * The request in HBase's words.
   *
   * @param mutations how many it becomes of a row; 0 if it does not
   */
  static Row action(byte[] row, Request request, int mutations) {
    if (request instanceof Request.Write write) {
      Put number = new Put(row).addColumn(F, Q, Bytes.toBytes(write.next()));
      byte[] text = text(write.next());
      return mutations < 2
          ? alone(number.addColumn(F, SET, text), mutations)
          : together(number, new Put(row).addColumn(F, SET, text));
    }
    if (request instanceof Request.Remove) {
      Delete number = new Delete(row).addColumns(F, Q);
      return mutations < 2
          ? alone(number.addColumns(F, SET), mutations)
          : together(number, new Delete(row).addColumns(F, SET));
    }
    if (request instanceof Request.Exchange exchange) {
      CheckAndMutate.Builder check = CheckAndMutate.newBuilder(row);
      exchange
          .expected()
          .ifPresentOrElse(
              number -> check.ifMatches(F, Q, CompareOperator.EQUAL, Bytes.toBytes(number)),
              () -> check.ifNotExists(F, Q));
      return check.build((Put) action(row, new Request.Write(exchange.next()), 0));
    }
    return request instanceof Request.Count
        ? new Increment(row).addColumn(F, Q, 1)
        : new Get(row).addColumn(F, Q);
  }

  /** The text of a number. */
  static byte[] text(long number) {
    return Bytes.toBytes(Long.toString(number));
  }

  private static Row alone(Mutation mutation, int mutations) {
    return mutations == 0 ? mutation : together(mutation);
  }

  private static Row together(Mutation... mutations) {
    try {
      return RowMutations.of(List.of(mutations));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What HBase returned for a request, in the words of {@link Request#apply}. */
  static Object answer(Request request, Object result) {
    if (request instanceof Request.Write || request instanceof Request.Remove) {
      return Request.DONE;
    }
    if (request instanceof Request.Exchange) {
      return ((CheckAndMutateResult) result).isSuccess();
    }
    Optional<Long> number =
        Optional.ofNullable(((Result) result).getValue(F, Q)).map(Bytes::toLong);
    return request instanceof Request.Count ? number.orElseThrow() : number;
  }

  /** The time of the number that HBase returned; empty if it returned none. */
  static Optional<Long> time(Object result) {
    return result instanceof Result row
        ? Optional.ofNullable(row.getColumnLatestCell(F, Q)).map(Cell::getTimestamp)
        : Optional.empty();
  }
}
