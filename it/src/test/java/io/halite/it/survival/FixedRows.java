package io.halite.it.survival;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** Rows that are written first and never again: each scan must show each of them, once. */
final class FixedRows {
  private static final byte[] VALUE = new byte[Long.BYTES];

  private final TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);

  FixedRows(int count, long seed) {
    Random random = new Random(seed);
    while (keys.size() < count) {
      byte[] key = new byte[7];
      random.nextBytes(key);
      keys.add(key);
    }
  }

  List<byte[]> keys() {
    return List.copyOf(keys);
  }

  void write(Table table) throws IOException {
    List<Put> puts = new ArrayList<>();
    for (byte[] key : keys) {
      puts.add(
          new Put(key)
              .addColumn(Entry.FAMILY, Entry.A, VALUE)
              .addColumn(Entry.FAMILY, Entry.B, VALUE));
    }
    table.put(puts);
  }

  /** Whether this is a row as it was written. */
  static boolean isWhole(Result row) {
    return Arrays.equals(row.getValue(Entry.FAMILY, Entry.A), VALUE)
        && Arrays.equals(row.getValue(Entry.FAMILY, Entry.B), VALUE);
  }

  /** Scans from a random row on, forward or backward, and adds what is wrong. */
  void scan(Table table, Random random, Findings findings) throws IOException {
    boolean reversed = random.nextInt(4) == 0;
    byte[] start = new byte[random.nextInt(3)];
    random.nextBytes(start);
    Scan scan = new Scan().withStartRow(start).setReversed(reversed);
    scan.setCaching(new int[] {7, 100, 1000}[random.nextInt(3)]);
    List<byte[]> expected = expected(start, reversed);
    int seen = 0;
    byte[] last = null;
    try (ResultScanner rows = table.getScanner(scan)) {
      for (Result row : rows) {
        if (last != null && Arrays.compareUnsigned(row.getRow(), last) * (reversed ? -1 : 1) <= 0) {
          findings.add(
              Findings.Kind.DISORDER, row.getRow(), "comes after " + Arrays.toString(last));
        }
        last = row.getRow();
        if (Entry.number(row, Entry.A) != Entry.number(row, Entry.B)) {
          findings.add(Findings.Kind.TORN, last, "in a scan");
        }
        if (keys.contains(last)) {
          seen++;
        }
      }
    }
    if (seen != expected.size()) {
      findings.add(
          seen < expected.size() ? Findings.Kind.MISSING : Findings.Kind.DISORDER,
          start,
          "a scan from here on, "
              + (reversed ? "backward" : "forward")
              + " with caching "
              + scan.getCaching()
              + ", showed "
              + seen
              + " of "
              + expected.size()
              + " rows");
    }
  }

  private List<byte[]> expected(byte[] start, boolean reversed) {
    if (start.length == 0) {
      return List.copyOf(keys);
    }
    return List.copyOf(reversed ? keys.headSet(start, true) : keys.tailSet(start, true));
  }
}
