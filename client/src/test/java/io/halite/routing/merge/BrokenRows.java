package io.halite.routing.merge;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table in which some rows cannot be read. As in HBase an answer of several rows that meets one
 * is lost as a whole.
 */
final class BrokenRows {
  private final NavigableSet<String> stored;
  private final Set<String> broken;
  private final Random random;
  private final List<Runnable> answers = new ArrayList<>();

  /** Rows, {@code broken} among them, which a scan answers in pieces that {@code random} cuts. */
  BrokenRows(NavigableSet<String> stored, Set<String> broken, Random random) {
    this.stored = stored;
    this.broken = broken;
    this.random = random;
  }

  /** Opens a merge of one image for each first character. */
  MergedScan open(String prefixes, boolean reversed) {
    List<Scan> scans = new ArrayList<>();
    for (char prefix : prefixes.toCharArray()) {
      byte[] first = Bytes.toBytes(String.valueOf(prefix));
      byte[] end = Bytes.toBytes(String.valueOf((char) (prefix + 1)));
      scans.add(
          new Scan()
              .setReversed(reversed)
              .setCaching(1 + random.nextInt(6))
              .withStartRow(reversed ? end : first, !reversed)
              .withStopRow(reversed ? first : end, reversed));
    }
    return MergedScan.open(ImageReading.of(table(), 1 << 20), scans, 1, () -> {});
  }

  /** Lets any one scan give its next answer, if there is one. */
  void answer() {
    if (!answers.isEmpty()) {
      answers.remove(random.nextInt(answers.size())).run();
    }
  }

  @SuppressWarnings("unchecked")
  private AsyncTable<AdvancedScanResultConsumer> table() {
    return (AsyncTable<AdvancedScanResultConsumer>)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {AsyncTable.class},
            (proxy, method, arguments) -> {
              Scan scan = (Scan) arguments[0];
              List<String> rows = rows(scan);
              AdvancedScanResultConsumer consumer = (AdvancedScanResultConsumer) arguments[1];
              answers.add(() -> answer(rows, scan.getCaching(), consumer, true));
              return null;
            });
  }

  private List<String> rows(Scan scan) {
    boolean reversed = scan.isReversed();
    String start = Bytes.toString(scan.getStartRow());
    String stop = Bytes.toString(scan.getStopRow());
    List<String> rows =
        new ArrayList<>(
            new TreeSet<>(stored)
                .subSet(
                    reversed ? stop : start,
                    reversed ? scan.includeStopRow() : scan.includeStartRow(),
                    reversed ? start : stop,
                    reversed ? scan.includeStartRow() : scan.includeStopRow()));
    if (reversed) {
      Collections.reverse(rows);
    }
    return rows;
  }

  private void answer(
      List<String> rows, int caching, AdvancedScanResultConsumer consumer, boolean first) {
    List<String> piece = rows.subList(0, Math.min(rows.size(), caching));
    if (piece.stream().anyMatch(broken::contains)) {
      DoNotRetryIOException failure = new DoNotRetryIOException("broken " + piece);
      // HBase's client hands on what the first answer failed with, and wraps it later.
      consumer.onError(first ? failure : wrapped(failure));
    } else if (piece.isEmpty()) {
      consumer.onComplete();
    } else {
      consumer.onNext(piece.stream().map(ScriptedTable::row).toArray(Result[]::new), null);
      List<String> rest = rows.subList(piece.size(), rows.size());
      answers.add(() -> answer(rest, caching, consumer, false));
    }
  }

  private static RetriesExhaustedException wrapped(DoNotRetryIOException failure) {
    return new RetriesExhaustedException("after the first answer", failure);
  }
}
