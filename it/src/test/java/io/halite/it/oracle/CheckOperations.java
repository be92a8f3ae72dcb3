package io.halite.it.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;

/** checkAndMutate with every kind of condition and of action. */
final class CheckOperations {
  private static final CompareOperator[] OPERATORS = {
    CompareOperator.EQUAL,
    CompareOperator.NOT_EQUAL,
    CompareOperator.LESS,
    CompareOperator.LESS_OR_EQUAL,
    CompareOperator.GREATER,
    CompareOperator.GREATER_OR_EQUAL
  };

  private final Random random;
  private final Keys keys;
  private final Columns columns;
  private final Mutations mutations;
  private final Filters filters;
  private final TwinClock clock;

  CheckOperations(
      Random random,
      Keys keys,
      Columns columns,
      Mutations mutations,
      Filters filters,
      TwinClock clock) {
    this.random = random;
    this.keys = keys;
    this.columns = columns;
    this.mutations = mutations;
    this.filters = filters;
    this.clock = clock;
  }

  Operation one() throws IOException {
    CheckAndMutate check = check(keys.key(), filters.any());
    Sender sender = Sender.drawn(random);
    return operation(
        sender,
        List.of(check),
        (twin, answer) ->
            answer.add(
                sender.waits()
                    ? twin.table().checkAndMutate(check)
                    : twin.async(sender).checkAndMutate(check).get()));
  }

  Operation several() throws IOException {
    List<CheckAndMutate> checks = new ArrayList<>();
    for (byte[] row : keys.distinct(2 + random.nextInt(5))) {
      checks.add(amongOthers(row));
    }
    Sender sender = Sender.drawn(random);
    return operation(
        sender,
        checks,
        (twin, answer) -> {
          List<CheckAndMutateResult> results =
              sender.waits()
                  ? twin.table().checkAndMutate(checks)
                  : twin.async(sender).checkAndMutateAll(checks).get();
          results.forEach(answer::add);
        });
  }

  /** A check that fails no other of its batch by a filter that HBase cannot run. */
  CheckAndMutate amongOthers(byte[] row) throws IOException {
    return check(row, filters.single());
  }

  private CheckAndMutate check(byte[] row, Filter filter) throws IOException {
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(row);
    byte[] family = columns.family();
    byte[] qualifier = columns.qualifierOrCounter();
    switch (random.nextInt(6)) {
      case 0 -> builder.ifNotExists(family, qualifier);
      case 1 -> builder.ifEquals(family, qualifier, columns.value());
      case 2, 3 -> builder.ifMatches(filter);
      default ->
          builder.ifMatches(
              family, qualifier, OPERATORS[random.nextInt(OPERATORS.length)], columns.value());
    }
    if (random.nextInt(5) == 0) {
      builder.timeRange(TimeRange.between(mutations.past() - 300, mutations.past() + 1));
    }
    if (random.nextInt(4) == 0) {
      return builder.build(mutations.rowMutations(row));
    }
    Mutation action = mutations.any(row);
    if (action instanceof Put put) {
      return builder.build(put);
    } else if (action instanceof Delete delete) {
      return builder.build(delete);
    } else if (action instanceof Increment increment) {
      return builder.build(increment);
    }
    return builder.build((Append) action);
  }

  static boolean stamps(CheckAndMutate check) {
    Row action = check.getAction();
    return action instanceof RowMutations row
        ? row.getMutations().stream().anyMatch(Mutations::stamps)
        : Mutations.stamps((Mutation) action);
  }

  String text(CheckAndMutate check) {
    String condition =
        check.hasFilter()
            ? check.getFilter().toString()
            : Readable.text(check.getFamily())
                + ':'
                + Readable.text(check.getQualifier())
                + ' '
                + check.getCompareOp()
                + ' '
                + (check.getValue() == null ? "(none)" : Readable.text(check.getValue()));
    Row action = check.getAction();
    return "if "
        + condition
        + Readable.range(check.getTimeRange(), clock)
        + " then "
        + (action instanceof RowMutations row
            ? Readable.mutations(row, clock)
            : Readable.mutation((Mutation) action, clock));
  }

  private Operation operation(Sender sender, List<CheckAndMutate> checks, Operation.Body body) {
    return Operation.stamped(
        sender
            + " checkAndMutate "
            + String.join("\n      ", checks.stream().map(this::text).toList()),
        checks.stream().map(CheckAndMutate::getRow).toList(),
        checks.stream().anyMatch(CheckOperations::stamps),
        body);
  }
}
