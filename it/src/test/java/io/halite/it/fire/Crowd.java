package io.halite.it.fire;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAccumulator;
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

  private final List<byte[]> keys;
  private final LongAccumulator longest = new LongAccumulator(Math::max, 0);
  private final LongAdder operations = new LongAdder();

  Crowd(List<byte[]> keys) {
    this.keys = keys;
  }

  long longestMillis() {
    return longest.get() / 1_000_000;
  }

  long operations() {
    return operations.sum();
  }

  /** Runs {@code clients} threads for {@code millis}; each ends its last operation. */
  void run(Callable<Table> tables, int clients, long millis) throws Exception {
    long end = System.nanoTime() + millis * 1_000_000;
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        Random random = new Random(i);
        running.add(
            threads.submit(
                () -> {
                  try (Table table = tables.call()) {
                    while (System.nanoTime() < end) {
                      timed(table, random);
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> client : running) {
        client.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void timed(Table table, Random random) throws Exception {
    long start = System.nanoTime();
    operate(table, random);
    longest.accumulate(System.nanoTime() - start);
    operations.increment();
  }

  private void operate(Table table, Random random) throws Exception {
    byte[] key = keys.get(random.nextInt(keys.size()));
    switch (random.nextInt(9)) {
      case 0 -> table.put(put(key));
      case 1 -> table.get(new Get(key));
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

  private static Put put(byte[] key) {
    return new Put(key).addColumn(F, Q, Q);
  }
}
