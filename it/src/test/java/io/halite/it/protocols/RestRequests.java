package io.halite.it.protocols;

/** All requests of a client of a REST server. */
final class RestRequests {
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
