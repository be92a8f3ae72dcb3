package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.scan.UnorderedAttribute;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writers move the one cell of each of three rows from a to b and back; whoever sees both or none
 * saw it torn. Each request takes one of several routes.
 */
public final class TornRows {
  private static final int WRITERS = 10;
  private static final int CHANGES = 200;

  /** Rows that each reader must see while they change. */
  private static final int SEEN = 50;

  private static final byte[] A = Bytes.toBytes("a");
  private static final byte[] B = Bytes.toBytes("b");

  private final List<byte[]> rows;
  private final List<Table> routes;
  private final AtomicLong clock = new AtomicLong();

  /**
   * Rows of a table.
   *
   * @param routes clients of the table, for any number of threads
   */
  public TornRows(List<byte[]> rows, List<Table> routes) {
    this.rows = rows;
    this.routes = routes;
  }

  /** A way to read all rows. */
  public interface Read {
    /** Returns a result for each row. */
    List<Result> of(Table table) throws IOException;
  }

  /** All ways to read the rows. */
  public List<Read> reads() {
    return List.of(
        table -> scan(table, new Scan()),
        table -> scan(table, new Scan().setReversed(true)),
        table -> scan(table, UnorderedAttribute.putOn(new Scan(), 4)),
        table -> List.of(table.get(rows.stream().map(Get::new).toList())));
  }

  /** The changes that all writers make, or more: until each reader has seen enough. */
  public int changes() {
    return WRITERS * CHANGES;
  }

  /** Changes each row once, by one route. */
  public void begin(Table route) throws IOException {
    for (byte[] row : rows) {
      route.mutateRow(change(row, A, B));
    }
  }

  /** Changes the rows, and fails if a reader sees one torn meanwhile. */
  public void change() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicBoolean stop = new AtomicBoolean();
    Set<Table> looking = ConcurrentHashMap.newKeySet();
    looking.addAll(routes);
    try {
      List<Future<?>> readers = new ArrayList<>();
      for (Table table : routes) {
        readers.add(threads.submit(() -> read(table, looking, stop)));
      }
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        byte[] row = rows.get(i % rows.size());
        writers.add(threads.submit(() -> write(row, looking)));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      stop.set(true);
      for (Future<?> reader : readers) {
        reader.get();
      }
    } finally {
      stop.set(true);
      threads.shutdownNow();
    }
  }

  private Void write(byte[] row, Set<Table> looking) throws Exception {
    for (int i = 0; i < CHANGES || !looking.isEmpty(); i++) {
      Table table = routes.get(ThreadLocalRandom.current().nextInt(routes.size()));
      table.mutateRow(i % 2 == 0 ? change(row, B, A) : change(row, A, B));
    }
    return null;
  }

  /**
   * At a time of its own: in HBase a delete also hides a put of its own millisecond that comes
   * later, so that two changes within one would leave the row empty, torn or not.
   */
  private RowMutations change(byte[] row, byte[] put, byte[] delete) throws IOException {
    long time = clock.incrementAndGet();
    return RowMutations.of(
        List.of(
            new Put(row).addColumn(F, put, time, row),
            new Delete(row).addColumns(F, delete, time)));
  }

  /** Reads until it is stopped, and leaves those who look when it has seen enough or failed. */
  private Void read(Table table, Set<Table> looking, AtomicBoolean stop) throws IOException {
    try {
      for (int seen = 0; !stop.get(); ) {
        seen += assertWhole(table);
        if (seen > SEEN) {
          looking.remove(table);
        }
      }
    } finally {
      looking.remove(table);
    }
    return null;
  }

  /** Reads the rows in all ways, by all routes. */
  public void assertWhole() throws IOException {
    for (Table table : routes) {
      assertWhole(table);
    }
  }

  private int assertWhole(Table table) throws IOException {
    int read = 0;
    for (Read way : reads()) {
      List<Result> seen = way.of(table);
      assertThat(seen).as("cells of each row by %s", table).allMatch(row -> row.size() == 1);
      assertThat(seen).hasSize(rows.size());
      read += seen.size();
    }
    return read;
  }

  private static List<Result> scan(Table table, Scan scan) throws IOException {
    List<Result> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      scanner.forEach(rows::add);
    }
    return rows;
  }
}
