package io.halite.it.rights;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One row of the matrix: what is done on the salted table, and what on its plain twin, which is the
 * same wherever a plain table knows the request.
 */
record Request(
    String name, boolean writes, Set<Door> doors, Predicate<Salting> salts, Act salted, Act plain) {
  /** Asks one table. */
  interface Act {
    void on(Side side, Outcome outcome) throws Exception;
  }

  static Request read(String name, Act act) {
    return new Request(name, false, EnumSet.allOf(Door.class), salt -> true, act, act);
  }

  static Request write(String name, Act act) {
    return new Request(name, true, EnumSet.allOf(Door.class), salt -> true, act, act);
  }

  /** The same with something else on the plain twin, which has the same meaning there. */
  Request plain(Act twin) {
    return new Request(name, writes, doors, salts, salted, twin);
  }

  /** The same where it is asked by these doors only. */
  Request by(Set<Door> some) {
    return new Request(name, writes, some, salts, salted, plain);
  }

  /** The same where it has a meaning under these salts only. */
  Request under(Predicate<Salting> some) {
    return new Request(name, writes, doors, some, salted, plain);
  }

  /** Whether it is a question that only Halite's own endpoints answer. */
  boolean isOfHalitesEndpoints() {
    return Endpoints.QUESTIONS.contains(name);
  }

  /** Whether it can be asked so. */
  boolean hasMeaning(Door door, Salting salting) {
    boolean sameAsLocal =
        salting == Salting.NONE
            && EnumSet.of(Door.REMOTE_OWNER, Door.FORGED_MARK, Door.GUEST).contains(door);
    boolean hasGuest = door != Door.GUEST || salting.spec().salt().isSinglePlace();
    return doors.contains(door) && salts.test(salting) && hasGuest && !sameAsLocal;
  }
}
