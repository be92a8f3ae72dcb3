package io.halite.client.operate.wire;

import com.google.protobuf.ServiceException;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Table;

/** Calls the service of the region that holds a stored row. Stateless. */
public final class RegionStub {
  private RegionStub() {}

  /** Asks the region of {@code row} for its facts. */
  public static RegionFacts facts(Table table, byte[] row) throws IOException {
    try {
      return RegionCodec.decode(
          SaltedTableProtos.SaltedTableService.newBlockingStub(table.coprocessorService(row))
              .facts(null, SaltedTableProtos.FactsRequest.getDefaultInstance()));
    } catch (ServiceException e) {
      throw cause(e);
    }
  }

  /** Asks the region of the walk's first row to walk. */
  public static WalkPage walk(Table table, Walk walk) throws IOException {
    try {
      return RegionCodec.decode(
          SaltedTableProtos.SaltedTableService.newBlockingStub(
                  table.coprocessorService(walk.rows().start()))
              .walk(null, RegionCodec.encode(walk)));
    } catch (ServiceException e) {
      throw cause(e);
    }
  }

  private static IOException cause(ServiceException e) {
    return e.getCause() instanceof IOException io ? io : new IOException(e);
  }
}
