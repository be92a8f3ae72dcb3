package io.halite.coprocessor.write;

import io.halite.client.route.ManyPlaces;
import io.halite.coprocessor.write.WriteFrame.Write;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * The writes of one batch where each becomes any number of stored ones: a put one for each of its
 * time stamps, a delete one for each place of its row.
 *
 * <p>A write has failed if one of its stored writes has; the others may have been applied, and are
 * hidden or written again when it is repeated.
 */
final class PlacedWrites {
  private final List<Mutation> stored = new ArrayList<>();
  private final List<Placed> writes = new ArrayList<>();

  /** One write: its refusal, or the stored writes {@code from} to {@code to}. */
  private record Placed(IOException refusal, int from, int to) {}

  /** The stored writes of a batch, all stamped with one time. */
  PlacedWrites(List<Write> batch, ManyPlaces places, long now) {
    for (Write write : batch) {
      int from = stored.size();
      IOException refusal = write.refusal();
      if (refusal == null) {
        try {
          stored.addAll(places.copies(write.natural(), now));
        } catch (IOException e) {
          refusal = e;
        }
      }
      writes.add(new Placed(refusal, from, stored.size()));
    }
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
