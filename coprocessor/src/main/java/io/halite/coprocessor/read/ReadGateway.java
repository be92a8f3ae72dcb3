package io.halite.coprocessor.read;

import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.owner.HandlerPermits.Permit;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.rpc.ClientRequest;
import io.halite.coprocessor.table.SaltedTable;
import io.halite.filters.natural.FilterAdmission;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/** The getting side of one gateway region. */
public final class ReadGateway {
  private final SaltedTable table;
  private final OwnerConnection owners;
  private final Function<ClientRequest, Budget> budgets;

  /** A gateway. */
  public ReadGateway(
      SaltedTable table, OwnerConnection owners, Function<ClientRequest, Budget> budgets) {
    this.table = table;
    this.owners = owners;
    this.budgets = budgets;
  }

  /** Adds the cells of the row; of a get that only asks for existence, one cell if it exists. */
  public void get(Get natural, List<Cell> cells) throws IOException {
    Result stored = read(natural);
    if (natural.isCheckExistenceOnly()) {
      if (Boolean.TRUE.equals(stored.getExists())) {
        cells.add(new KeyValue(natural.getRow()));
      }
    } else if (!stored.isEmpty()) {
      cells.addAll(table.reading(() -> table.results().cells(stored.rawCells())));
    }
  }

  /** Whether the row exists. */
  public boolean exists(Get natural) throws IOException {
    return Boolean.TRUE.equals(read(natural).getExists());
  }

  private Result read(Get natural) throws IOException {
    FilterAdmission.ofRow(natural.getFilter()).require();
    List<byte[]> places = table.salt().places(natural.getRow());
    if (places.isEmpty()) {
      return Result.create(Collections.emptyList(), false);
    }
    Get stored = table.reads().copy(places.get(0), natural);
    try (Permit permit = owners.permits().acquire()) {
      return owners.calls(table.name()).get(stored, budgets.apply(ClientRequest.current()));
    }
  }
}
