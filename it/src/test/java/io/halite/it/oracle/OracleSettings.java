package io.halite.it.oracle;

import java.util.Random;
import java.util.function.Function;

/**
 * What a run's operations look like.
 *
 * @param buckets the number of buckets of the salted table
 * @param operations how many operations a run has
 * @param fullScansPerMille how many scans in a thousand read all regions; as many are open at one
 *     end
 * @param widestRange how many keys of the pool lie in the widest other scan
 * @param shortestKey bytes of the shortest key; so long are the patterns of fuzzy filters, which
 *     plain HBase too finds shorter keys for only as it happens
 * @param form what keys the tables take
 * @param data the data of a run, by random numbers of its seed
 * @param singlePlace whether each row has one place in the store; without, what needs it is left
 *     out
 * @param clients which clients send the operations
 * @param still whether the regions stay as they are: then raw scans show the same cells, filters
 *     that count rows of a region see the same regions, and the order inside a batch is kept
 * @param families how the families keep their cells
 */
record OracleSettings(
    int buckets,
    int operations,
    int fullScansPerMille,
    int widestRange,
    int shortestKey,
    KeyForm form,
    Function<Random, DataKeys> data,
    boolean singlePlace,
    Clients clients,
    boolean still,
    FamilyForm families) {
  /** Settings of a run whose table takes any key. */
  OracleSettings(
      int buckets,
      int operations,
      int fullScansPerMille,
      int widestRange,
      int shortestKey,
      boolean still) {
    this(
        buckets,
        operations,
        fullScansPerMille,
        widestRange,
        shortestKey,
        KeyForm.any(),
        random -> DataKeys.NONE,
        true,
        Clients.BARE,
        still,
        FamilyForm.USUAL);
  }

  /** The same run by other clients. */
  OracleSettings by(Clients others) {
    return with(others, families);
  }

  /** The same run on families of another form. */
  OracleSettings on(FamilyForm others) {
    return with(clients, others);
  }

  private OracleSettings with(Clients otherClients, FamilyForm otherFamilies) {
    return new OracleSettings(
        buckets,
        operations,
        fullScansPerMille,
        widestRange,
        shortestKey,
        form,
        data,
        singlePlace,
        otherClients,
        still,
        otherFamilies);
  }

  /** Whether scans may show deleted cells, which HBase drops when a memstore is flushed. */
  boolean rawScans() {
    return still;
  }
}
