package io.halite.coprocessor.gateway;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.Budget;
import io.halite.coprocessor.owner.MemoryAccount;
import io.halite.coprocessor.rights.Judged;
import io.halite.filters.natural.FilterAdmission;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.merge.PlainReading;
import io.halite.routing.table.SaltedTable;
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
    return !cells(judged).isEmpty();
  }

  @Override
  public Result byEntry(Get natural, Budget budget) throws IOException {
    return Result.create(join(natural, budget));
  }

  private List<Cell> join(Get natural, Budget budget) throws IOException {
    FilterAdmission.ofRow(natural.getFilter()).require();
    List<byte[]> places = table.salt().places(natural.getRow());
    long copies = forwards.copyLimit().checkWithoutFilter(natural, places.size(), table);
    if (places.isEmpty()) {
      return List.of();
    }
    List<Get> stored = new ArrayList<>();
    for (byte[] place : places) {
      stored.add(AheadLimit.takeOff(table.reads().copyForJoin(place, natural)));
    }
    PlainReading reading =
        new PlainReading(ofOneRow(natural), families, EnvironmentEdgeManager::currentTime);
    try (MemoryAccount.Share memory = forwards.answers().share()) {
      PlaceReads reads = new PlaceReads(table, reading, forwards.answers(), memory);
      List<Cell> row =
          forwards.toMany(
              budget,
              copies,
              (owners, within) -> reads.joined(stored, gets -> owners.send(gets, within)));
      return row.isEmpty() ? row : reading.read(row);
    }
  }

  /** All rows that an index finds come with one filter, and filters keep what they have seen. */
  private static Scan ofOneRow(Get natural) throws IOException {
    Scan scan = new Scan(natural);
    return scan.hasFilter()
        ? scan.setFilter(ProtobufUtil.toFilter(ProtobufUtil.toFilter(scan.getFilter())))
        : scan;
  }
}
