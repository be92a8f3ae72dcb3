package io.halite.it.rights;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;

/** What a salted table may refuse though its plain twin does not: where, and why. */
enum AcceptedRefusal {
  ONE_HOME(
      "needs its row in one place",
      asked -> asked.salting() == Salting.RANDOM,
      "Under `random …` a row lies in many places, and no one of them could decide."),
  SCATTERED_LATEST(
      "newest rows can be found only where each row has one",
      asked -> asked.salting() == Salting.RANDOM,
      "`LatestEndpoint` reads the rows of a key in their order, from one place."),
  MARKED_WRITE(
      "that is marked as routed to table",
      asked -> asked.door() == Door.FORGED_MARK && asked.salting().needsGateways(),
      "Only a gateway keeps the entries of an index and chooses among the places of a row."),
  CELLS_IN_PLACES(
      "cells that are overwritten in another place",
      asked -> asked.salting() == Salting.RANDOM && !asked.earlyOut(),
      "Under `random …` no region knows whether a cell that a user may read is overwritten by one"
          + " that he may not."),
  COVERED_CELLS(
      "the right to write these cells depends on the cells that they cover",
      asked -> !asked.earlyOut() && asked.salting().forwards(),
      "Such a right is decided under the row lock, at the owner, where the gateway asks as the"
          + " server."),
  FOREIGN_ENDPOINT(
      "would see stored keys where it expects natural ones",
      asked -> asked.request().name().equals("endpoint of somebody else"),
      "Endpoints of others read stored keys under a natural range."),
  ENDPOINT_READERS(
      "Insufficient permissions for user",
      asked -> asked.request().isOfHalitesEndpoints() && !asked.actor().readsTheTable(),
      "Halite's endpoints refuse whoever was granted no READ, where a scan shows nothing or single"
          + " cells."),
  WALKS_OF_DELETES(
      "needs the right to write every family",
      asked -> asked.request().name().endsWith("by prefix") && asked.actor().isNamedInCells(),
      "A right on cells alone is decided cell by cell, and a walk deletes whole rows."),
  INDEXED_FILES(
      "files are not loaded into an indexed table",
      asked -> asked.request().name().equals("bulk load") && asked.salting().isIndexed(),
      "The index would not find their rows.");

  private final String words;
  private final Predicate<MatrixQuestion> where;
  private final String why;

  AcceptedRefusal(String words, Predicate<MatrixQuestion> where, String why) {
    this.words = words;
    this.where = where;
    this.why = why;
  }

  /** Words that its message, and no other, contains. */
  String words() {
    return words;
  }

  String why() {
    return why;
  }

  /** The one that a message belongs to, if it may be met where the question was asked. */
  static Optional<AcceptedRefusal> of(MatrixQuestion question, String message) {
    return Arrays.stream(values())
        .filter(one -> message.contains(one.words) && one.where.test(question))
        .findFirst();
  }
}
