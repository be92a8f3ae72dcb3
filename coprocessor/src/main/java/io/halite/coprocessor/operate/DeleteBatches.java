package io.halite.coprocessor.operate;

import io.halite.keys.KeyBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.OperationStatus;

/**
 * The deletes of a walk, which a region applies in batches. Rows of a batch that failed stay: they
 * may be there, and their deletes may be sent again. Not thread-safe.
 */
final class DeleteBatches {
  private static final int MOST = 100;

  private final Applied applied;
  private final List<Mutation> ofRows = new ArrayList<>();

  /** A replicated region logs these apart, since no peer could read them. */
  private final List<Mutation> ofWrongRows = new ArrayList<>();

  private long done;

  /** What applies a batch. */
  interface Applied {
    OperationStatus[] by(Mutation[] deletes) throws IOException;
  }

  DeleteBatches(Applied applied) {
    this.applied = applied;
  }

  /** Adds a delete, and applies the batch that it fills. */
  void add(Delete delete, boolean isOfWrongRow) throws IOException {
    List<Mutation> batch = isOfWrongRow ? ofWrongRows : ofRows;
    batch.add(delete);
    if (batch.size() == MOST) {
      settle(batch);
    }
  }

  /** Applies the batches that are not full, too. */
  void settle() throws IOException {
    settle(ofRows);
    settle(ofWrongRows);
  }

  /** How many rows are deleted. */
  long done() {
    return done;
  }

  /** The first row, in stored order, whose delete is not known to be applied. */
  Optional<byte[]> left() {
    return Stream.of(ofRows, ofWrongRows)
        .flatMap(List::stream)
        .map(Mutation::getRow)
        .min(KeyBytes::compare);
  }

  private void settle(List<Mutation> deletes) throws IOException {
    if (deletes.isEmpty()) {
      return;
    }
    OperationStatus[] statuses = applied.by(deletes.toArray(Mutation[]::new));
    List<Mutation> failed = new ArrayList<>();
    String reason = "";
    for (int i = 0; i < statuses.length; i++) {
      if (statuses[i].getOperationStatusCode() != OperationStatusCode.SUCCESS) {
        failed.add(deletes.get(i));
        reason = statuses[i].getExceptionMsg();
      }
    }
    done += deletes.size() - failed.size();
    deletes.clear();
    deletes.addAll(failed);
    if (!failed.isEmpty()) {
      throw new IOException("a row was not deleted, others may be: " + reason);
    }
  }
}
