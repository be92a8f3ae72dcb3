package io.halite.routing.endpoint;

import io.halite.routing.endpoint.wire.SaltedTableProtos;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Table;

/** Calls the service of the region that holds a stored row. Stateless. */
public final class RegionStub {
  private RegionStub() {}

  /** Requests the facts of the region that holds the stored row {@code row}. */
  public static RegionFacts facts(Table table, byte[] row) throws IOException {
    return Answers.call(
        () ->
            RegionCodec.decode(
                service(table, row)
                    .facts(null, SaltedTableProtos.FactsRequest.getDefaultInstance())));
  }

  /** Requests a walk from the region that holds the first row of the walk. */
  public static WalkPage walk(Table table, Walk walk) throws IOException {
    return Answers.call(
        () ->
            RegionCodec.decode(
                service(table, walk.rows().start()).walk(null, RegionCodec.encode(walk))));
  }

  private static SaltedTableProtos.SaltedTableService.BlockingInterface service(
      Table table, byte[] row) {
    return SaltedTableProtos.SaltedTableService.newBlockingStub(table.coprocessorService(row));
  }
}
