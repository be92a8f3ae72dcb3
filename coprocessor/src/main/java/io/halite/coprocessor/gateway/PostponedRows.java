package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;

/**
 * Those rows of the request being served for which a write has failed such that its client repeats
 * it. Later writes of such a row fail alike, since the repeated write would come after them.
 *
 * <p>Example: of {@code put A, delete A} the gateway cannot write the index entry of the put. If it
 * applied the delete, the client would repeat the put alone, and the deleted row would be back.
 *
 * <p>HBase serves a multi request in several batches, so rows are remembered until the request has
 * ended. A thread without a call remembers none, since nobody tells it of an end: HBase hides the
 * client's call from a request that the server sends to itself in the middle of it. Not
 * thread-safe: the rows belong to the handler of the request.
 */
final class PostponedRows {
  private static final ThreadLocal<PostponedRows> CURRENT = new ThreadLocal<>();
  private static final Runnable FORGET = CURRENT::remove;

  private final ClientRequest request;
  private final Map<Row, IOException> failures = new HashMap<>();

  private record Row(TableName table, ByteBuffer key) {}

  private PostponedRows(ClientRequest request) {
    this.request = request;
  }

  /** The rows of this request, which the current thread serves. */
  static PostponedRows of(ClientRequest request) {
    if (!ClientRequest.isServed()) {
      return new PostponedRows(request);
    }
    PostponedRows known = CURRENT.get();
    if (known != null && known.request == request) {
      return known;
    }
    CURRENT.remove();
    return new PostponedRows(request);
  }

  /** Returns the same writes; those that follow a postponed one of their row are refused. */
  List<Write> inOrder(TableName table, List<Write> writes) {
    if (failures.isEmpty() && writes.stream().allMatch(Write.Salted.class::isInstance)) {
      return writes;
    }
    List<Write> ordered = new ArrayList<>(writes.size());
    for (Write write : writes) {
      write.refusal().ifPresent(refusal -> add(table, write.natural().getRow(), refusal));
      ordered.add(
          write.refusal().isPresent()
              ? write
              : why(table, write.natural().getRow())
                  .<Write>map(earlier -> new Write.Refused(write.natural(), earlier))
                  .orElse(write));
    }
    return ordered;
  }

  /** Why an earlier write of the row failed; empty if none did, or if it is not repeated. */
  Optional<IOException> why(TableName table, byte[] row) {
    return Optional.ofNullable(failures.get(row(table, row)));
  }

  /** Remembers that a write of the row has failed, unless its client does not repeat it. */
  void add(TableName table, byte[] row, IOException failure) {
    if (!(failure instanceof DoNotRetryIOException)) {
      failures.putIfAbsent(row(table, row), failure);
      if (ClientRequest.isServed()) {
        CURRENT.set(this);
        request.atEnd(FORGET);
      }
    }
  }

  /**
   * Remembers what became of some writes.
   *
   * @param outcomes for each write why it has failed; empty if it has not
   */
  void add(TableName table, List<Write> writes, List<Optional<IOException>> outcomes) {
    for (int i = 0; i < outcomes.size(); i++) {
      byte[] row = writes.get(i).natural().getRow();
      outcomes.get(i).ifPresent(failure -> add(table, row, failure));
    }
  }

  private static Row row(TableName table, byte[] key) {
    return new Row(table, ByteBuffer.wrap(key));
  }
}
