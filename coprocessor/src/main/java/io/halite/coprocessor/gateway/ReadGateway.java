package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.Budgets;
import io.halite.coprocessor.owner.HandlerPermits.Permit;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.rights.Asker;
import io.halite.coprocessor.rights.Judged;
import io.halite.filters.natural.FilterAdmission;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.merge.JoinedRows;
import io.halite.routing.merge.PlainReading;
import io.halite.routing.table.Mark;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/** The getting side of one gateway region. */
public final class ReadGateway {
  private final byte[] regionName;
  private final SaltedTable table;
  private final OwnerConnection owners;
  private final Budgets budgets;
  private final FamilyRules families;
  private final IndexGateway indexes;

  /** A gateway. */
  public ReadGateway(
      byte[] regionName,
      SaltedTable table,
      OwnerConnection owners,
      Budgets budgets,
      FamilyRules families,
      IndexGateway indexes) {
    this.regionName = regionName;
    this.table = table;
    this.owners = owners;
    this.budgets = budgets;
    this.families = families;
    this.indexes = indexes;
  }

  /** Adds the cells of the row; of a get that only asks for existence, one cell if it exists. */
  public void get(Judged<Get> judged, List<Cell> cells) throws IOException {
    Get natural = judged.request();
    if (IndexGateway.isAsked(natural)) {
      getByIndex(natural, cells);
      return;
    }
    if (!table.salt().isSinglePlace()) {
      List<Cell> joined = join(natural);
      boolean existence = natural.isCheckExistenceOnly() && !joined.isEmpty();
      cells.addAll(
          existence ? List.of(PrivateCellUtil.createFirstOnRow(natural.getRow())) : joined);
      return;
    }
    Result stored = read(judged);
    if (natural.isCheckExistenceOnly()) {
      if (Boolean.TRUE.equals(stored.getExists())) {
        cells.add(PrivateCellUtil.createFirstOnRow(natural.getRow()));
      }
    } else if (!stored.isEmpty()) {
      cells.addAll(table.reading(() -> table.results().cells(stored.rawCells())));
    }
  }

  /** Whether the row exists. */
  public boolean exists(Judged<Get> judged) throws IOException {
    Get natural = judged.request();
    if (IndexGateway.isAsked(natural)) {
      return indexes.exists(natural, this::byKey);
    }
    return table.salt().isSinglePlace()
        ? Boolean.TRUE.equals(read(judged).getExists())
        : !join(natural).isEmpty();
  }

  private void getByIndex(Get natural, List<Cell> cells) throws IOException {
    if (natural.isCheckExistenceOnly()) {
      if (indexes.exists(natural, this::byKey)) {
        cells.add(PrivateCellUtil.createFirstOnRow(natural.getRow()));
      }
      return;
    }
    Result found = indexes.find(natural, this::byKey);
    if (!found.isEmpty()) {
      cells.addAll(found.listCells());
    }
  }

  /** A row that an index names, whatever else the request asks for. */
  private Result byKey(Get natural) throws IOException {
    if (!table.salt().isSinglePlace()) {
      return Result.create(join(natural));
    }
    FilterAdmission.ofRow(natural.getFilter()).require();
    Result stored = readOne(natural, ClientRequest.current());
    return table.reading(() -> table.results().of(stored));
  }

  /** What a plain table would give of a row that lies in many places. */
  private List<Cell> join(Get natural) throws IOException {
    FilterAdmission.ofRow(natural.getFilter()).require();
    List<byte[]> homes = table.salt().places(natural.getRow());
    owners.copyLimit().checkWithoutFilter(natural, homes.size(), table);
    List<Get> stored = new ArrayList<>();
    for (byte[] place : homes) {
      stored.add(AheadLimit.takeOff(table.reads().copyForJoin(place, natural)));
    }
    Object[] answers = stored.isEmpty() ? new Object[0] : send(stored, ClientRequest.current());
    List<Result> places = new ArrayList<>(answers.length);
    for (Object answer : answers) {
      if (answer instanceof IOException refusal) {
        throw refusal;
      }
      places.add((Result) answer);
    }
    List<Cell> row = table.reading(() -> JoinedRows.join(places, table.results()));
    return row.isEmpty()
        ? row
        : new PlainReading(new Scan(natural), families, EnvironmentEdgeManager::currentTime)
            .read(row);
  }

  private Object[] send(List<Get> stored, ClientRequest request) throws IOException {
    try (Permit permit = owners.permits().acquire()) {
      return owners.batch(table.name()).send(stored, budgets.of(request));
    }
  }

  private Result read(Judged<Get> judged) throws IOException {
    Get natural = judged.request();
    FilterAdmission.ofRow(natural.getFilter()).require();
    ClientRequest request = ClientRequest.current();
    if (judged.isNarrowed()) {
      // What is read ahead has not been narrowed.
      return readOne(natural, request);
    }
    Result fetched = ReadAhead.take(request, natural);
    if (fetched != null) {
      return AheadLimit.isCut(fetched) ? readOne(natural, request) : fetched;
    }
    List<Get> run = request.run(regionName, natural.getRow(), ReadAhead.MOST, this::isPlain);
    run.forEach(next -> Asker.nameAlike(natural, next));
    if (run.size() > 1) {
      ReadAhead.keep(request, run, readAll(run, request));
      fetched = ReadAhead.take(request, natural);
    }
    return fetched == null || AheadLimit.isCut(fetched) ? readOne(natural, request) : fetched;
  }

  /** Whether a get that nobody has judged yet may be read ahead: refused ones reach no owner. */
  private boolean isPlain(Get natural) {
    return natural.getFilter() == null
        && !Asker.isOn(natural)
        && !Mark.isOn(natural)
        && !IndexGateway.isAsked(natural)
        && !table.salt().places(natural.getRow()).isEmpty();
  }

  private Object[] readAll(List<Get> run, ClientRequest request) throws IOException {
    List<Get> stored = new ArrayList<>(run.size());
    for (Get natural : run) {
      stored.add(AheadLimit.putOn(stored(natural), run.size()));
    }
    return send(stored, request);
  }

  private Result readOne(Get natural, ClientRequest request) throws IOException {
    if (table.salt().places(natural.getRow()).isEmpty()) {
      return Result.create(Collections.emptyList(), false);
    }
    Get stored = stored(natural);
    try (Permit permit = owners.permits().acquire()) {
      return owners.calls(table.name()).get(stored, budgets.of(request));
    }
  }

  private Get stored(Get natural) throws IOException {
    return AheadLimit.takeOff(
        table.reads().copy(table.salt().places(natural.getRow()).get(0), natural));
  }
}
