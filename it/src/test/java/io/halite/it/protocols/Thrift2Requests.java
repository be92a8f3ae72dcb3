package io.halite.it.protocols;

import static io.halite.it.protocols.ThriftText.bytes;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.thrift2.generated.TAppend;
import org.apache.hadoop.hbase.thrift2.generated.TColumn;
import org.apache.hadoop.hbase.thrift2.generated.TColumnIncrement;
import org.apache.hadoop.hbase.thrift2.generated.TColumnValue;
import org.apache.hadoop.hbase.thrift2.generated.TCompareOp;
import org.apache.hadoop.hbase.thrift2.generated.TDelete;
import org.apache.hadoop.hbase.thrift2.generated.TDeleteType;
import org.apache.hadoop.hbase.thrift2.generated.TGet;
import org.apache.hadoop.hbase.thrift2.generated.THBaseService;
import org.apache.hadoop.hbase.thrift2.generated.TIncrement;
import org.apache.hadoop.hbase.thrift2.generated.TMutation;
import org.apache.hadoop.hbase.thrift2.generated.TPut;
import org.apache.hadoop.hbase.thrift2.generated.TResult;
import org.apache.hadoop.hbase.thrift2.generated.TRowMutations;
import org.apache.hadoop.hbase.thrift2.generated.TScan;
import org.apache.hadoop.hbase.thrift2.generated.TTableName;
import org.apache.hadoop.hbase.thrift2.generated.TTimeRange;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;

/** All requests of a client of a Thrift server of the second generation. */
record Thrift2Requests(THBaseService.Iface client, Keys keys, Transcript said) {
  private static final ByteBuffer F = bytes("f");
  private static final ByteBuffer A = bytes("a");

