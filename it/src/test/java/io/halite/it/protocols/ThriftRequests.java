package io.halite.it.protocols;

import static io.halite.it.protocols.ThriftText.bytes;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.thrift.generated.BatchMutation;
import org.apache.hadoop.hbase.thrift.generated.Hbase;
import org.apache.hadoop.hbase.thrift.generated.Mutation;
import org.apache.hadoop.hbase.thrift.generated.TAppend;
import org.apache.hadoop.hbase.thrift.generated.TIncrement;
import org.apache.hadoop.hbase.thrift.generated.TRowResult;
import org.apache.hadoop.hbase.thrift.generated.TScan;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;

/** All requests of a client of a Thrift server of the first generation. */
record ThriftRequests(Hbase.Iface client, Keys keys, Transcript said) {
  private static final Map<ByteBuffer, ByteBuffer> NONE = Map.of();
  private static final ByteBuffer A = bytes("f:a");

  static Transcript send(int port, Transcript said, Keys keys) throws Exception {
    try (TTransport transport = new TSocket("127.0.0.1", port)) {
      transport.open();
      Hbase.Iface client = new Hbase.Client(new TBinaryProtocol(transport));
      ThriftRequests requests = new ThriftRequests(client, keys, said);
      requests.write();
      requests.delete();
      requests.changeWhatIsThere();
      requests.get();
      requests.scan();
      return said;
    }
  }

  private void add(String what, Transcript.Request request) throws Exception {
    said.add(what, ThriftText.of(request));
  }

  private void addOfOnePlace(String what, Transcript.Request request) throws Exception {
    said.addOfOnePlace(what, ThriftText.of(request));
  }

  private ByteBuffer table() {
    return bytes(said.table());
  }

  private ByteBuffer row(int index) {
    return bytes(keys.get(index));
  }

  private static Mutation put(String column, String value) {
    return new Mutation(false, bytes(column), bytes(value), true);
  }

  private static Mutation delete(String column) {
    return new Mutation(true, bytes(column), null, true);
  }

  private void write() throws Exception {
    add(
        "put",
        () -> {
          client.mutateRowTs(
              table(), row(0), List.of(put("f:a", "zero"), put("f:b", "")), 1000, NONE);
          return "put";
        });
    for (int version = 1; version <= 3; version++) {
      long time = version * 1000L;
      List<BatchMutation> rows = new ArrayList<>();
      for (int i = version; i < keys.all().size(); i++) {
        String value = "value" + i + " of " + version;
        rows.add(new BatchMutation(row(i), List.of(put("f:a", value), put("f:c" + i % 3, value))));
      }
      add(
          "put of rows " + version,
          () -> {
            client.mutateRowsTs(table(), rows, time, NONE);
            return "put";
          });
    }
    add(
        "put without a time",
        () -> {
          client.mutateRow(table(), row(1), List.of(put("f:now", "now")), NONE);
          return "put";
        });
    add(
        "put of an unknown family",
        () -> {
          client.mutateRow(table(), row(1), List.of(put("g:a", "none")), NONE);
          return "put";
        });
  }

  private void delete() throws Exception {
    add(
        "delete and put",
        () -> {
          List<Mutation> both = List.of(delete("f:c1"), put("f:d", "later"));
          client.mutateRowTs(table(), row(4), both, 9000, NONE);
          return "done";
        });
    add(
        "delete of rows",
        () -> {
          List<Mutation> one = List.of(delete("f:a"));
          client.mutateRowsTs(table(), List.of(new BatchMutation(row(6), one)), 1500, NONE);
          return "done";
        });
    add(
        "delete of all versions",
        () -> {
          client.deleteAll(table(), row(7), A, NONE);
          return "done";
        });
    add(
        "delete of old versions",
        () -> {
          client.deleteAllTs(table(), row(8), A, 1500, NONE);
          return "done";
        });
    add(
        "delete of a row",
        () -> {
          client.deleteAllRow(table(), row(5), NONE);
          return "done";
        });
    add(
        "delete of old cells",
        () -> {
          client.deleteAllRowTs(table(), row(9), 2500, NONE);
          return "done";
        });
  }

  private void changeWhatIsThere() throws Exception {
    for (String expected : List.of("zero", "zero too")) {
      addOfOnePlace(
          "check and put if " + expected,
          () ->
              ""
                  + client.checkAndPut(
                      table(), row(0), A, bytes(expected), put("f:a", "checked"), NONE));
    }
    addOfOnePlace(
        "append",
        () -> {
          List<ByteBuffer> columns = List.of(A);
          return ThriftText.cells(
              client.append(new TAppend(table(), row(2), columns, List.of(bytes("-more")))));
        });
    for (String count : List.of("first", "second")) {
      addOfOnePlace(
          count + " increment",
          () -> "" + client.atomicIncrement(table(), row(2), bytes("f:n"), 5));
    }
    addOfOnePlace(
        "increment of rows",
        () -> {
          client.increment(new TIncrement(table(), row(3), bytes("f:n"), 2));
          client.incrementRows(List.of(new TIncrement(table(), row(3), bytes("f:n"), 2)));
          return "done";
        });
  }

