package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.rights.Asker;
import io.halite.coprocessor.rights.Judged;
import io.halite.filters.natural.FilterAdmission;
import io.halite.routing.merge.ScanMemory;
import io.halite.routing.table.Mark;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Reads rows under a salt that gives each natural key one stored key.
 *
 * <p>Under {@code hash(*) % 16} a get of {@code 41 54 4C} becomes one get of {@code 0C·41 54 4C}.
 * The gets of a multi request that follow each other are read together, see {@link ReadAhead}.
 * Thread-safe.
 */
final class SinglePlaceRowReads implements RowReads {
  private final byte[] regionName;
  private final SaltedTable table;
  private final Forwards forwards;

  SinglePlaceRowReads(byte[] regionName, SaltedTable table, Forwards forwards) {
    this.regionName = regionName;
    this.table = table;
    this.forwards = forwards;
  }

  @Override
  public List<Cell> cells(Judged<Get> judged) throws IOException {
    Result stored = read(judged);
    return stored.isEmpty()
        ? List.of()
        : table.reading(() -> table.results().cells(stored.rawCells()));
  }

  @Override
  public boolean exists(Judged<Get> judged) throws IOException {
    return Boolean.TRUE.equals(read(judged).getExists());
  }

  @Override
  public Result byEntry(Get natural, Budget budget) throws IOException {
    FilterAdmission.ofRow(natural.getFilter()).require();
    Result stored = readOne(natural, budget);
    return table.reading(() -> table.results().of(stored));
  }

  private Result read(Judged<Get> judged) throws IOException {
    Get natural = judged.request();
    FilterAdmission.ofRow(natural.getFilter()).require();
    ClientRequest request = ClientRequest.current();
    // A get that was read ahead has not been narrowed.
    Optional<Result> fetched = judged.isNarrowed() ? Optional.empty() : readAhead(natural, request);
    return fetched.isPresent() ? fetched.get() : readOne(natural, forwards.budget(request));
  }

  /** The answer that was read together with others; empty if the get is to be read by itself. */
  private Optional<Result> readAhead(Get natural, ClientRequest request) throws IOException {
    Optional<Result> fetched = ReadAhead.take(request, natural);
    if (fetched.isEmpty()) {
      List<Get> run = request.run(regionName, natural.getRow(), ReadAhead.MOST, this::isPlain);
      run.forEach(next -> Asker.nameAlike(natural, next));
      if (run.size() > 1) {
        MemoryAccount.Share memory = forwards.answersOfBatches().share();
        ReadAhead.keep(request, run, readAll(run, request, memory), memory);
        fetched = ReadAhead.take(request, natural);
      }
    }
    return fetched.filter(answer -> !AheadLimit.isCut(answer));
  }

  /**
   * Whether a get may be read ahead, before the region's coprocessors have judged it. A get that is
   * refused for its key or its attributes never reaches an owner.
   */
  private boolean isPlain(Get natural) {
    return natural.getFilter() == null
        && !Asker.isOn(natural)
        && !Mark.isOn(natural)
        && !IndexGateway.isFor(natural)
        && !table.salt().places(natural.getRow()).isEmpty();
  }

  private Object[] readAll(List<Get> run, ClientRequest request, ScanMemory memory)
      throws IOException {
    int bytes = memory.isShort() ? AheadLimit.SHORT_BYTES : AheadLimit.BYTES;
    List<Get> stored = new ArrayList<>(run.size());
    for (Get natural : run) {
      stored.add(AheadLimit.putOn(stored(natural), run.size(), bytes));
    }
    return forwards.toMany(
        forwards.budget(request), 0, (owners, within) -> owners.send(stored, within));
  }

  private Result readOne(Get natural, Budget budget) throws IOException {
    if (table.salt().places(natural.getRow()).isEmpty()) {
      return Result.create(Collections.emptyList(), false);
    }
    Get stored = stored(natural);
    return forwards.toOne(budget, 0, (owner, within) -> owner.get(stored, within));
  }

  private Get stored(Get natural) throws IOException {
    return AheadLimit.takeOff(
        table.reads().copy(table.salt().places(natural.getRow()).get(0), natural));
  }
}
