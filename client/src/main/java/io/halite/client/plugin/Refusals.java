package io.halite.client.plugin;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.MarkException;
import io.halite.routing.table.MixedBatch;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/** Recognises the failures of requests after which the plug-in goes on otherwise. Stateless. */
final class Refusals {
  private Refusals() {}

  /** Whether the owner refused the mark; then the request has not run. */
  static boolean isOfMark(Throwable answer) {
    if (answer instanceof RetriesExhaustedWithDetailsException list) {
      return list.getNumExceptions() > 0 && list.getCauses().stream().allMatch(Refusals::isOfMark);
    }
    return MarkException.isIn(answer)
        || (isWrapper(answer) && answer.getCause() != null && isOfMark(answer.getCause()));
  }

  /** Whether a region refused the batch for what stands beside a write; then nothing has run. */
  static boolean isOfBatch(Throwable answer) {
    return isOfMark(answer) || MixedBatch.isIn(answer);
  }

  /** The spec that the refusal of a mark shows; empty if it shows none that can be read. */
  static Optional<SaltingSpec> spec(Throwable refusal) {
    if (refusal instanceof RetriesExhaustedWithDetailsException list) {
      return spec(list.getCause(0));
    }
    return MarkException.isIn(refusal) || refusal.getCause() == null
        ? MarkException.spec(refusal)
        : spec(refusal.getCause());
  }

  /** Whether the user may not do what the request asks for. */
  static boolean isOfRights(Throwable answer) {
    if (answer instanceof RetriesExhaustedWithDetailsException list) {
      return list.getCauses().stream().anyMatch(Refusals::isOfRights);
    }
    return answer instanceof AccessDeniedException
        || (isWrapper(answer) && answer.getCause() != null && isOfRights(answer.getCause()));
  }

  /** Whether the waiting thread was interrupted; Java makes time-outs a subclass of the same. */
  static boolean isOfInterruption(IOException failure) {
    return failure instanceof InterruptedIOException
        && !(failure instanceof SocketTimeoutException);
  }

  /** Whether the table is gone or disabled, so that it may return with another spec. */
  static boolean isOfTable(Throwable answer) {
    return answer instanceof TableNotFoundException
        || answer instanceof TableNotEnabledException
        || (isWrapper(answer) && answer.getCause() != null && isOfTable(answer.getCause()));
  }

  private static boolean isWrapper(Throwable answer) {
    return answer instanceof CompletionException
        || answer instanceof ExecutionException
        || answer instanceof RetriesExhaustedException
        || answer.getClass() == java.io.IOException.class;
  }
}
