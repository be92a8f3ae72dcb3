package io.halite.it.fire;

import io.halite.client.index.IndexLookup;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Writes rows of its own, and asks for what was acknowledged by the index. For one thread. */
final class IndexedWriter {
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] BUYER = Bytes.toBytes("buyer");
  private static final byte[] OTHER = Bytes.toBytes("other");
  private static final int ROWS = 60;
  private static final int VALUES = 25;

  private final int number;
  private final Table table;
  private final IndexLookup byBuyer;
  private final Random random;
  private final Map<String, String> acknowledged = new HashMap<>();
  private int writes;
  private int failed;
  private int asked;

  IndexedWriter(int number, Table table, IndexLookup byBuyer) {
    this.number = number;
    this.table = table;
    this.byBuyer = byBuyer;
    this.random = new Random(number);
  }

  /** How many writes were acknowledged, failed, and questions answered. */
  int[] counts() {
    return new int[] {writes, failed, asked};
  }

  /**
   * One write, and now and then a question.
   *
   * @return what is wrong; empty if nothing is
   */
  String step() throws InterruptedException {
    String row = "W%03d%06d".formatted(number, random.nextInt(ROWS));
    String value = "%s%d".formatted((char) ('a' + number), random.nextInt(VALUES));
    try {
      write(row, value);
      acknowledged.put(row, value);
      writes++;
    } catch (IOException e) {
      // Nobody knows whether it was applied, so nothing is said of this row until the next write.
      acknowledged.remove(row);
      failed++;
      Thread.sleep(100);
      return "";
    }
    return random.nextInt(3) == 0 ? ask(row, value) : "";
  }

  private void write(String row, String value) throws IOException {
    byte[] key = Bytes.toBytes(row);
    Put put = new Put(key).addColumn(F, BUYER, Bytes.toBytes(value));
    switch (random.nextInt(4)) {
      case 0 -> table.mutateRow(RowMutations.of(List.of(put, new Delete(key).addColumn(F, OTHER))));
      case 1 ->
          table.checkAndMutate(CheckAndMutate.newBuilder(key).ifNotExists(F, OTHER).build(put));
      case 2 -> table.put(List.of(put));
      default -> {
        if (random.nextInt(5) == 0) {
          table.delete(new Delete(key));
        }
        table.put(put);
      }
    }
  }

  private String ask(String row, String value) {
    try {
      List<Result> found = byBuyer.find(new Get(Bytes.toBytes(value)), Integer.MAX_VALUE);
      asked++;
      return wrong(row, value, found);
    } catch (IOException e) {
      failed++;
      return "";
    }
  }

  /** The same of all that was acknowledged, once there is peace. */
  String askAll() throws IOException {
    StringBuilder wrong = new StringBuilder();
    for (Map.Entry<String, String> each : acknowledged.entrySet()) {
      byte[] value = table.get(new Get(Bytes.toBytes(each.getKey()))).getValue(F, BUYER);
      if (!each.getValue().equals(Bytes.toString(value))) {
        wrong.append("lost: ").append(each).append('\n');
      }
      List<Result> found = byBuyer.find(new Get(Bytes.toBytes(each.getValue())), Integer.MAX_VALUE);
      wrong.append(wrong(each.getKey(), each.getValue(), found));
    }
    return wrong.toString();
  }

  private static String wrong(String row, String value, List<Result> found) {
    boolean there = false;
    for (Result each : found) {
      there |= Bytes.toString(each.getRow()).equals(row);
      if (!value.equals(Bytes.toString(each.getValue(F, BUYER)))) {
        return "stale: " + each + " was given for " + value + "\n";
      }
    }
    return there ? "" : "missing: " + row + " was not found by " + value + "\n";
  }
}
