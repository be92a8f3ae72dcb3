package io.halite.it.rights;

import io.halite.it.plugin.AsyncAsTable;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** One of the twins, as one user sees it through one door. */
record Side(
    Clients clients,
    Actor actor,
    Connector connector,
    Route route,
    SaltedTable table,
    Rows rows,
    boolean salted) {
  /** Opens the connection that requests are sent by. */
  interface Connector {
    Connection connect(Actor actor, boolean plugIn) throws IOException;
  }

  /** Changes where a connection sends requests for the table. */
  interface Route {
    Connection of(Connection connection) throws IOException;
  }

  /** The same with requests that are sent by somebody else: a hole, planted. */
  Side through(Connector somebodyElse) {
    return new Side(clients, actor, somebodyElse, route, table, rows, salted);
  }

  MatrixQuestion question() {
    return rows.question();
  }

  byte[] row(int number) {
    return rows.natural()[number];
  }

  /** The key by which the row is stored here. */
  byte[] storedRow(int number) {
    return salted ? rows.stored()[number] : rows.natural()[number];
  }

  Connection connection() throws Exception {
    return route.of(connector.connect(actor, salted && question().door() == Door.PLUG_IN));
  }

  /** The connection of a client that sends tags, which HBase's client usually drops. */
  Connection withTags() throws IOException {
    return route.of(clients.withTags(actor));
  }

  Table open() throws Exception {
    return salted && question().door() == Door.ASYNC_PLUG_IN
        ? new AsyncAsTable(clients.async(actor).getTable(table.name()))
        : connection().getTable(table.name());
  }

  boolean forges() {
    return salted && question().door() == Door.FORGED_MARK;
  }

  private byte[] storedKey(byte[] natural) {
    return Bytes.equals(natural, row(0)) ? rows.stored()[0] : rows.stored()[1];
  }

  Mutation of(Mutation natural) {
    return forges() ? table.mutations().copy(storedKey(natural.getRow()), natural) : natural;
  }

  RowMutations of(RowMutations natural) throws IOException {
    return forges()
        ? table.mutations().copy(storedKey(natural.getRow()), natural.getMutations())
        : natural;
  }

  CheckAndMutate of(CheckAndMutate natural) throws IOException {
    return forges() ? table.mutations().copy(storedKey(natural.getRow()), natural) : natural;
  }

  Get of(Get natural) throws IOException {
    return forges() ? table.reads().copy(storedKey(natural.getRow()), natural) : natural;
  }

  Result natural(Result answer) {
    return forges() ? table.results().of(answer) : answer;
  }

  CheckAndMutateResult natural(CheckAndMutateResult answer) {
    return new CheckAndMutateResult(answer.isSuccess(), natural(answer.getResult()));
  }

  /** The question's rows, by one scan of a natural range or a marked one of each stored row. */
  List<Result> scan(Scan columns) throws Exception {
    List<Result> results = new ArrayList<>();
    try (Table open = open()) {
      for (Scan scan : scans(columns)) {
        try (ResultScanner scanner = open.getScanner(scan)) {
          for (Result result : scanner) {
            results.add(natural(result));
          }
        }
      }
    }
    return results;
  }

  List<Scan> scans(Scan columns) throws IOException {
    byte[] start = Bytes.toBytes(question().unit());
    byte[] stop = Bytes.add(start, new byte[] {(byte) 0xFF});
    if (!forges()) {
      return List.of(
          columns.isReversed()
              ? new Scan(columns).withStartRow(stop).withStopRow(start)
              : new Scan(columns).withStartRow(start).withStopRow(stop));
    }
    List<Scan> scans = new ArrayList<>();
    for (byte[] stored : rows.stored()) {
      Scan scan = new Scan(columns).withStartRow(stored).withStopRow(stored, true);
      table.mark().putOn(scan);
      scans.add(columns.isReversed() ? 0 : scans.size(), scan);
    }
    return scans;
  }
}
