package io.halite.it.oracle;

import io.halite.it.plugin.AsyncAsTable;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.CompareFilter.CompareOp;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;

/** The deprecated checkAnd… calls, and the builders that were before CheckAndMutate. */
@SuppressWarnings("deprecation")
final class OldCheckOperations {
  /** Which calls the asynchronous client has as well, by an older builder. */
  private static final Set<Integer> IN_BOTH_CLIENTS = Set.of(0, 3, 9, 10, 11);

  /** One of the old calls. */
  @FunctionalInterface
  private interface Call {
    boolean on(Table table) throws IOException;
  }

  private final Random random;
  private final Keys keys;
  private final Columns columns;
  private final Mutations mutations;
  private final Filters filters;
  private final TwinClock clock;

  OldCheckOperations(
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

  Operation any() throws IOException {
    byte[] row = keys.key();
    byte[] family = columns.family();
    byte[] qualifier = columns.qualifier();
    byte[] value = columns.value();
    CompareOperator operator = CompareOperator.values()[random.nextInt(6)];
    CompareOp old = CompareOp.valueOf(operator.name());
    Put put = mutations.put(row);
    Delete delete = mutations.delete(row);
    RowMutations both = RowMutations.of(List.of(mutations.put(row), mutations.delete(row)));
    Filter filter = filters.any();
    TimeRange range = TimeRange.between(mutations.past() - 300, mutations.past() + 1);
    int which = random.nextInt(14);
    Sender sender = IN_BOTH_CLIENTS.contains(which) ? Sender.drawn(random) : Sender.BLOCKING;
    Call call =
        switch (which) {
          case 0 -> table -> table.checkAndPut(row, family, qualifier, value, put);
          case 1 -> table -> table.checkAndPut(row, family, qualifier, old, value, put);
          case 2 -> table -> table.checkAndPut(row, family, qualifier, operator, value, put);
          case 3 -> table -> table.checkAndDelete(row, family, qualifier, value, delete);
          case 4 -> table -> table.checkAndDelete(row, family, qualifier, old, value, delete);
          case 5 -> table -> table.checkAndDelete(row, family, qualifier, operator, value, delete);
          case 6 -> table -> table.checkAndMutate(row, family, qualifier, old, value, both);
          case 7 -> table -> table.checkAndMutate(row, family, qualifier, operator, value, both);
          case 8 -> table -> table.checkAndPut(row, family, qualifier, null, put);
          case 9 ->
              table ->
                  table
                      .checkAndMutate(row, family)
                      .qualifier(qualifier)
                      .timeRange(range)
                      .ifNotExists()
                      .thenPut(put);
          case 10 ->
              table ->
                  table
                      .checkAndMutate(row, family)
                      .qualifier(qualifier)
                      .ifMatches(operator, value)
                      .thenDelete(delete);
          case 11 ->
              table ->
                  table
                      .checkAndMutate(row, family)
                      .qualifier(qualifier)
                      .ifEquals(value)
                      .thenMutate(both);
          case 12 -> table -> table.checkAndMutate(row, filter).thenMutate(both);
          default -> table -> table.checkAndMutate(row, filter).timeRange(range).thenPut(put);
        };
    return Operation.exact(
        "%s old check %d of %s:%s %s %s, filter %s%n      %s%n      %s%n      %s"
            .formatted(
                sender,
                which,
                Readable.text(family),
                Readable.text(qualifier),
                operator,
                Readable.text(value),
                filter,
                Readable.mutation(put, clock),
                Readable.mutation(delete, clock),
                Readable.mutations(both, clock)),
        List.of(row),
        (twin, answer) ->
            answer.add(
                call.on(sender.waits() ? twin.table() : new AsyncAsTable(twin.async(sender)))));
  }
}
