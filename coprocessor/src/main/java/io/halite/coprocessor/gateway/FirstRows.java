package io.halite.coprocessor.gateway;

import io.halite.routing.merge.ScanMemory;
import io.halite.routing.merge.SortedRows;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Returns rows that are known already, and then others.
 *
 * <p>One reader at a time; {@link #close} may come from any thread.
 */
final class FirstRows implements SortedRows {
  private final Queue<Result> first;
  private final Optional<SortedRows> others;
  private final ScanMemory memory;

  /**
   * Returns {@code first} and then {@code others}, if there are any.
   *
   * @param memory what has counted {@code first}; each of these rows is taken off when it is polled
   */
  FirstRows(List<Result> first, Optional<SortedRows> others, ScanMemory memory) {
    this.first = new ArrayDeque<>(first);
    this.others = others;
    this.memory = memory;
  }

  @Override
  public @Nullable Result poll() throws IOException {
    Result known = first.poll();
    if (known != null) {
      memory.add(-Result.getTotalSizeOfCells(known));
      return known;
    }
    return others.isEmpty() ? null : others.get().poll();
  }

  @Override
  public boolean isExhausted() {
    return first.isEmpty() && others.map(SortedRows::isExhausted).orElse(true);
  }

  @Override
  public boolean isFilterDone() throws IOException {
    return first.isEmpty() && others.isPresent() && others.get().isFilterDone();
  }

  @Override
  public void await(long millis) throws InterruptedException {
    if (first.isEmpty() && others.isPresent()) {
      others.get().await(millis);
    }
  }

  @Override
  public void close() {
    others.ifPresent(SortedRows::close);
  }
}
