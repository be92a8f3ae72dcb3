package io.halite.it.fire;

import io.halite.routing.index.IndexedReads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Many clients that do everything at once; the longest that any operation took is kept. */
final class Crowd {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");
  private static final byte[] C = Bytes.toBytes("c");

  private static final List<String> OPERATIONS =
      List.of(
          "put", "get", "increment", "append", "delete", "check", "mutate row", "batch", "scan");

  private final List<byte[]> keys;
  private final boolean indexed;
  private final AtomicReference<Timed> longest = new AtomicReference<>(new Timed("none", 0));
  private final Map<Thread, Running> running = new ConcurrentHashMap<>();
  private final LongAdder operations = new LongAdder();
  private final Queue<IOException> failures = new ConcurrentLinkedQueue<>();

  /** What an operation was, and how long it took. */
  record Timed(String operation, long nanos) {
    long millis() {
      return nanos / 1_000_000;
    }

    static Timed longer(Timed one, Timed other) {
      return one.nanos >= other.nanos ? one : other;
    }
  }

  private record Running(String operation, long start) {
    Timed until(long now) {
      return new Timed(operation, now - start);
    }
  }

  /**
   * Clients of rows under these keys.
   *
   * @param indexed whether gets find their rows by index {@code byRow}
   */
  Crowd(List<byte[]> keys, boolean indexed) {
    this.keys = keys;
    this.indexed = indexed;
  }

  /** The operation that took longest; one that did not end counts until it was given up. */
  Timed longest() {
    return longest.get();
  }

  /** How operations ended that the client gave up. */
  Collection<IOException> failures() {
    return failures;
  }

  long operations() {
    return operations.sum();
  }

  /**
   * Runs {@code clients} threads for {@code millis}; each ends its last operation, unless that
   * takes {@code patience} longer.
   */
  void run(Callable<Table> tables, int clients, long millis, Duration patience) throws Exception {
    long end = System.nanoTime() + millis * 1_000_000;
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      List<Callable<Void>> work = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        Random random = new Random(i);
        work.add(
            () -> {
              try (Table table = tables.call()) {
                while (System.nanoTime() < end) {
                  timed(table, random);
                }
              }
              return null;
            });
      }
      List<Future<Void>> done =
          threads.invokeAll(work, millis + patience.toMillis(), TimeUnit.MILLISECONDS);
      long now = System.nanoTime();
      running.values().forEach(stuck -> longest.accumulateAndGet(stuck.until(now), Timed::longer));
      for (Future<Void> client : done) {
        if (!client.isCancelled()) {
          client.get();
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void timed(Table table, Random random) throws Exception {
    int kind = random.nextInt(OPERATIONS.size());
    Running operation = new Running(OPERATIONS.get(kind), System.nanoTime());
    running.put(Thread.currentThread(), operation);
    try {
      operate(table, random, kind);
    } catch (IOException e) {
      failures.add(e);
    }
    longest.accumulateAndGet(operation.until(System.nanoTime()), Timed::longer);
    running.remove(Thread.currentThread());
    operations.increment();
  }

  private void operate(Table table, Random random, int kind) throws Exception {
    byte[] key = keys.get(random.nextInt(keys.size()));
    switch (kind) {
      case 0 -> table.put(put(key));
      case 1 -> table.get(get(key));
      case 2 -> table.increment(new Increment(key).addColumn(F, C, 1));
      case 3 -> table.append(new Append(Bytes.add(key, Q)).addColumn(F, Q, Q));
      case 4 -> table.delete(new Delete(key).addColumn(F, Q));
      case 5 ->
          table.checkAndMutate(CheckAndMutate.newBuilder(key).ifNotExists(F, Q).build(put(key)));
      case 6 ->
          table.mutateRow(
              new RowMutations(key)
                  .add((Mutation) put(key))
                  .add((Mutation) new Delete(key).addColumn(F, C)));
      case 7 -> {
        List<Put> puts = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          puts.add(put(keys.get(random.nextInt(keys.size()))));
        }
        table.put(puts);
      }
      default -> {
        try (ResultScanner scanner = table.getScanner(new Scan().withStartRow(key).setLimit(5))) {
          while (scanner.next() != null) {
            continue;
          }
        }
      }
    }
  }

  private Get get(byte[] key) {
    return indexed
        ? new Get(key).setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("byRow"))
        : new Get(key);
  }

  private static Put put(byte[] key) {
    return new Put(key).addColumn(F, Q, Q);
  }
}
