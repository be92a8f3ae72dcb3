package io.halite.it.replication;

/** What becomes of a replicated table: each combination has one of these results. */
enum Outcome {
  /** The sink has the source's cells under natural keys, and stores them under its own spec. */
  NATURAL_ROWS(""),
  /** The table names the peer, and nothing of it arrives. */
  WRITES_REFUSED("but its replication endpoint would send stored keys"),
  /** HBase does not create a table whose coprocessor its servers do not have. */
  NO_SOURCE_TABLE("io.halite.coprocessor.SaltingObserver cannot be loaded"),
  /** The same, at the sink. */
  NO_SINK_TABLE("io.halite.coprocessor.SaltingObserver cannot be loaded"),
  /** HBase does not add a peer whose endpoint its servers do not have. */
  NO_PEER("Can not instantiate configured replication endpoint class");

  private final String words;

  Outcome(String words) {
    this.words = words;
  }

  /** What a refusal says; empty if nothing is refused. */
  String words() {
    return words;
  }
}
