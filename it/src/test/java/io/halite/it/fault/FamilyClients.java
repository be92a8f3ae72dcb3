package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static io.halite.it.fault.FamilyFiles.G;
import static io.halite.it.fault.FamilyFiles.LOADED;

import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writers and scanners of a table with families {@code f} and {@code g}, while files are loaded.
 */
final class FamilyClients implements AutoCloseable {
  private final TestTable table;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Future<?>> running = new ArrayList<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final AtomicLong writes = new AtomicLong();
  private final AtomicLong scans = new AtomicLong();
  private final AtomicLong longestNanos = new AtomicLong();
  private volatile boolean stopped;

  FamilyClients(TestTable table) {
    this.table = table;
  }

  private interface Step {
    void take(Table client, long number) throws IOException;
  }

  private void loop(AtomicLong done, Step step) {
    running.add(
        threads.submit(
            () -> {
              try (Table client = table.table()) {
                for (long number = 1; !stopped; number++) {
                  long start = System.nanoTime();
                  try {
                    step.take(client, number);
                    done.incrementAndGet();
                  } catch (IOException | RuntimeException e) {
                    failures.add(e.toString());
                  }
                  longestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
                }
              }
              return null;
            }));
  }

  /** Puts numbers into both families of these rows, each time all of them. */
  void write(List<byte[]> rows) {
    loop(
        writes,
        (client, number) -> {
          byte[] value = Bytes.toBytes(number);
          client.put(
              rows.stream()
                  .map(row -> new Put(row).addColumn(F, Q, value).addColumn(G, Q, value))
                  .toList());
        });
  }

  /** Scans the table, whose rows must have the same in both families. */
  void scan() {
    loop(
        scans,
        (client, number) -> {
          try (ResultScanner rows = client.getScanner(new Scan())) {
            for (Result row = rows.next(); row != null; row = rows.next()) {
              if (!Arrays.equals(row.getValue(F, Q), row.getValue(G, Q))
                  || row.containsColumn(F, LOADED) != row.containsColumn(G, LOADED)) {
                failures.add("torn: " + row);
              }
            }
          }
        });
  }

  long writes() {
    return writes.get();
  }

  long scans() {
    return scans.get();
  }

  /** What failed, or was seen torn. */
  Queue<String> failures() {
    return failures;
  }

  /** The longest operation that has ended, or failed. */
  long longestMillis() {
    return TimeUnit.NANOSECONDS.toMillis(longestNanos.get());
  }

  /** Lets each client end its last operation. */
  void end() throws Exception {
    stopped = true;
    for (Future<?> client : running) {
      client.get(2, TimeUnit.MINUTES);
    }
  }

  @Override
  public String toString() {
    return "%,d writes, %,d scans, longest %,d ms, %d failed"
        .formatted(writes(), scans(), longestMillis(), failures.size());
  }

  @Override
  public void close() {
    stopped = true;
    threads.shutdownNow();
  }
}
