package io.halite.it.rights;

import static io.halite.it.rights.Rows.AFTER;
import static io.halite.it.rights.Rows.BEFORE;
import static io.halite.it.rights.Rows.F;
import static io.halite.it.rights.Rows.G;
import static io.halite.it.rights.Rows.Q;
import static io.halite.it.rights.Rows.R;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.ExtendedCellBuilderFactory;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.security.access.PermissionStorage;
import org.apache.hadoop.hbase.util.Bytes;

/** Twelve ways to write. */
final class Writes {
  private static final byte[] NEW = Bytes.toBytes(9L);

  private Writes() {}

  private interface Made {
    Mutation by(byte[] row) throws Exception;
  }

  private interface SeveralMade {
    List<Row> by(Side side) throws Exception;
  }

  static List<Request> all() {
    return List.of(
        one("put", Writes::put),
        one("delete of a row", row -> new Delete(row, AFTER)),
        one("delete of a family", row -> new Delete(row).addFamily(F, AFTER)),
        one("delete of a column", row -> new Delete(row).addColumns(F, Q, AFTER)),
        one("delete of a version", row -> new Delete(row).addColumn(F, Q, BEFORE)),
        one("increment", row -> new Increment(row).addColumn(F, Q, 1)),
        one("append", row -> new Append(row).addColumn(F, Q, R)),
        batch("mutateRow", side -> List.of(side.of(twoOf(side.row(0))))),
        several(),
        one(
            "put with a cell right",
            row -> put(row).setACL("somebody", new Permission(Action.READ))),
        tagged(),
        one("put with cluster ids", row -> put(row).setClusterIds(List.of(new UUID(1, 2)))));
  }

  static Put put(byte[] row) {
    return new Put(row).addColumn(F, Q, AFTER, NEW);
  }

  /**
   * Marked actions one by one: a region refuses all of a batch, and which rows share a region is
   * what differs between stored keys and natural ones.
   */
  private static Request several() {
    return Request.write(
        "batch of several rows",
        (side, outcome) -> {
          try (Table table = side.open()) {
            if (side.question().door() != Door.FORGED_MARK) {
              send(table, mixed(side), side, outcome);
              return;
            }
            for (Row action : mixed(side)) {
              send(table, List.of(action), side, outcome);
            }
          }
        });
  }

  private static RowMutations twoOf(byte[] row) throws Exception {
    return RowMutations.of(List.of(put(row), new Delete(row).addColumns(G, R, AFTER)));
  }

  private static List<Row> mixed(Side side) {
    return List.of(
        side.of(put(side.row(0))),
        side.of(new Delete(side.row(1)).addColumns(G, R, AFTER)),
        side.of(new Append(side.row(1)).addColumn(F, Q, R)));
  }

  private static Request one(String name, Made made) {
    return Request.write(
        name,
        (side, outcome) -> {
          try (Table table = side.open()) {
            apply(table, side.of(made.by(side.row(0))), side, outcome);
          }
        });
  }

  private static void apply(Table table, Mutation mutation, Side side, Outcome outcome)
      throws Exception {
    if (mutation instanceof Increment increment) {
      outcome.answer(side.natural(table.increment(increment)));
    } else if (mutation instanceof Append append) {
      outcome.answer(side.natural(table.append(append)));
    } else {
      if (mutation instanceof Put put) {
        table.put(put);
      } else {
        table.delete((Delete) mutation);
      }
      outcome.answer("done");
    }
  }

  private static Request batch(String name, SeveralMade made) {
    return Request.write(
        name,
        (side, outcome) -> {
          try (Table table = side.open()) {
            send(table, made.by(side), side, outcome);
          }
        });
  }

  static void send(Table table, List<? extends Row> actions, Side side, Outcome outcome)
      throws Exception {
    Object[] ends = new Object[actions.size()];
    Exception why = null;
    try {
      table.batch(new ArrayList<>(actions), ends);
    } catch (java.io.IOException e) {
      why = e;
    }
    for (int i = 0; i < ends.length; i++) {
      if (ends[i] instanceof Result result) {
        ends[i] = side.natural(result);
      }
    }
    outcome.answer(ends, why);
  }

  /** As a list, and with a codec of its own: HBase's client drops tags else. */
  private static Request tagged() {
    return Request.write(
            "put of a cell with a reserved tag",
            (side, outcome) -> {
              Put put = new Put(side.row(0)).add(tagged(side.row(0)));
              try (Table table = side.withTags().getTable(side.table().name())) {
                send(table, List.of(side.of(put)), side, outcome);
              }
            })
        .by(Door.WITHOUT_PLUG_IN);
  }

  private static Cell tagged(byte[] row) {
    return ExtendedCellBuilderFactory.create(CellBuilderType.DEEP_COPY)
        .setRow(row)
        .setFamily(F)
        .setQualifier(Q)
        .setTimestamp(AFTER)
        .setType(Cell.Type.Put)
        .setValue(NEW)
        .setTags(List.of(new ArrayBackedTag(PermissionStorage.ACL_TAG_TYPE, new byte[] {1})))
        .build();
  }
}
