package io.halite.client.plugin;

import io.halite.routing.table.MarkException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;

/** Recognises failures after which the spec of a table has to be read again. Stateless. */
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

  /** Whether the table is gone or disabled, so that it may return with another spec. */
  static boolean isOfTable(Throwable answer) {
    return answer instanceof TableNotFoundException || answer instanceof TableNotEnabledException;
  }

  private static boolean isWrapper(Throwable answer) {
    return answer instanceof CompletionException
        || answer instanceof ExecutionException
        || answer instanceof RetriesExhaustedException
        || answer.getClass() == java.io.IOException.class;
  }
}
