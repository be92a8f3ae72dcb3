package io.halite.coprocessor.door;

import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * Where a part of a request goes instead of the region that the client named.
 *
 * @param region the name of the region
 * @param row the row that gets of the part have, see {@link GuestGet}; empty if they keep theirs
 */
record Target(ByteString region, Optional<ByteString> row) {
  /** No region has this name, so HBase refuses the part and passes over its cells. */
  static final Target NOWHERE = new Target(ByteString.copyFromUtf8("refused"), Optional.empty());

  static Target of(GatewayRegion guest) {
    return new Target(guest.name(), guest.guestRow());
  }

  /** The same region, with the gets of the client's rows. */
  Target natural() {
    return new Target(region, Optional.empty());
  }
}
