package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static io.halite.it.fault.FamilyFiles.G;
import static io.halite.it.fault.FamilyFiles.LOADED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Files of several families, which HBase loads under the region's write lock. */
@ExtendWith(SharedCluster.class)
class FamiliesLoadIT {
  static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] COUNTER = Bytes.toBytes("counter");

  private final EmbeddedCluster cluster;

  FamiliesLoadIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** Else its owner, in the same region, would wait behind the load, and the load for the batch. */
  @Test
  void aBatchUnderTheLockThatALoadWaitsForIsRefusedAndNotForwarded() throws Exception {
    try (TestTable fixture =
            TestTable.numbered("families")
                .salted(FOUR_BUCKETS)
                .families(F, G)
                .coprocessor(HeldBatch.class, 1000)
                .create(cluster);
        Connection once = ConnectionFactory.createConnection(withoutRepeats());
        Table impatient = once.getTable(fixture.name());
        Table table = fixture.table()) {
      Path files = FamilyFiles.write(cluster, ROW);
      HeldBatch.arm();
      CompletableFuture<Void> put = run(() -> impatient.put(put()));
      assertThat(HeldBatch.isHeld()).isTrue();
      TableName name = fixture.name();
      CompletableFuture<Void> load =
          run(() -> BulkLoadHFiles.create(cluster.configuration()).bulkLoad(name, files));
      CompletableFuture<Void> counter = run(() -> count(fixture, load));
      CompletableFuture<Void> scanner = run(() -> scan(fixture, load));
      assertThatThrownBy(put::get)
          .hasStackTraceContaining("the region is about to load files of several families");
      load.get();
      counter.get();
      scanner.get();
      assertThat(HeldBatch.events()).containsExactly("loaded");
      table.put(put());
      assertThat(HeldBatch.events()).containsExactly("loaded", "written");
      Result row = table.get(new Get(ROW));
      assertThat(row.getValue(F, Q)).isEqualTo(ROW);
      assertThat(row.getValue(F, LOADED)).isEqualTo(LOADED);
      assertThat(row.getValue(G, LOADED)).isEqualTo(LOADED);
    }
  }

  /** Counts until the load has ended, each time one further. */
  private static void count(TestTable fixture, Future<?> load) throws IOException {
    try (Table table = fixture.connection().getTable(fixture.name())) {
      long counted = 0;
      do {
        counted++;
        assertThat(table.incrementColumnValue(COUNTER, F, Q, 1)).isEqualTo(counted);
      } while (!load.isDone());
    }
  }

  /** Scans until the load has ended: either all that it loads is there, or nothing. */
  private static void scan(TestTable fixture, Future<?> load) throws IOException {
    boolean last;
    do {
      last = load.isDone();
      List<Boolean> loaded = new ArrayList<>();
      try (Table table = fixture.connection().getTable(fixture.name());
          ResultScanner rows = table.getScanner(new Scan())) {
        for (Result row : rows) {
          if (Bytes.equals(row.getRow(), ROW)) {
            loaded.add(row.containsColumn(F, LOADED));
            loaded.add(row.containsColumn(G, LOADED));
          }
        }
      }
      assertThat(loaded).isIn(List.of(), List.of(true, true));
      assertThat(last && loaded.isEmpty()).as("the load is over, and its row not there").isFalse();
    } while (!last);
  }

  private static Put put() {
    return new Put(ROW).addColumn(F, Q, ROW);
  }

  private Configuration withoutRepeats() {
    Configuration client = new Configuration(cluster.configuration());
    client.setInt("hbase.client.retries.number", 0);
    return client;
  }

  private interface Task {
    void run() throws Exception;
  }

  private static CompletableFuture<Void> run(Task task) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            task.run();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        },
        // A shared pool may have fewer threads than there are tasks that wait here.
        started -> new Thread(started).start());
  }
}