  static Transcript send(int port, Transcript said, Keys keys) throws Exception {
    try (TTransport transport = new TSocket("127.0.0.1", port)) {
      transport.open();
      THBaseService.Iface client = new THBaseService.Client(new TBinaryProtocol(transport));
      Thrift2Requests requests = new Thrift2Requests(client, keys, said);
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

  private ByteBuffer table() {
    return bytes(said.table());
  }

  private ByteBuffer row(int index) {
    return bytes(keys.get(index));
  }

  private TPut put(int row, long time, String... columns) {
    TPut put = new TPut(row(row), new ArrayList<>()).setTimestamp(time);
    for (String column : columns) {
      ByteBuffer value = bytes(column + " of " + row + " at " + time);
      put.addToColumnValues(new TColumnValue(F, bytes(column), value));
    }
    return put;
  }

  private TDelete delete(int row, String... columns) {
    TDelete delete = new TDelete(row(row)).setDeleteType(TDeleteType.DELETE_COLUMNS);
    for (String column : columns) {
      delete.addToColumns(new TColumn(F).setQualifier(bytes(column)));
    }
    return delete;
  }

  private void write() throws Exception {
    add(
        "put",
        () -> {
          client.put(table(), put(0, 1000, "a", "b"));
          return "put";
        });
    for (long time = 1000; time <= 3000; time += 1000) {
      List<TPut> puts = new ArrayList<>();
      for (int i = 1; i < keys.all().size(); i++) {
        puts.add(put(i, time, "a", "c" + i % 3));
      }
      add(
          "puts at " + time,
          () -> {
            client.putMultiple(table(), puts);
            return "put";
          });
    }
    add(
        "put of an unknown family",
        () -> {
          TColumnValue unknown = new TColumnValue(bytes("g"), A, A);
          client.put(table(), new TPut(row(0), List.of(unknown)));
          return "put";
        });
  }

  private void delete() throws Exception {
    add(
        "delete of a column",
        () -> {
          client.deleteSingle(table(), delete(4, "c1"));
          return "done";
        });
    add(
        "delete of a row",
        () -> {
          client.deleteSingle(table(), delete(5));
          return "done";
        });
    add(
        "deletes",
        () -> {
          List<TDelete> old = List.of(delete(6, "a").setTimestamp(1500), delete(7, "a", "c1"));
          return "" + client.deleteMultiple(table(), old).size();
        });
    TDelete newest = delete(8, "a").setDeleteType(TDeleteType.DELETE_COLUMN);
    said.addOfOnePlace(
        "delete of the newest version",
        ThriftText.of(
            () -> {
              client.deleteSingle(table(), newest);
              return "done";
            }));
  }

  private void changeWhatIsThere() throws Exception {
    for (String time : List.of("1000", "2000")) {
      ByteBuffer expected = bytes("a of 0 at " + time);
      said.addOfOnePlace(
          "check and put if of " + time,
          ThriftText.of(
              () -> "" + client.checkAndPut(table(), row(0), F, A, expected, put(0, 4000, "a"))));
      said.addOfOnePlace(
          "check and delete if of " + time,
          ThriftText.of(
              () ->
                  ""
                      + client.checkAndDelete(
                          table(),
                          row(0),
                          F,
                          bytes("b"),
                          bytes("b of 0 at " + time),
                          delete(0, "b"))));
    }
    said.addOfOnePlace("append", ThriftText.of(() -> ThriftText.result(append())));
    for (String count : List.of("first", "second")) {
      said.addOfOnePlace(count + " increment", ThriftText.of(() -> ThriftText.result(increment())));
    }
    TRowMutations both =
        new TRowMutations(
            row(3),
            List.of(TMutation.put(put(3, 5000, "a")), TMutation.deleteSingle(delete(3, "c0"))));
    said.addOfOnePlace(
        "mutations of a row",
        ThriftText.of(
            () -> {
              client.mutateRow(table(), both);
              return "done";
            }));
    said.addOfOnePlace(
        "check and mutate",
        ThriftText.of(
            () ->
                ""
                    + client.checkAndMutate(
                        table(), row(3), F, A, TCompareOp.GREATER, bytes("a"), both)));
  }

  private TResult append() throws Exception {
    List<TColumnValue> more = List.of(new TColumnValue(F, A, bytes("-more")));
    return client.append(table(), new TAppend(row(2), more));
  }

  private TResult increment() throws Exception {
    TColumnIncrement five = new TColumnIncrement(F, bytes("n")).setAmount(5);
    return client.increment(table(), new TIncrement(row(2), List.of(five)));
  }

  private void get() throws Exception {
    TGet versions = new TGet(row(6)).setMaxVersions(3);
    TGet column = new TGet(row(9)).setColumns(List.of(new TColumn(F).setQualifier(A)));
    TGet old = new TGet(row(9)).setTimeRange(new TTimeRange(0, 1500));
    TGet filtered = new TGet(row(9)).setFilterString(bytes("QualifierFilter(=,'binary:a')"));
    TGet unknown = new TGet(row(9)).setColumns(List.of(new TColumn(bytes("g"))));
    List<TGet> gets = List.of(versions, new TGet(row(5)), column, old, filtered, new TGet(row(2)));
    for (int i = 0; i < gets.size(); i++) {
      TGet get = gets.get(i);
      add("get " + i, () -> ThriftText.result(client.get(table(), get)));
      add("exists " + i, () -> "" + client.exists(table(), get));
    }
    add("get of an unknown family", () -> ThriftText.result(client.get(table(), unknown)));
    add("gets", () -> ThriftText.results(client.getMultiple(table(), gets)));
    add("exist all", () -> "" + client.existsAll(table(), gets));
    add("exists", () -> "" + client.tableExists(new TTableName(table())));
  }

  private void scan() throws Exception {
    ByteBuffer start = bytes(keys.inOrder(3));
    ByteBuffer stop = bytes(keys.inOrder(10));
    List<TColumn> columns = List.of(new TColumn(F).setQualifier(A));
    TScan range = new TScan().setStartRow(start).setStopRow(stop);
    scan("scan", new TScan());
    scan("scan of versions", new TScan().setMaxVersions(3).setCaching(2));
    scan("scan of a range", range);
    scan("scan of a column", new TScan().setStartRow(start).setColumns(columns));
    scan("scan of a time range", new TScan().setTimeRange(new TTimeRange(500, 2500)));
    scan("scan backward", new TScan().setReversed(true).setStartRow(stop).setStopRow(start));
    scan("scan with a filter", new TScan().setFilterString(bytes("ValueFilter(=,'substring:c')")));
    scan("scan of pages", new TScan().setFilterString(bytes("PageFilter(100)")));
    add(
        "a scanner that is closed early",
        () -> {
          int id = client.openScanner(table(), new TScan());
          String first = ThriftText.results(client.getScannerRows(id, 1));
          client.closeScanner(id);
          return first;
        });
    scan("scan in pieces", new TScan().setBatchSize(1));
  }

  private void scan(String what, TScan scan) throws Exception {
    add(
        what,
        () -> {
          int id = client.openScanner(table(), scan);
          StringBuilder text = new StringBuilder();
          List<TResult> rows = client.getScannerRows(id, 4);
          while (!rows.isEmpty()) {
            text.append(ThriftText.results(rows));
            rows = client.getScannerRows(id, 4);
          }
          client.closeScanner(id);
          // The other way opens, reads and closes in one request.
          return text + ThriftText.results(client.getScannerResults(table(), scan, 5));
        });
  }
}