  private void get() throws Exception {
    List<ByteBuffer> rows = List.of(row(9), row(5), row(4), row(6));
    List<ByteBuffer> columns = List.of(A, bytes("f:c0"));
    add("get", () -> ThriftText.cells(client.get(table(), row(2), A, NONE)));
    add("get of versions", () -> ThriftText.cells(client.getVer(table(), row(6), A, 3, NONE)));
    add(
        "get of old versions",
        () -> ThriftText.cells(client.getVerTs(table(), row(8), A, 2500, 3, NONE)));
    add("row", () -> ThriftText.rows(client.getRow(table(), row(4), NONE)));
    add("no row", () -> ThriftText.rows(client.getRow(table(), row(5), NONE)));
    add("old row", () -> ThriftText.rows(client.getRowTs(table(), row(4), 1500, NONE)));
    add("columns", () -> ThriftText.rows(client.getRowWithColumns(table(), row(3), columns, NONE)));
    add(
        "old columns",
        () -> ThriftText.rows(client.getRowWithColumnsTs(table(), row(3), columns, 2500, NONE)));
    add("rows", () -> ThriftText.rows(client.getRows(table(), rows, NONE)));
    add("old rows", () -> ThriftText.rows(client.getRowsTs(table(), rows, 2500, NONE)));
    add(
        "columns of rows",
        () -> ThriftText.rows(client.getRowsWithColumns(table(), rows, columns, NONE)));
    add(
        "old columns of rows",
        () -> ThriftText.rows(client.getRowsWithColumnsTs(table(), rows, columns, 2500, NONE)));
    List<ByteBuffer> unknown = List.of(bytes("g:"));
    add(
        "unknown family",
        () -> ThriftText.rows(client.getRowWithColumns(table(), row(3), unknown, NONE)));
  }

  private void scan() throws Exception {
    ByteBuffer start = bytes(keys.inOrder(3));
    ByteBuffer stop = bytes(keys.inOrder(10));
    ByteBuffer all = bytes("");
    List<ByteBuffer> columns = List.of(A);
    scan("scan", () -> client.scannerOpen(table(), all, List.of(), NONE));
    scan("scan from a key", () -> client.scannerOpen(table(), start, columns, NONE));
    scan("scan of a range", () -> client.scannerOpenWithStop(table(), start, stop, columns, NONE));
    scan("old scan", () -> client.scannerOpenTs(table(), start, columns, 1500, NONE));
    scan(
        "old scan of a range",
        () -> client.scannerOpenWithStopTs(table(), start, stop, columns, 2500, NONE));
    ByteBuffer prefix = bytes(new byte[] {keys.inOrder(3)[0]});
    scan("scan of a prefix", () -> client.scannerOpenWithPrefix(table(), prefix, columns, NONE));
    TScan filtered = new TScan().setFilterString(bytes("ValueFilter(=,'substring:of 3')"));
    scan("scan with a filter", () -> client.scannerOpenWithScan(table(), filtered, NONE));
    TScan backward = new TScan().setReversed(true).setStartRow(stop).setSortColumns(true);
    scan("scan backward", () -> client.scannerOpenWithScan(table(), backward, NONE));
    TScan few = new TScan().setCaching(2).setColumns(columns).setTimestamp(2500);
    scan("scan by twos", () -> client.scannerOpenWithScan(table(), few, NONE));
    add(
        "a scanner that is closed early",
        () -> {
          int id = client.scannerOpen(table(), all, List.of(), NONE);
          String first = ThriftText.rows(client.scannerGet(id));
          client.scannerClose(id);
          return first;
        });
    TScan pieces = new TScan().setBatchSize(1);
    scan("scan in pieces", () -> client.scannerOpenWithScan(table(), pieces, NONE));
  }

  private interface Opening {
    int open() throws Exception;
  }

  private void scan(String what, Opening opening) throws Exception {
    add(
        what,
        () -> {
          int id = opening.open();
          StringBuilder text = new StringBuilder();
          List<TRowResult> rows = client.scannerGetList(id, 4);
          while (!rows.isEmpty()) {
            text.append(ThriftText.rows(rows));
            rows = client.scannerGetList(id, 4);
          }
          client.scannerClose(id);
          return text.toString();
        });
  }
}
