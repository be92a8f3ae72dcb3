package io.halite.coprocessor.door;

/**
 * A cluster and its load: each batch has rows of random buckets, and each server holds as many
 * buckets as any other, or one more.
 *
 * <p>Example: of 3 servers with 16 buckets, the busiest stores 6 of 16 rows. A batch of 100 has
 * rows of all 16 buckets, and goes to 3 owners.
 *
 * @param servers the region servers
 * @param buckets the buckets of the salt, one region each
 * @param batch the rows of one request of a client
 * @param connections the connections of all clients, of equal load
 */
record ScaleSetup(int servers, int buckets, int batch, int connections) {
  /** The servers that hold a bucket. */
  int owners() {
    return Math.min(servers, buckets);
  }

  /** The regions that a batch has rows of, on average. */
  double groups() {
    return met(buckets);
  }

  /** The servers that a batch has rows of, on average. */
  double requests() {
    return met(owners());
  }

  private double met(int places) {
    return places * (1 - Math.pow(1 - 1.0 / places, batch));
  }

  /** The part of all rows that the busiest owner stores. */
  double ownerShare() {
    return Math.ceil(buckets / (double) servers) / buckets;
  }
}
