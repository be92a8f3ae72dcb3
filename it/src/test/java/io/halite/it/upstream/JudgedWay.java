package io.halite.it.upstream;

/** How the requests of the suites' clients come to the owner regions. */
enum JudgedWay {
  GATEWAYS(""),
  DOORS("doors"),
  PLUG_IN("plug-in");

  private final String label;

  JudgedWay(String label) {
    this.label = label;
  }

  /** The word by which an item of {@code docs/upstream.md} counts for this way only. */
  String label() {
    return label;
  }
}
