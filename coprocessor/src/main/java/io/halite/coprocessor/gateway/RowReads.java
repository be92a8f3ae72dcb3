package io.halite.coprocessor.gateway;

import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.rights.Judged;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/** Reads rows by their natural keys from their owners, as the places of the salt require. */
sealed interface RowReads permits SinglePlaceRowReads, MultiPlaceRowReads {
  /** Reads in one gateway region, as the salt of {@code table} requires. */
  static RowReads of(
      SaltedTable table, byte[] regionName, Forwards forwards, FamilyRules families) {
    return table.salt().isSinglePlace()
        ? new SinglePlaceRowReads(regionName, table, forwards)
        : new MultiPlaceRowReads(table, forwards, families);
  }

  /** The cells of a row under its natural key; no cells if there is no such row. */
  List<Cell> cells(Judged<Get> judged) throws IOException;

  /** Whether the row exists. */
  boolean exists(Judged<Get> judged) throws IOException;

  /**
   * A row that an entry of an index names, whatever else the request being served reads, within
   * what is left of the time of that read.
   */
  Result byEntry(Get natural, Budget budget) throws IOException;
}
