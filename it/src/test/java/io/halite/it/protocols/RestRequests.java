package io.halite.it.protocols;

import java.util.Set;

/** All requests of a client of a REST server. */
final class RestRequests {
  /** The requests that the plug-in leaves to the gateways. */
  static final Set<String> OF_GATEWAYS = Set.of("all rows in pieces");

  private RestRequests() {}

  static Transcript send(int port, Transcript said, Keys keys) throws Exception {
    RestClient client = RestClient.of(port);
    RestWrites writes = new RestWrites(client, keys, said);
    RestReads reads = new RestReads(client, keys, said);
    writes.fill();
    writes.delete();
    writes.changeWhatIsThere();
    reads.get();
    reads.scan();
    writes.fail();
    reads.scanAtOnce();
    return said;
  }
}
