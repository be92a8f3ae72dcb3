package io.halite.coprocessor.gateway;

import io.halite.coprocessor.gateway.WriteFrame.Write;
import io.halite.coprocessor.owner.CopyLimit;
import io.halite.routing.table.MultiPlaceWrites;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/**
 * The first writes of a batch, as many as may be copied at once, where each becomes any number of
 * stored ones: a put one for each of its time stamps, a delete one for each place of its row.
 *
 * <p>A write has failed if one of its stored writes has; the others may have been applied, and are
 * hidden or written again when it is repeated.
 */
final class PlacedWrites {
  /** A put without cells and attributes. */
  private static final int PUT_BYTES = 256;

  private final List<Mutation> stored = new ArrayList<>();
  private final List<Placed> writes = new ArrayList<>();

  /** One write: its refusal, or the stored writes {@code from} to {@code to}. */
  private record Placed(IOException refusal, int from, int to) {}

  /**
   * The stored writes of a batch that is not empty, all stamped with one time.
   *
   * @param limit how large the copies may be: of all writes, else those that follow are left out;
   *     of a single one, else it is refused
   */
  PlacedWrites(
      List<Write> batch, MultiPlaceWrites places, long now, CopyLimit limit, Object table) {
    long room = limit.bytes();
    for (Write write : batch) {
      int count = write.refusal() == null ? places.count(write.natural()) : 0;
      long size = size(write.natural());
      // A single one that is larger is refused below, before it takes any room.
      if (!writes.isEmpty() && count > 0 && size <= limit.bytes() / count && size * count > room) {
        return;
      }
      room -= add(write, places, now, () -> limit.check(size, count, table)) ? size * count : 0;
    }
  }

  private interface Check {
    void pass() throws IOException;
  }

  private boolean add(Write write, MultiPlaceWrites places, long now, Check check) {
    int from = stored.size();
    IOException refusal = write.refusal();
    if (refusal == null) {
      try {
        check.pass();
        stored.addAll(places.copies(write.natural(), now));
      } catch (IOException e) {
        refusal = e;
      }
    }
    writes.add(new Placed(refusal, from, stored.size()));
    return refusal == null;
  }

  /** What each copy of a write has: all of a delete, and of a put what its cells share. */
  private static long size(Mutation natural) {
    return natural instanceof Put ? PUT_BYTES + CopyLimit.attributes(natural) : natural.heapSize();
  }

  /** How many writes of the batch these are. */
  int count() {
    return writes.size();
  }

  List<Mutation> stored() {
    return stored;
  }

  /** Why the write of this number has failed, given the answers to all stored ones; null if not. */
  IOException failure(int number, Object[] answers) {
    Placed write = writes.get(number);
    if (write.refusal() != null) {
      return write.refusal();
    }
    for (int i = write.from(); i < write.to(); i++) {
      if (answers[i] instanceof IOException failure) {
        return failure;
      }
    }
    return null;
  }
}
