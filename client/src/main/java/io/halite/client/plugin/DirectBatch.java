package io.halite.client.plugin;

import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Sends a list of requests of any kind in one {@code batch} of HBase's own table: each under its
 * stored key to its owner, or as it is to its gateway where {@link Routing} leaves it so.
 *
 * <p>An owner refuses the mark of an outdated spec before it runs anything. Only such requests are
 * sent a second time, after the spec is read again. Thread-safe.
 */
final class DirectBatch {
  private final Table real;
  private final TableSpecs specs;

  DirectBatch(Table real, TableSpecs specs) {
    this.real = real;
    this.specs = specs;
  }

  /** A way to send a list and put each answer at its position. */
  private interface Sending {
    void send(Routing routing, List<Row> naturals, List<Row> stored, Object[] answers)
        throws IOException, InterruptedException;
  }

  /** As {@link Table#batch}. */
  void run(List<? extends Row> naturals, Object @Nullable [] results)
      throws IOException, InterruptedException {
    run(naturals, results, (routing, asked, stored, answers) -> real.batch(stored, answers));
  }

  /** As {@link Table#batchCallback}. */
  <R> void run(
      List<? extends Row> naturals,
      Object @Nullable [] results,
      Batch.@Nullable Callback<R> callback)
      throws IOException, InterruptedException {
    run(
        naturals,
        results,
        (routing, asked, stored, answers) ->
            real.batchCallback(stored, answers, naturally(routing, asked, stored, callback)));
  }

  private void run(List<? extends Row> naturals, Object @Nullable [] results, Sending sending)
      throws IOException, InterruptedException {
    if (results != null && results.length != naturals.size()) {
      throw new IllegalArgumentException(
          results.length + " results for " + naturals.size() + " actions: give one for each");
    }
    Object[] all = results == null ? new Object[naturals.size()] : results;
    Failures failures = new Failures();
    List<Integer> every = IntStream.range(0, naturals.size()).boxed().toList();
    Optional<SaltedTable> table = specs.of(real.getName());
    List<Integer> refused = attempt(table, naturals, every, all, failures, sending, false);
    if (!refused.isEmpty()) {
      table = specs.reread(real.getName(), table);
      attempt(table, naturals, refused, all, failures, sending, true);
    }
    if (!failures.isEmpty()) {
      throw failures.exception();
    }
  }

  /**
   * Sends the requests at the positions {@code open}; returns the positions of those whose mark was
   * refused.
   */
  private List<Integer> attempt(
      Optional<SaltedTable> table,
      List<? extends Row> naturals,
      List<Integer> open,
      Object[] results,
      Failures failures,
      Sending sending,
      boolean last)
      throws IOException, InterruptedException {
    Routing routing = new Routing(table);
    List<Row> asked = new ArrayList<>(open.size());
    List<Row> stored = new ArrayList<>(open.size());
    Map<Row, Integer> positions = new IdentityHashMap<>();
    for (int position : open) {
      Row natural = naturals.get(position);
      asked.add(natural);
      stored.add(routing.route(natural));
      positions.put(stored.get(stored.size() - 1), position);
    }
    Object[] answers = new Object[open.size()];
    List<Integer> refused = new ArrayList<>();
    try {
      sending.send(routing, asked, stored, answers);
    } catch (RetriesExhaustedWithDetailsException e) {
      for (int i = 0; i < e.getNumExceptions(); i++) {
        Integer position = positions.get(e.getRow(i));
        if (Refusals.isOfTable(e.getCause(i))) {
          specs.forget(real.getName());
        }
        if (position != null && !last && Refusals.isOfMark(e.getCause(i))) {
          refused.add(position);
        } else {
          failures.add(e, i, position == null ? e.getRow(i) : naturals.get(position));
        }
      }
    } finally {
      for (int i = 0; i < answers.length; i++) {
        results[open.get(i)] = routing.answer(asked.get(i), stored.get(i), answers[i]);
      }
    }
    return refused;
  }

  private static <R> Batch.@Nullable Callback<R> naturally(
      Routing routing, List<Row> naturals, List<Row> stored, Batch.@Nullable Callback<R> callback) {
    if (callback == null) {
      return null;
    }
    Map<byte[], byte[]> routed = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (int i = 0; i < naturals.size(); i++) {
      if (naturals.get(i) != stored.get(i)) {
        routed.put(stored.get(i).getRow(), naturals.get(i).getRow());
      }
    }
    return (region, row, answer) -> {
      byte[] natural = routed.get(row);
      if (natural == null) {
        callback.update(region, row, answer);
      } else {
        callback.update(region, natural, routing.shown(answer));
      }
    };
  }
}
