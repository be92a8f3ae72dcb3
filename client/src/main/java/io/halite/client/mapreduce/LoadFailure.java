package io.halite.client.mapreduce;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;

/** Says what a load has left of the files of stored keys, and what loads the rest. Stateless. */
final class LoadFailure {
  private static final String AGAIN =
      "run this command again with all files; cells without a time get a later one then, and hide"
          + " what clients have written meanwhile";

  private LoadFailure() {}

  /**
   * Leaves the rest of the files, and returns an error that names it.
   *
   * @param cause why the load ended
   */
  static IOException of(Exception cause, StoredFiles stored, TableName table) {
    try {
      return new IOException(message(reason(cause), stored.leaveRest(), stored, table), cause);
    } catch (IOException | RuntimeException e) {
      IOException failure =
          new IOException(
              "%s; the state of the files of stored keys in '%s' is unknown, since %s: delete them,"
                      .formatted(reason(cause), stored.directory(), reason(e))
                  + " and "
                  + AGAIN,
              cause);
      failure.addSuppressed(e);
      return failure;
    }
  }

  private static String message(
      String reason, StoredFiles.Rest rest, StoredFiles stored, TableName table) {
    StringBuilder message = new StringBuilder(reason);
    if (rest.left() > 0) {
      message.append(
          "; %d of %d files of stored keys are not loaded and stay in '%s': when the cause is"
              .formatted(rest.left(), rest.all(), stored.directory()));
      message.append(
          " gone, load them by 'hbase completebulkload %s %s'"
              .formatted(stored.directory(), table));
    }
    if (rest.unknown() > 0) {
      message.append(
          "; of %d of %d files HBase does not say whether they are loaded: "
              .formatted(rest.unknown(), rest.all()));
      message.append(AGAIN);
    }
    return message.toString();
  }

  /** What the region said: HBase wraps it, and puts the stack of the server behind it. */
  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return Optional.ofNullable(cause.getMessage())
        .flatMap(message -> message.lines().findFirst())
        .orElse(cause.toString());
  }
}
