package io.halite.routing.endpoint;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.routing.endpoint.wire.SaltedTableProtos;
import io.halite.routing.host.RegionCall;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Table;

/** Calls the service of the region that holds a stored row. Stateless. */
public final class RegionStub {
  /** The most ranges of rows that one request may have. */
  public static final int MOST_RANGES = RegionCodec.MOST_RANGES;

  private RegionStub() {}

  /** Requests the facts of the region that holds the stored row {@code row}. */
  public static RegionFacts facts(Table table, byte[] row) throws IOException {
    return Answers.call(
        () ->
            RegionCodec.decode(
                service(table, row)
                    .facts(null, SaltedTableProtos.FactsRequest.getDefaultInstance())));
  }

  /** Requests the facts of the server of the region that holds the stored row {@code row}. */
  public static ServerFacts server(Table table, byte[] row) throws IOException {
    return Answers.call(
        () ->
            RegionCodec.decode(
                service(table, row)
                    .server(null, SaltedTableProtos.ServerRequest.getDefaultInstance())));
  }

  /** Requests a walk from the region that holds the first row of the walk. */
  public static WalkPage walk(Table table, Walk walk) throws IOException {
    return Answers.call(
        () ->
            RegionCodec.decode(
                service(table, walk.rows().start()).walk(null, RegionCodec.encode(walk))));
  }

  /**
   * Requests what a scan would read of the region that holds a stored row, and what the counted
   * scan with a number has.
   *
   * @throws org.apache.hadoop.hbase.exceptions.UnknownProtocolException if the region runs a
   *     version of Halite that does not know the request
   */
  public static RegionReading reading(Table table, byte[] row, List<KeyRange> ranges, long number)
      throws IOException {
    return Answers.call(
        () ->
            RegionCodec.decode(
                service(table, row).reading(null, RegionCodec.encode(ranges, number))));
  }

  /**
   * Requests the positions of the images that are vacant, of those on the server of a stored row.
   */
  public static CompletableFuture<BitSet> vacant(
      AsyncTable<?> table, byte[] row, long fingerprint, List<KeyRange> images) {
    SaltedTableProtos.VacantRequest proto = RegionCodec.encode(fingerprint, images);
    return RegionCall
        .<SaltedTableProtos.SaltedTableService.Stub, SaltedTableProtos.VacantResponse>send(
            table,
            KeyBytes.lookUp(row),
            SaltedTableProtos.SaltedTableService::newStub,
            (stub, controller, done) -> stub.vacant(controller, proto, done))
        .thenApply(RegionCodec::decode);
  }

  /** Requests what the server of a stored row has read of a scan; empty if it does not know it. */
  public static CompletableFuture<Optional<byte[]>> rest(
      AsyncTable<?> table, byte[] row, long ticket) {
    SaltedTableProtos.RestRequest proto = RegionCodec.encode(ticket);
    return RegionCall
        .<SaltedTableProtos.SaltedTableService.Stub, SaltedTableProtos.RestResponse>send(
            table,
            KeyBytes.lookUp(row),
            SaltedTableProtos.SaltedTableService::newStub,
            (stub, controller, done) -> stub.rest(controller, proto, done))
        .thenApply(RegionCodec::decode);
  }

  private static SaltedTableProtos.SaltedTableService.BlockingInterface service(
      Table table, byte[] row) {
    return SaltedTableProtos.SaltedTableService.newBlockingStub(
        RegionCall.channel(table, KeyBytes.lookUp(row)));
  }
}
