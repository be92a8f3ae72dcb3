package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.plugin.FourRoutes;
import java.util.ArrayList;
import java.util.List;
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
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writers move a row's one cell from a to b and back; whoever sees both or none saw it torn. Each
 * request takes one of four routes.
 */
@ExtendWith(SharedCluster.class)
class TornRowIT {
  private static final int WRITERS = 10;
  private static final int CHANGES = 200;
  private static final byte[] A = Bytes.toBytes("a");
  private static final byte[] B = Bytes.toBytes("b");
  private static final List<byte[]> ROWS =
      List.of(new byte[] {0x20}, new byte[] {0x41, 1}, new byte[] {(byte) 0xF0, 2});

  private final EmbeddedCluster cluster;
  private final AtomicLong clock = new AtomicLong();

  TornRowIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        FOUR_BUCKETS,
        "key=unit:1 rest:*,salt=md5(unit)[0:2]",
        "key=row:*,salt=hash(*) % 4 letters-",
        FOUR_BUCKETS + ",index=byA(f:a)"
      })
  void readersNeverSeeHalfOfAnAtomicChange(String spec) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicBoolean stop = new AtomicBoolean();
    try (TestTable fixture = FaultTables.create(cluster, spec);
        FourRoutes routes = FourRoutes.open(fixture.connection().getConfiguration())) {
      List<Table> tables = routes.tables(fixture.name());
      for (byte[] row : ROWS) {
        fixture.table().mutateRow(change(row, A, B));
      }
      List<Future<Integer>> readers = new ArrayList<>();
      for (Table table : tables) {
        readers.add(threads.submit(() -> readUntil(stop, table)));
      }
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        byte[] row = ROWS.get(i % ROWS.size());
        writers.add(threads.submit(() -> write(tables, row)));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      stop.set(true);
      for (Future<Integer> reader : readers) {
        assertThat(reader.get()).as("rows read while they changed").isGreaterThan(50);
      }
      fixture.admin().flush(fixture.name());
      for (Table table : tables) {
        assertThat(scan(table, false)).allMatch(row -> row.size() == 1).hasSize(ROWS.size());
      }
    } finally {
      stop.set(true);
      threads.shutdownNow();
    }
  }

  private Void write(List<Table> tables, byte[] row) throws Exception {
    for (int i = 0; i < CHANGES; i++) {
      Table table = tables.get(ThreadLocalRandom.current().nextInt(tables.size()));
      table.mutateRow(i % 2 == 0 ? change(row, B, A) : change(row, A, B));
    }
    return null;
  }

  /**
   * At a time of its own: in HBase a delete also hides a put of its own millisecond that comes
   * later, so that two changes within one would leave the row empty, torn or not.
   */
  private RowMutations change(byte[] row, byte[] put, byte[] delete) throws Exception {
    long time = clock.incrementAndGet();
    return RowMutations.of(
        List.of(
            new Put(row).addColumn(F, put, time, row),
            new Delete(row).addColumns(F, delete, time)));
  }

  private static int readUntil(AtomicBoolean stop, Table table) throws Exception {
    int rows = 0;
    while (!stop.get()) {
      for (List<Result> seen :
          List.of(
              scan(table, false),
              scan(table, true),
              List.of(table.get(ROWS.stream().map(Get::new).toList())))) {
        assertThat(seen).as("cells of each row by %s", table).allMatch(row -> row.size() == 1);
        assertThat(seen).hasSize(ROWS.size());
        rows += seen.size();
      }
    }
    return rows;
  }

  private static List<Result> scan(Table table, boolean reversed) throws Exception {
    List<Result> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(new Scan().setReversed(reversed))) {
      scanner.forEach(rows::add);
    }
    return rows;
  }
}
