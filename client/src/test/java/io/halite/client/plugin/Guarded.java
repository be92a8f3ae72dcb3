package io.halite.client.plugin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Servers of one table that judge requests: what a user may not do they deny, and then, on a salted
 * table, they refuse a request that asks.
 */
final class Guarded {
  /** What came to the servers, such as {@code "Put one asks"}. */
  final List<String> sent = new ArrayList<>();

  Predicate<Row> denied = row -> false;
  boolean salted = true;
  final MutatorFakes fakes = new MutatorFakes();
  private final TableSpec spec;
  private final Fake<Table> real =
      new Fake<>(Table.class)
          .on("getName", any -> Salted.NAME)
          .on("close", any -> null)
          .on("getOperationTimeout", any -> 1L)
          .on("getScanner", any -> new Fake<>(ResultScanner.class).build())
          .on("get", asked -> answer((Row) asked.get(0)))
          .on("put", asked -> answer((Row) asked.get(0)))
          .on("batch", this::answerAll);

  Guarded(TableSpec spec) {
    this.spec = spec;
    fakes.real.on("close", any -> null);
    fakes.table.on("get", asked -> answer((Row) asked.get(0)));
  }

  DirectTable table() {
    ScanTables none =
        like -> {
          throw new IllegalStateException("no owner is known");
        };
    return new DirectTable(
        real.build(), Salted.conf(), spec, none, IdleScanners.never(), () -> null);
  }

  BufferedMutator mutator() throws IOException {
    return DirectMutator.open(MutatorFakes.params(), Salted.conf(), fakes.connection, spec);
  }

  private Result answer(Row row) throws IOException {
    boolean asks = Salted.asks(row);
    sent.add(
        row.getClass().getSimpleName()
            + " "
            + Bytes.toStringBinary(row.getRow())
            + (asks ? " asks" : ""));
    if (denied.test(row)) {
      throw new AccessDeniedException("not you");
    }
    if (salted && asks) {
      throw Salted.markRefusal(Salted.BEFORE);
    }
    return Result.EMPTY_RESULT;
  }

  @SuppressWarnings("unchecked")
  private Object answerAll(List<Object> arguments) throws IOException {
    List<Row> rows = (List<Row>) arguments.get(0);
    Object[] results = (Object[]) arguments.get(1);
    sent.add("batch of " + rows.size());
    List<Throwable> causes = new ArrayList<>();
    List<Row> failed = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      try {
        results[i] = answer(rows.get(i));
      } catch (IOException e) {
        causes.add(e);
        failed.add(rows.get(i));
      }
    }
    if (!causes.isEmpty()) {
      throw new RetriesExhaustedWithDetailsException(
          causes, failed, causes.stream().map(cause -> "server,1").toList());
    }
    return null;
  }

  /** What has come since the last time. */
  List<String> news() {
    List<String> news = List.copyOf(sent);
    sent.clear();
    return news;
  }

  static Get get(String row, String qualifier) {
    return new Get(Salted.key(row)).addColumn(Salted.F, Bytes.toBytes(qualifier));
  }
}
