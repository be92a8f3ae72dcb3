package io.halite.coprocessor.master;

import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;

/**
 * Why a snapshot is not restored into a table of another spec, and what to do instead.
 *
 * @param table the table as it is
 * @param now a text that names its spec
 * @param then a text that names the spec of the snapshot
 * @param rowsAlike whether both specs store rows alike
 */
record RestoreRefusal(TableName table, String now, String then, boolean rowsAlike) {
  /** Returns what to throw. */
  DoNotRetryIOException exception() {
    return new DoNotRetryIOException(
        "table '"
            + table
            + "' has "
            + now
            + " and the snapshot "
            + then
            + ": "
            + (rowsAlike
                ? "rows are stored alike under both, but restoring it would change the rest of the"
                    + " spec, such as its indexes; 'alter' the disabled table to what the snapshot"
                    + " has, restore the snapshot, 'alter' the table back, and run 'fill_index' for"
                    + " each of its indexes"
                : "restoring it would change how clients' keys are stored; 'clone_snapshot' into"
                    + " another table, or 'alter' the table to what the snapshot has first"));
  }
}
