package io.halite.it.versions;

import static io.halite.it.versions.Rows.F;
import static io.halite.it.versions.Rows.Q;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/** One round of writes through buffered mutators of both clients. */
final class MutatorRequests {
  private MutatorRequests() {}

  static void send(Connection connection, AsyncConnection asynchronous, TableName table, int round)
      throws Exception {
    try (BufferedMutator mutator = connection.getBufferedMutator(table)) {
      mutator.mutate(List.of(put(round, 'm'), put(round, 'n')));
    }
    CompletableFuture<Void> written;
    try (AsyncBufferedMutator mutator = asynchronous.getBufferedMutator(table)) {
      written = mutator.mutate(put(round, 'o'));
    }
    written.get();
  }

  private static Put put(int round, char last) {
    return new Put(Rows.key(round, last)).addColumn(F, Q, 1, Bytes.toBytes("buffered " + round));
  }
}
