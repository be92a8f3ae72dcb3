package io.halite.client.plugin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** HBase's own mutator, table and connection, as far as a mutator of the plug-in uses them. */
final class MutatorFakes {
  final List<Mutation> buffered = Collections.synchronizedList(new ArrayList<>());
  final List<Row> sentAgain = new ArrayList<>();
  final List<String> settings = new ArrayList<>();
  final Configuration realConf = PutLimits.liftIn(new Configuration(false));
  BufferedMutatorParams realParams;

  @SuppressWarnings("unchecked")
  final Fake<BufferedMutator> real =
      new Fake<>(BufferedMutator.class)
          .on("getName", any -> Salted.NAME)
          .on("getConfiguration", any -> new Configuration(false))
          .on("flush", any -> null)
          .on("mutate", asked -> buffer(asked.get(0)));

  @SuppressWarnings("unchecked")
  final Fake<Table> table =
      new Fake<>(Table.class)
          .on("getName", any -> Salted.NAME)
          .on("close", any -> null)
          .on(
              "batch",
              asked -> {
                sentAgain.addAll((List<Row>) asked.get(0));
                Arrays.fill((Object[]) asked.get(1), Result.EMPTY_RESULT);
                return null;
              });

  final Connection connection =
      new Fake<>(Connection.class)
          .on("getConfiguration", any -> realConf)
          .on(
              "getBufferedMutator",
              asked -> {
                realParams = (BufferedMutatorParams) asked.get(0);
                return real.build();
              })
          .on("getTable", any -> table.build())
          .on("getTableBuilder", asked -> builder(asked.get(1)))
          .build();

  TableBuilder builder(Object pool) {
    settings.add("pool " + pool);
    TableBuilder[] self = new TableBuilder[1];
    Fake<TableBuilder> builder = new Fake<>(TableBuilder.class).on("build", any -> table.build());
    for (String setter : List.of("setWriteRpcTimeout", "setOperationTimeout")) {
      builder.on(
          setter,
          asked -> {
            settings.add(setter + " " + asked.get(0));
            return self[0];
          });
    }
    builder.on(
        "setRequestAttribute",
        asked -> {
          settings.add(asked.get(0) + "=" + Bytes.toString((byte[]) asked.get(1)));
          return self[0];
        });
    self[0] = builder.build();
    return self[0];
  }

  static BufferedMutatorParams params() {
    return new BufferedMutatorParams(Salted.NAME);
  }

  static List<String> rows(List<? extends Row> of) {
    return of.stream().map(row -> Bytes.toStringBinary(row.getRow())).toList();
  }

  static String stored(String row) {
    return Bytes.toStringBinary(Salted.stored(Salted.BEFORE, row));
  }

  @SuppressWarnings("unchecked")
  Object buffer(Object added) {
    if (added instanceof Mutation mutation) {
      buffered.add(mutation);
    } else {
      buffered.addAll((List<Mutation>) added);
    }
    return buffered;
  }

  /** What another thread does. */
  interface Task {
    void run() throws Exception;
  }

  static CompletableFuture<Void> run(Task task) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            task.run();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  void fail(Throwable cause, Row stored) throws Exception {
    realParams
        .getListener()
        .onException(
            new RetriesExhaustedWithDetailsException(
                List.of(cause), List.of(stored), List.of("server,1")),
            real.build());
  }
}
