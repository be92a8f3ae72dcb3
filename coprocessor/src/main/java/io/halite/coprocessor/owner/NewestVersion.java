package io.halite.coprocessor.owner;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * Deletes of the newest version of a cell, whichever that is when the owner applies them. Applied
 * twice, such a delete removes two versions.
 *
 * <p>Example: {@code new Delete(row).addColumn(f, q)}. A delete of all versions ({@code
 * addColumns}), or of the version of a given time, may be applied again. Stateless.
 */
final class NewestVersion {
  private NewestVersion() {}

  /** Whether a request deletes a newest version. */
  static boolean isDeletedBy(Row request) {
    if (request instanceof RowMutations row) {
      return row.getMutations().stream().anyMatch(NewestVersion::isDeletedBy);
    }
    return request instanceof Delete delete
        && delete.getFamilyCellMap().values().stream()
            .anyMatch(cells -> cells.stream().anyMatch(NewestVersion::isDeletedBy));
  }

  private static boolean isDeletedBy(Cell cell) {
    return cell.getType() == Cell.Type.Delete && cell.getTimestamp() == HConstants.LATEST_TIMESTAMP;
  }

  /** The error for the client if the owner did not answer, which HBase's client does not repeat. */
  static IOException unknown(IOException seen) {
    return new DoNotRetryIOException(
        "the owner region did not answer, and whether it applied the delete of a newest version is"
            + " unknown: HBase's client does not repeat it, since a repeat would delete the version"
            + " before it, too; read the row before you send it again ("
            + seen
            + ")",
        seen);
  }
}
