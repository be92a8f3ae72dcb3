package io.halite.client.operate;

import com.google.protobuf.ByteString;
import io.halite.routing.endpoint.wire.SaltedTableProtos.FactsResponse;

/** What a region answers that holds all rows of a table and has served none. Stateless. */
public final class ScriptedFacts {
  private ScriptedFacts() {}

  /** The answer of a region of version 0.1.0; a test may change more of it. */
  public static FactsResponse.Builder of(String spec) {
    return FactsResponse.newBuilder()
        .setSpec(spec)
        .setVersion("0.1.0")
        .setServer("h2,16020,5")
        .setStart(ByteString.EMPTY)
        .setStop(ByteString.EMPTY)
        .setBytes(0)
        .setReads(0)
        .setWrites(0)
        .setForwardedReads(0)
        .setForwardedWrites(0);
  }
}
