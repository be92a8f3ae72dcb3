package io.halite.it.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/** Batches of mixed actions, several of them on one row, some of them refused. */
final class BatchOperations {
  private final Random random;
  private final Keys keys;
  private final Mutations mutations;
  private final RandomGets reads;
  private final CheckOperations checks;
  private final TwinClock clock;
  private final boolean repeatedRows;
  private final boolean singlePlace;

  BatchOperations(
      Random random,
      Keys keys,
      Mutations mutations,
      RandomGets reads,
      CheckOperations checks,
      TwinClock clock,
      OracleSettings settings) {
    this.random = random;
    this.keys = keys;
    this.mutations = mutations;
    this.reads = reads;
    this.checks = checks;
    this.clock = clock;
    this.repeatedRows = settings.still();
    this.singlePlace = settings.singlePlace();
  }

  Operation any() throws IOException {
    List<Row> actions = actions();
    Sender sender = Sender.drawn(random);
    StringBuilder text = new StringBuilder(sender + " batch");
    for (Row action : actions) {
      text.append("\n      ").append(text(action));
    }
    return Operation.stamped(
        text.toString(),
        actions.stream().map(Row::getRow).toList(),
        true,
        (twin, answer) -> {
          if (!sender.waits()) {
            twin.async(sender).batch(actions).forEach(answer::addOutcomeOf);
          } else {
            Object[] results = new Object[actions.size()];
            try {
              twin.table().batch(actions, results);
            } catch (RetriesExhaustedWithDetailsException e) {
              // Each action's error is among the results; a second copy would count them only.
              answer.add("some failed");
            }
            for (Object result : results) {
              answer.addOutcome(result);
            }
          }
        });
  }

  /**
   * Of one row, one action at most is stamped by a server: two would be stamped within the same
   * millisecond or not, as it happens.
   */
  private List<Row> actions() throws IOException {
    List<Row> actions = new ArrayList<>();
    TreeSet<byte[]> stamped = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    int count = 2 + random.nextInt(14);
    List<byte[]> rows = repeatedRows ? keys.keys(count) : keys.distinct(count);
    for (byte[] row : rows) {
      if (repeatedRows && !actions.isEmpty() && random.nextInt(4) == 0) {
        row = actions.get(random.nextInt(actions.size())).getRow();
      }
      Row action = action(row);
      if (stamps(action) && !stamped.add(row)) {
        action = mutations.put(row);
      }
      actions.add(action);
    }
    return actions;
  }

  private Row action(byte[] row) throws IOException {
    int dice = random.nextInt(14);
    return switch (singlePlace || dice < 5 || dice > 8 ? dice : 13) {
      case 0, 1, 2 -> reads.amongOthers(row);
      case 3, 4 -> mutations.delete(row);
      case 5 -> mutations.increment(row);
      case 6 -> mutations.append(row);
      case 7 -> mutations.rowMutations(row);
      case 8 -> checks.amongOthers(row);
      case 9 -> random.nextInt(6) == 0 ? mutations.misfit(row) : mutations.put(row);
      default -> mutations.put(row);
    };
  }

  private static boolean stamps(Row action) {
    if (action instanceof CheckAndMutate check) {
      return CheckOperations.stamps(check);
    }
    if (action instanceof RowMutations row) {
      return row.getMutations().stream().anyMatch(Mutations::stamps);
    }
    return action instanceof Mutation mutation && Mutations.stamps(mutation);
  }

  private String text(Row action) {
    if (action instanceof Get get) {
      return reads.text(get, clock);
    }
    if (action instanceof CheckAndMutate check) {
      return checks.text(check);
    }
    return action instanceof RowMutations row
        ? Readable.mutations(row, clock)
        : Readable.mutation((Mutation) action, clock);
  }
}
