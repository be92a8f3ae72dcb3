package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.rights.Judged;
import io.halite.filters.natural.FilterAdmission;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.merge.PlainReading;
import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.StoredReads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Reads rows whose cells lie in several places, and joins them to what a plain table would give.
 *
 * <p>Under {@code random % 16} a get of {@code 41 54 4C} becomes the gets of {@code 00·41 54 4C} to
 * {@code 0F·41 54 4C}. Thread-safe.
 */
final class MultiPlaceRowReads implements RowReads {
  private final SaltedTable table;
  private final Forwards forwards;
  private final FamilyRules families;

  /**
   * Reads a row by the gets of its places.
   *
   * @param <T> what it returns
   */
  private interface Reads<T> {
    T of(List<Get> stored, PlaceReads.Owners owners) throws IOException;
  }

  MultiPlaceRowReads(SaltedTable table, Forwards forwards, FamilyRules families) {
    this.table = table;
    this.forwards = forwards;
    this.families = families;
  }

  @Override
  public List<Cell> cells(Judged<Get> judged) throws IOException {
    return join(judged.request(), forwards.budget(ClientRequest.current()));
  }

  @Override
  public boolean exists(Judged<Get> judged) throws IOException {
    Get natural = judged.request();
    return StoredReads.existsIfAnyPlaceDoes(natural)
        ? read(natural, forwards.budget(ClientRequest.current()), PlaceReads::exist, false)
        : !cells(judged).isEmpty();
  }

  @Override
  public Result byEntry(Get natural, Budget budget) throws IOException {
    return Result.create(join(natural, budget));
  }

  private List<Cell> join(Get natural, Budget budget) throws IOException {
    FilterAdmission.ofRow(natural.getFilter()).require();
    PlainReading reading =
        new PlainReading(ofOneRow(natural), families, EnvironmentEdgeManager::currentTime);
    try (MemoryAccount.Share memory = forwards.answers().share()) {
      PlaceReads reads = new PlaceReads(table, reading, forwards.answers(), memory);
      List<Cell> row = read(natural, budget, reads::joined, List.of());
      return row.isEmpty() ? row : reading.read(row);
    }
  }

  /** Reads the places of a row, or returns {@code nothing} if the key has none. */
  private <T> T read(Get natural, Budget budget, Reads<T> reads, T nothing) throws IOException {
    List<byte[]> places = table.salt().places(natural.getRow());
    long copies = forwards.copyLimit().checkWithoutFilter(natural, places.size(), table);
    if (places.isEmpty()) {
      return nothing;
    }
    List<Get> stored = new ArrayList<>();
    for (byte[] place : places) {
      stored.add(AheadLimit.takeOff(table.reads().copyForJoin(place, natural)));
    }
    return forwards.toMany(
        budget,
        copies,
        (owners, within) -> reads.of(stored, gets -> owners.sendInParts(gets, within)));
  }

  /** All rows that an index finds come with one filter, and filters keep what they have seen. */
  private static Scan ofOneRow(Get natural) throws IOException {
    Scan scan = new Scan(natural);
    return scan.hasFilter()
        ? scan.setFilter(ProtobufUtil.toFilter(ProtobufUtil.toFilter(scan.getFilter())))
        : scan;
  }
}
