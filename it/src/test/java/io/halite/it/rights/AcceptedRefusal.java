package io.halite.it.rights;

import java.util.Arrays;
import java.util.Optional;

/** What a salted table may refuse though its plain twin does not, and why. */
enum AcceptedRefusal {
  ONE_HOME(
      "needs one home of its row",
      "Under `random` a row lies in many places, and no one of them could decide."),
  CLUSTER_IDS(
      "a write that carries cluster ids",
      "Nothing tells a replicated stored key from an imported natural one."),
  FOREIGN_ENDPOINT(
      "would see stored keys where it expects natural ones",
      "Endpoints of others read stored keys under a natural range."),
  SCATTERED_LATEST(
      "the newest of them are told only where they lie in natural order",
      "LatestEndpoint reads each key's rows in order, from one place."),
  INDEXED_FILES(
      "files are not loaded into an indexed table", "The index would not find their rows.");

  private final String words;
  private final String why;

  AcceptedRefusal(String words, String why) {
    this.words = words;
    this.why = why;
  }

  /** Words that its message, and no other, contains. */
  String words() {
    return words;
  }

  String why() {
    return why;
  }

  static Optional<AcceptedRefusal> of(String message) {
    return Arrays.stream(values()).filter(one -> message.contains(one.words)).findFirst();
  }
}
