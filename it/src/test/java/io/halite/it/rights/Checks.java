package io.halite.it.rights;

import static io.halite.it.rights.Rows.AFTER;
import static io.halite.it.rights.Rows.F;
import static io.halite.it.rights.Rows.F_Q;
import static io.halite.it.rights.Rows.G;
import static io.halite.it.rights.Rows.Q;
import static io.halite.it.rights.Rows.R;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;

/** Twenty conditional mutations: two conditions on {@code f:q}, five actions, in two families. */
final class Checks {
  private Checks() {}

  private interface Action {
    CheckAndMutate on(CheckAndMutate.Builder condition, byte[] row, byte[] family) throws Exception;
  }

  static List<Request> all() {
    List<Request> all = new ArrayList<>();
    for (boolean filter : new boolean[] {false, true}) {
      for (boolean other : new boolean[] {false, true}) {
        all.add(check("put", filter, other, Checks::put));
        all.add(check("delete", filter, other, Checks::delete));
        all.add(check("increment", filter, other, Checks::increment));
        all.add(check("append", filter, other, Checks::append));
        all.add(check("mutateRow", filter, other, Checks::several));
      }
    }
    return all;
  }

  private static Request check(String kind, boolean filter, boolean other, Action action) {
    String name =
        "check "
            + (filter ? "a filter" : "a value")
            + " and "
            + kind
            + (other ? " in another family" : " in its family");
    return Request.write(
        name,
        (side, outcome) -> {
          byte[] row = side.row(0);
          CheckAndMutate.Builder condition = CheckAndMutate.newBuilder(row);
          condition = filter ? condition.ifMatches(filter(other)) : condition.ifEquals(F, Q, F_Q);
          try (Table table = side.open()) {
            CheckAndMutate check = side.of(action.on(condition, row, other ? G : F));
            outcome.answer(side.natural(table.checkAndMutate(check)));
          }
        });
  }

  /** Of the condition's column, or one that lets everything pass and asks for no column at all. */
  private static org.apache.hadoop.hbase.filter.Filter filter(boolean other) {
    return other ? new FilterList() : new SingleColumnValueFilter(F, Q, CompareOperator.EQUAL, F_Q);
  }

  private static CheckAndMutate put(CheckAndMutate.Builder condition, byte[] row, byte[] family) {
    return condition.build(new Put(row).addColumn(family, Q, AFTER, F_Q));
  }

  private static CheckAndMutate delete(
      CheckAndMutate.Builder condition, byte[] row, byte[] family) {
    return condition.build(new Delete(row).addColumns(family, Q, AFTER));
  }

  private static CheckAndMutate increment(
      CheckAndMutate.Builder condition, byte[] row, byte[] family) {
    return condition.build(new Increment(row).addColumn(family, Q, 1));
  }

  /** Nothing, so that the answer shows the value. */
  private static CheckAndMutate append(
      CheckAndMutate.Builder condition, byte[] row, byte[] family) {
    return condition.build(new Append(row).addColumn(family, Q, new byte[0]));
  }

  private static CheckAndMutate several(CheckAndMutate.Builder condition, byte[] row, byte[] family)
      throws Exception {
    return condition.build(
        RowMutations.of(
            List.of(
                new Put(row).addColumn(family, Q, AFTER, F_Q),
                new Delete(row).addColumns(family, R, AFTER))));
  }
}
