package io.halite.it.rights;

import static io.halite.it.rights.Rows.F;
import static io.halite.it.rights.Rows.G;
import static io.halite.it.rights.Rows.G_Q;
import static io.halite.it.rights.Rows.Q;
import static io.halite.it.rights.Rows.X;

import io.halite.routing.index.IndexedReads;
import io.halite.routing.scan.WhereAttribute;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** Fifteen ways to read. */
final class Reads {
  private static final Set<Door> NATURAL = EnumSet.complementOf(EnumSet.of(Door.FORGED_MARK));

  private Reads() {}

  private interface Asked {
    Get by(byte[] row);
  }

  static List<Request> all() {
    return List.of(
        get("get of a column", row -> new Get(row).addColumn(F, Q)),
        get("get of a family", row -> new Get(row).addFamily(F)),
        get("get of all", Get::new),
        several(),
        exists("exists", side -> List.of(new Get(side.row(0)).addColumn(F, Q))),
        exists("existsAll", Reads::twoColumns),
        scan("scan of a family", new Scan().addFamily(F)),
        scan("scan of all", new Scan()),
        scan("scan reversed", new Scan().addFamily(F).setReversed(true)),
        scan("scan raw", new Scan().setRaw(true).readAllVersions()),
        scan("scan by a filter on another family", hiddenColumn()),
        where(),
        latest(),
        byIndex(),
        scanByIndex());
  }

  private static Request get(String name, Asked asked) {
    return Request.read(
        name,
        (side, outcome) -> {
          try (Table table = side.open()) {
            outcome.answer(side.natural(table.get(side.of(asked.by(side.row(0))))));
          }
        });
  }

  private static List<Get> twoColumns(Side side) {
    return List.of(new Get(side.row(0)).addColumn(F, Q), new Get(side.row(1)).addColumn(G, Q));
  }

  private static Request several() {
    return Request.read(
        "gets of which one is denied",
        (side, outcome) -> {
          try (Table table = side.open()) {
            List<Get> gets = twoColumns(side);
            Writes.send(table, List.of(side.of(gets.get(0)), side.of(gets.get(1))), side, outcome);
          }
        });
  }

  private interface AskedOf {
    List<Get> by(Side side);
  }

  private static Request exists(String name, AskedOf asked) {
    return Request.read(
        name,
        (side, outcome) -> {
          try (Table table = side.open()) {
            List<Get> gets = asked.by(side);
            for (int i = 0; i < gets.size(); i++) {
              gets = replaced(gets, i, side.of(gets.get(i)));
            }
            outcome.answer(
                gets.size() == 1 ? table.exists(gets.get(0)) : Arrays.toString(table.exists(gets)));
          }
        });
  }

  private static List<Get> replaced(List<Get> gets, int at, Get get) {
    Get[] copy = gets.toArray(Get[]::new);
    copy[at] = get;
    return List.of(copy);
  }

  private static Request scan(String name, Scan scan) {
    return Request.read(name, (side, outcome) -> outcome.answer(side.scan(scan)));
  }

  private static Scan hiddenColumn() {
    SingleColumnValueFilter filter = new SingleColumnValueFilter(G, Q, CompareOperator.EQUAL, G_Q);
    filter.setFilterIfMissing(true);
    return new Scan().addColumn(F, Q).addColumn(G, Q).setFilter(filter);
  }

  /** The twin shows what it shows, and the test picks. */
  private static Request where() {
    return Request.read(
            "scan with " + WhereAttribute.ATTRIBUTE,
            (side, outcome) -> {
              Scan scan = new Scan().addFamily(F);
              scan.setAttribute(WhereAttribute.ATTRIBUTE, Bytes.toBytes("number in (1)"));
              outcome.answer(side.scan(scan));
            })
        .plain(
            (side, outcome) ->
                outcome.answer(
                    side.scan(new Scan().addFamily(F)).stream()
                        .filter(row -> Bytes.equals(row.getRow(), side.row(1)))
                        .toList()));
  }

  private static Request latest() {
    return Request.read(
            "scan with halite.latest",
            (side, outcome) -> {
              Scan scan = new Scan().addFamily(F);
              scan.setAttribute("halite.latest", Bytes.toBytes("1"));
              outcome.answer(side.scan(scan));
            })
        .plain((side, outcome) -> outcome.answer(newest(side)))
        .by(NATURAL);
  }

  /** The newer of the question's rows, as far as the user sees it. */
  static List<Result> newest(Side side) throws Exception {
    return side.scan(new Scan().addFamily(F)).stream().limit(1).toList();
  }

  private static Request byIndex() {
    return Request.read(
            "get by an index",
            (side, outcome) -> {
              Get get = new Get(side.rows().indexed(0)).addFamily(F);
              get.setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byX"));
              try (Table table = side.open()) {
                outcome.answer(table.get(get));
              }
            })
        .plain(
            (side, outcome) -> {
              try (Table table = side.open()) {
                Result row = table.get(new Get(side.row(0)).addFamily(F));
                // Who may not see the indexed value finds nothing by it.
                outcome.answer(row.containsColumn(F, X) ? row : Result.EMPTY_RESULT);
              }
            })
        .by(NATURAL)
        .under(Salting::isIndexed);
  }

  private static Request scanByIndex() {
    return Request.read(
            "scan by an index",
            (side, outcome) -> {
              String value = HexFormat.of().formatHex(side.rows().indexed(0));
              Scan scan = new Scan().addFamily(F);
              scan.setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byX: 0x" + value));
              outcome.answer(side.scan(scan));
            })
        .plain(
            (side, outcome) ->
                outcome.answer(
                    side.scan(new Scan().addFamily(F)).stream()
                        .filter(row -> Bytes.equals(row.getRow(), side.row(0)))
                        .filter(row -> row.containsColumn(F, X))
                        .toList()))
        .by(NATURAL)
        .under(Salting::isIndexed);
  }
}
