package io.halite.it.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;

/** Writes of one kind, through the synchronous and the asynchronous client. */
final class MutationOperations {
  private final Random random;
  private final Keys keys;
  private final Columns columns;
  private final Mutations mutations;
  private final TwinClock clock;

  MutationOperations(
      Random random, Keys keys, Columns columns, Mutations mutations, TwinClock clock) {
    this.random = random;
    this.keys = keys;
    this.columns = columns;
    this.mutations = mutations;
    this.clock = clock;
  }

  Operation put() {
    boolean stamped = random.nextInt(8) == 0;
    byte[] row = keys.key();
    Put put =
        random.nextInt(60) == 0
            ? mutations.misfit(row)
            : stamped ? mutations.put(row, HConstants.LATEST_TIMESTAMP) : mutations.put(row);
    boolean async = random.nextInt(4) == 0;
    return one(
        put,
        stamped,
        (twin, answer) -> {
          if (async) {
            twin.asyncTable().put(put).get();
          } else {
            twin.table().put(put);
          }
        });
  }

  Operation puts() {
    List<Put> puts = rows(2 + random.nextInt(20)).stream().map(mutations::put).toList();
    return many("put", puts, false, (twin, answer) -> twin.table().put(puts));
  }

  Operation delete() {
    boolean stamped = random.nextInt(6) == 0;
    byte[] row = keys.key();
    Delete delete = stamped ? mutations.stampedDelete(row) : mutations.delete(row);
    boolean async = random.nextInt(4) == 0;
    return one(
        delete,
        stamped,
        (twin, answer) -> {
          if (async) {
            twin.asyncTable().delete(delete).get();
          } else {
            twin.table().delete(delete);
          }
        });
  }

  Operation deletes() {
    List<Delete> deletes = rows(2 + random.nextInt(8)).stream().map(mutations::delete).toList();
    return many(
        "delete",
        deletes,
        false,
        (twin, answer) -> {
          // The client strikes off the list what was deleted.
          List<Delete> left = new ArrayList<>(deletes);
          twin.table().delete(left);
          answer.add(left.size() + " left");
        });
  }

  Operation increment() throws IOException {
    Increment increment = mutations.increment(keys.key());
    boolean async = random.nextInt(4) == 0;
    return one(
        increment,
        true,
        (twin, answer) ->
            answer.add(
                async
                    ? twin.asyncTable().increment(increment).get()
                    : twin.table().increment(increment)));
  }

  Operation incrementColumnValue() {
    byte[] row = keys.key();
    byte[] family = columns.family();
    byte[] counter = columns.counter();
    long amount = random.nextInt(9) - 3;
    return Operation.stamped(
        "incrementColumnValue "
            + Readable.key(row)
            + ' '
            + Readable.text(counter)
            + " by "
            + amount,
        List.of(row),
        true,
        (twin, answer) ->
            answer.add(
                Long.toString(twin.table().incrementColumnValue(row, family, counter, amount))));
  }

  Operation append() {
    Append append = mutations.append(keys.key());
    boolean async = random.nextInt(4) == 0;
    return one(
        append,
        true,
        (twin, answer) ->
            answer.add(
                async ? twin.asyncTable().append(append).get() : twin.table().append(append)));
  }

  Operation mutateRow() throws IOException {
    RowMutations row = mutations.rowMutations(keys.key());
    boolean async = random.nextInt(4) == 0;
    return Operation.stamped(
        Readable.mutations(row, clock),
        List.of(row.getRow()),
        row.getMutations().stream().anyMatch(Mutations::stamps),
        (twin, answer) ->
            answer.add(
                async ? twin.asyncTable().mutateRow(row).get() : twin.table().mutateRow(row)));
  }

  Operation buffered() {
    List<Mutation> some = new ArrayList<>();
    for (byte[] row : rows(2 + random.nextInt(30))) {
      some.add(random.nextInt(5) == 0 ? mutations.delete(row) : mutations.put(row));
    }
    return many(
        "BufferedMutator",
        some,
        false,
        (twin, answer) -> {
          try (BufferedMutator mutator = twin.bufferedMutator()) {
            mutator.mutate(some);
            mutator.flush();
          }
        });
  }

  private List<byte[]> rows(int count) {
    return IntStream.range(0, count).mapToObj(i -> keys.key()).toList();
  }

  private Operation one(Mutation mutation, boolean stamped, Operation.Body body) {
    return Operation.stamped(
        Readable.mutation(mutation, clock), List.of(mutation.getRow()), stamped, body);
  }

  private Operation many(
      String name, List<? extends Mutation> some, boolean stamped, Operation.Body body) {
    return Operation.stamped(
        name + Readable.mutations(some, clock),
        some.stream().map(Mutation::getRow).toList(),
        stamped,
        body);
  }
}
