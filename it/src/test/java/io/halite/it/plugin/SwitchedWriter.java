package io.halite.it.plugin;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.index.IndexedReads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows of its own and counters that it shares with others, by one route and then by another.
 * It knows what each of its rows must hold, reads it by any route, and keeps its sums.
 */
final class SwitchedWriter {
  /** How the keys of counters begin. */
  static final String COUNTER = "cnt";

  /** The name of the index of {@link Kind#INDEXED}. */
  static final String INDEX = "byValue";

  private static final int ROWS = 6;
  private static final int COUNTERS = 3;
  private static final int FEWEST = 10;

  private final int number;
  private final Kind kind;
  private final ClientRoutes routes;
  private final List<Table> tables;
  private final Random random;
  private final int[] requests;
  private final Map<String, String> held = new HashMap<>();
  private final Map<String, Long> counted = new HashMap<>();
  private int next;
  private int route;

  private enum Step {
    PUT,
    PUT_IF_UNCHANGED,
    APPEND,
    COUNT,
    CHANGE_ATOMICALLY,
    DELETE,
    BATCH,
    MUTATE
  }

  /** What it writes. */
  enum Kind {
    /**
     * Puts, conditional puts, appends, increments, atomic changes of a row, batches, and puts
     * through buffered mutators.
     */
    ALL(EnumSet.complementOf(EnumSet.of(Step.DELETE))),
    /** Puts, one by one, in batches and through buffered mutators. */
    PUTS(EnumSet.of(Step.PUT, Step.BATCH, Step.MUTATE)),
    /**
     * What an indexed column may change by. Every third read of a row is by {@link #INDEX}, of the
     * column of the values.
     */
    INDEXED(EnumSet.complementOf(EnumSet.of(Step.APPEND, Step.COUNT)));

    private final List<Step> steps;

    Kind(Set<Step> steps) {
      this.steps = List.copyOf(steps);
    }
  }

  SwitchedWriter(int number, Kind kind, ClientRoutes routes, List<Table> tables, long seed) {
    this.number = number;
    this.kind = kind;
    this.routes = routes;
    this.tables = tables;
    this.random = new Random(seed + number);
    this.requests = new int[tables.size()];
  }

  /** Adds what its rows hold, and what it has counted, to the rows of all writers. */
  void addTo(Map<String, String> rows) {
    rows.putAll(held);
    counted.forEach(
        (counter, sum) ->
            rows.merge(
                counter,
                Long.toString(sum),
                (one, other) -> Long.toString(Long.parseLong(one) + Long.parseLong(other))));
  }

  /** Writes until then, and until each route has had a few requests. */
  Void writeUntil(long end) throws Exception {
    while (System.nanoTime() < end || Arrays.stream(requests).anyMatch(sent -> sent < FEWEST)) {
      String row = "u%02d-w%d".formatted(random.nextInt(ROWS), number);
      switch (kind.steps.get(random.nextInt(kind.steps.size()))) {
        case PUT -> put(row);
        case PUT_IF_UNCHANGED -> putIfUnchanged(row);
        case APPEND -> append(row);
        case COUNT -> count(counter());
        case CHANGE_ATOMICALLY -> changeAtomically(row);
        case DELETE -> delete(row);
        case BATCH -> batch();
        case MUTATE -> mutate();
      }
      assertThat(read(Bytes.toBytes(row))).as(row).isEqualTo(held.get(row));
    }
    return null;
  }

  /** By a get, by a scan or by the index. */
  private @Nullable String read(byte[] row) throws Exception {
    String value = held.get(Bytes.toString(row));
    if (kind == Kind.INDEXED && value != null && random.nextInt(3) == 0) {
      Result found = route().get(byIndex(value));
      assertThat(Bytes.toString(found.getRow())).as(value).isEqualTo(Bytes.toString(row));
      return Bytes.toString(found.getValue(F, Q));
    }
    if (random.nextBoolean()) {
      return Bytes.toString(route().get(new Get(row)).getValue(F, Q));
    }
    Scan scan = new Scan().withStartRow(row).withStopRow(row, true);
    try (ResultScanner scanner = route().getScanner(scan.setReversed(random.nextBoolean()))) {
      Result only = scanner.next();
      assertThat(scanner.next()).isNull();
      return only == null ? null : Bytes.toString(only.getValue(F, Q));
    }
  }

  /** The route of the next request: with one in three it is another than before. */
  private Table route() {
    route = random.nextInt(3) == 0 ? random.nextInt(tables.size()) : route;
    requests[route]++;
    return tables.get(route);
  }

  private static Get byIndex(String value) {
    return new Get(Bytes.toBytes(value)).setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes(INDEX));
  }

  private String value() {
    return number + "." + next++;
  }

  private String counter() {
    return COUNTER + "-c" + random.nextInt(COUNTERS);
  }

  private static Put put(String row, String value) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(value));
  }

  private Increment one(String counter) {
    return new Increment(Bytes.toBytes(counter)).addColumn(F, Q, 1);
  }

  private void put(String row) throws Exception {
    String value = value();
    route().put(put(row, value));
    held.put(row, value);
  }

  private void putIfUnchanged(String row) throws Exception {
    String value = value();
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(Bytes.toBytes(row));
    String before = held.get(row);
    CheckAndMutate change =
        (before == null ? check.ifNotExists(F, Q) : check.ifEquals(F, Q, Bytes.toBytes(before)))
            .build(put(row, value));
    assertThat(route().checkAndMutate(change).isSuccess()).as("unchanged %s", row).isTrue();
    held.put(row, value);
  }

  private void append(String row) throws Exception {
    String value = "+" + next++;
    route().append(new Append(Bytes.toBytes(row)).addColumn(F, Q, Bytes.toBytes(value)));
    held.merge(row, value, String::concat);
  }

  private void count(String counter) throws Exception {
    route().increment(one(counter));
    counted.merge(counter, 1L, Long::sum);
  }

  private void changeAtomically(String row) throws Exception {
    String value = value();
    RowMutations change = new RowMutations(Bytes.toBytes(row));
    change.add((Mutation) put(row, value));
    change.add(
        (Mutation) new Append(Bytes.toBytes(row)).addColumn(F, new byte[] {'x'}, new byte[1]));
    route().mutateRow(change);
    held.put(row, value);
  }

  private void delete(String row) throws Exception {
    route().delete(new Delete(Bytes.toBytes(row)));
    held.remove(row);
  }

  /** A put of each row through a buffered mutator. */
  private void mutate() throws Exception {
    Map<String, String> puts = new HashMap<>();
    List<Put> writes = putAll(puts);
    route();
    routes.mutate(route, tables.get(route).getName(), writes);
    held.putAll(puts);
  }

  /** A put of each row; adds the values to {@code puts}. */
  private List<Put> putAll(Map<String, String> puts) {
    List<Put> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      String row = "u%02d-w%d".formatted(i, number);
      puts.put(row, value());
      rows.add(put(row, puts.get(row)));
    }
    return rows;
  }

  /** A put of each row, and an increment if there may be one. */
  private void batch() throws Exception {
    Map<String, String> puts = new HashMap<>();
    List<Row> rows = new ArrayList<>(putAll(puts));
    if (kind == Kind.ALL) {
      String counter = counter();
      rows.add(one(counter));
      counted.merge(counter, 1L, Long::sum);
    }
    route().batch(rows, new Object[rows.size()]);
    held.putAll(puts);
  }
}
