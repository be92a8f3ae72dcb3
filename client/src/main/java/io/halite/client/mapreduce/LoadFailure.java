package io.halite.client.mapreduce;

import io.halite.routing.failure.FailureText;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
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
      return of(cause, stored.leaveRest(), stored.directory(), table);
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

  private static IOException of(
      Exception cause, StoredFiles.Rest rest, Path directory, TableName table) {
    return new IOException(
        reason(cause)
            + (rest.left() == 0
                ? ""
                : "; %d of %d files of stored keys are not loaded and stay in '%s': when the"
                        .formatted(rest.left(), rest.all(), directory)
                    + " cause is gone, load them by"
                    + " 'hbase completebulkload -Dcreate.table=no %s %s'"
                        .formatted(directory, table))
            + (rest.left() + rest.unknown() == 0
                ? "; all %d files of stored keys are loaded: do not load them again"
                    .formatted(rest.all())
                : "")
            + (rest.unknown() == 0
                ? ""
                : "; of %d of %d files HBase does not say whether they are loaded: %s"
                    .formatted(rest.unknown(), rest.all(), AGAIN)),
        cause);
  }

  /** What the region said: HBase wraps it, and puts the stack of the server behind it. */
  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return FailureText.firstLine(cause);
  }
}
