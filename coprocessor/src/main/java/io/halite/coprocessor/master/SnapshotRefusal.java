package io.halite.coprocessor.master;

import io.halite.coprocessor.table.SpecMemory;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.TableAttributes;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.SnapshotDescription;

/**
 * Why no table is made of a snapshot whose descriptor and rows disagree, and what to do instead.
 *
 * @param snapshot the snapshot, with the name of the table that it was taken of
 * @param spec the spec of its attribute; empty if nothing loads the observer
 * @param remembered the text of the spec of its rows
 */
record SnapshotRefusal(
    SnapshotDescription snapshot, Optional<SaltingSpec> spec, Optional<String> remembered) {
  /** Returns what to throw. */
  DoNotRetryIOException exception() {
    TableName table = snapshot.getTableName();
    String rows = remembered.orElse("");
    return new DoNotRetryIOException(
        "snapshot '%s' of table '%s' has %s, but its rows are stored under '%s' (%s): clients would"
                .formatted(
                    snapshot.getName(),
                    table,
                    spec.map(given -> "the spec '" + given + "'").orElse("no spec"),
                    rows,
                    SpecMemory.VALUE)
            + " not find them under natural keys. If table '%s' still has these rows, correct its"
                .formatted(table)
            + " attribute and take another snapshot. If not, disable the table (create it with the"
            + " snapshot's families if it is gone), unset its coprocessor attribute if it has one,"
            + " alter '%s',".formatted(table)
            + " METADATA => {'%s' => '%s'}, restore_snapshot '%s', give it the attribute '%s', and"
                .formatted(
                    SpecMemory.VALUE, rows, snapshot.getName(), TableAttributes.salting(rows))
            + " enable it");
  }
}
