package io.halite.coprocessor.master;

import io.halite.coprocessor.table.SpecMemory;
import io.halite.keys.SaltingSpec;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Why a table is not given another spec, and what to do instead.
 *
 * @param table the table as it is
 * @param from a text that names its spec
 * @param to a text that names the other spec
 * @param wrong whether its own spec is wrong
 */
record ChangeRefusal(TableDescriptor table, String from, String to, boolean wrong) {
  /** Returns what to throw, for a table that is disabled or not. */
  DoNotRetryIOException exception(boolean disabled, Optional<SaltingSpec> other) {
    return new DoNotRetryIOException(
        "table '"
            + table.getTableName()
            + "' "
            + (wrong ? "has a wrong spec" : "has rows, or files that may hold some")
            + ", and its spec cannot change from "
            + from
            + " to "
            + to
            + ": "
            + (disabled ? "" : "while it is enabled, regions change one by one, and ")
            + "rows stored under the old spec are not found under the new one; copy the rows into a"
            + " new table of the new spec, or, if no row matters, 'truncate' this one first"
            + (disabled
                ? vouching(other)
                : ", or, to correct a wrong spec, 'disable' the table first"));
  }

  /** Only who knows how the rows are stored can say it, also of a table that says it wrongly. */
  private String vouching(Optional<SaltingSpec> other) {
    String remembered =
        SpecMemory.of(table)
            .map(text -> "; %s says '%s'".formatted(SpecMemory.VALUE, text))
            .orElse("");
    return other
        .map(
            spec ->
                remembered
                    + "; if you know that all rows are stored under the new spec, say so: alter"
                    + " '%s', METADATA => {'%s' => '%s'}"
                        .formatted(table.getTableName(), SpecMemory.VALUE, spec))
        .orElse("");
  }
}
