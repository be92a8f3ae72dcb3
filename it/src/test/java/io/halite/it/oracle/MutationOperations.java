package io.halite.it.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;

/** Writes of one kind, through each client. */
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
    Sender sender = Sender.drawn(random);
    return one(
        sender,
        put,
        stamped,
        (twin, answer) -> {
          if (sender.waits()) {
            twin.table().put(put);
          } else {
            twin.async(sender).put(put).get();
          }
        });
  }

  Operation puts() {
    List<Put> puts = rows(2 + random.nextInt(20)).stream().map(mutations::put).toList();
    Sender sender = Sender.drawn(random);
    return many(
        sender + " put",
        puts,
        (twin, answer) -> {
          if (sender.waits()) {
            twin.table().put(puts);
          } else {
            twin.async(sender).putAll(puts).get();
          }
        });
  }

  Operation delete() {
    boolean stamped = random.nextInt(6) == 0;
    byte[] row = keys.key();
    Delete delete = stamped ? mutations.stampedDelete(row) : mutations.delete(row);
    Sender sender = Sender.drawn(random);
    return one(
        sender,
        delete,
        stamped,
        (twin, answer) -> {
          if (sender.waits()) {
            twin.table().delete(delete);
          } else {
            twin.async(sender).delete(delete).get();
          }
        });
  }

  Operation deletes() {
    List<Delete> deletes = rows(2 + random.nextInt(8)).stream().map(mutations::delete).toList();
    Sender sender = Sender.drawn(random);
    return many(
        sender + " delete",
        deletes,
        (twin, answer) -> {
          if (!sender.waits()) {
            twin.async(sender).deleteAll(deletes).get();
            return;
          }
          // The client strikes off the list what was deleted.
          List<Delete> left = new ArrayList<>(deletes);
          twin.table().delete(left);
          answer.add(left.size() + " left");
        });
  }

  Operation increment() throws IOException {
    Increment increment = mutations.increment(keys.key());
    Sender sender = Sender.drawn(random);
    return one(
        sender,
        increment,
        true,
        (twin, answer) ->
            answer.add(
                sender.waits()
                    ? twin.table().increment(increment)
                    : twin.async(sender).increment(increment).get()));
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
    Sender sender = Sender.drawn(random);
    return one(
        sender,
        append,
        true,
        (twin, answer) ->
            answer.add(
                sender.waits()
                    ? twin.table().append(append)
                    : twin.async(sender).append(append).get()));
  }

  Operation mutateRow() throws IOException {
    RowMutations row = mutations.rowMutations(keys.key());
    Sender sender = Sender.drawn(random);
    return Operation.stamped(
        sender + " " + Readable.mutations(row, clock),
        List.of(row.getRow()),
        row.getMutations().stream().anyMatch(Mutations::stamps),
        (twin, answer) ->
            answer.add(
                sender.waits()
                    ? twin.table().mutateRow(row)
                    : twin.async(sender).mutateRow(row).get()));
  }

  /** Writes through a mutator, all of which have ended when the operation has. */
  Operation buffered() {
    List<Mutation> some = new ArrayList<>();
    for (byte[] row : rows(2 + random.nextInt(30))) {
      some.add(buffered(row));
    }
    Sender sender = Sender.evenly(random);
    return many(
        sender + " mutator",
        some,
        (twin, answer) -> {
          if (sender.waits()) {
            try (BufferedMutator mutator = twin.mutator()) {
              mutator.mutate(some);
              mutator.flush();
            }
            return;
          }
          List<CompletableFuture<Void>> writes;
          try (AsyncBufferedMutator mutator = twin.asyncMutator(sender)) {
            writes = mutator.mutate(some);
          }
          writes.forEach(answer::addOutcomeOf);
        });
  }

  /** One in 200 fails. */
  private Mutation buffered(byte[] row) {
    int dice = random.nextInt(200);
    return dice == 0
        ? mutations.misfit(row)
        : dice < 40 ? mutations.delete(row) : mutations.put(row);
  }

  private List<byte[]> rows(int count) {
    return IntStream.range(0, count).mapToObj(i -> keys.key()).toList();
  }

  private Operation one(Sender sender, Mutation mutation, boolean stamped, Operation.Body body) {
    return Operation.stamped(
        sender + " " + Readable.mutation(mutation, clock),
        List.of(mutation.getRow()),
        stamped,
        body);
  }

  private Operation many(String name, List<? extends Mutation> some, Operation.Body body) {
    return Operation.exact(
        name + Readable.mutations(some, clock), some.stream().map(Mutation::getRow).toList(), body);
  }
}
