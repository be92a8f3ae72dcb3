package io.halite.it.oracle;

import java.util.List;

/**
 * One random operation, to be run on each twin.
 *
 * @param text what it does, in readable bytes
 * @param rows the natural keys that it addresses, by which its gateways are known
 * @param stamped whether a server stamps one of its cells
 * @param agreement how far the twins have to agree
 * @param body the calls, whose outcome goes into the answer
 */
record Operation(String text, List<byte[]> rows, boolean stamped, Agreement agreement, Body body) {

  /** How far the twins have to agree. */
  enum Agreement {
    /** The same answer, or the same error. */
    EXACT,
    /** The same answer, or a salted table that refuses and says why. */
    MAY_BE_REFUSED
  }

  /** The calls of an operation; what they throw is part of the answer. */
  @FunctionalInterface
  interface Body {
    void run(TwinTable table, Answer answer) throws Exception;
  }

  static Operation exact(String text, List<byte[]> rows, Body body) {
    return new Operation(text, rows, false, Agreement.EXACT, body);
  }

  static Operation stamped(String text, List<byte[]> rows, boolean stamped, Body body) {
    return new Operation(text, rows, stamped, Agreement.EXACT, body);
  }
}
