package io.halite.it.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;

/**
 * The arguments that the launcher passes for a cluster: {@code start --directory target/cluster
 * --servers 3 --hours 12 --without-halite}.
 */
record ClusterArguments(
    Verb verb, Path directory, int servers, Duration lifetime, boolean withHalite) {
  private static final int MOST_SERVERS = 9;
  private static final int MOST_HOURS = 72;

  /** The actions of the command. */
  enum Verb {
    START,
    STATUS,
    STOP
  }

  static ClusterArguments parse(List<String> arguments) {
    Iterator<String> given = arguments.iterator();
    Verb verb = verb(given.hasNext() ? given.next() : "");
    Path directory = Path.of("target", "cluster");
    int servers = 3;
    int hours = 12;
    boolean withHalite = true;
    while (given.hasNext()) {
      String option = given.next();
      switch (option) {
        case "--directory" -> directory = Path.of(value(option, given));
        case "--servers" -> servers = number(option, given, MOST_SERVERS);
        case "--hours" -> hours = number(option, given, MOST_HOURS);
        case "--without-halite" -> withHalite = false;
        default ->
            throw new IllegalArgumentException(
                "'" + option + "' is not an option of 'halite cluster': 'halite help' lists them");
      }
    }
    return new ClusterArguments(verb, directory, servers, Duration.ofHours(hours), withHalite);
  }

  private static Verb verb(String given) {
    return switch (given) {
      case "start" -> Verb.START;
      case "status" -> Verb.STATUS;
      case "stop" -> Verb.STOP;
      default ->
          throw new IllegalArgumentException(
              "'" + given + "' is not one of start, status, stop, logs: 'halite help' lists them");
    };
  }

  private static String value(String option, Iterator<String> given) {
    if (!given.hasNext()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return given.next();
  }

  private static int number(String option, Iterator<String> given, int most) {
    String value = value(option, given);
    int number = value.matches("[0-9]{1,4}") ? Integer.parseInt(value) : 0;
    if (number < 1 || number > most) {
      throw new IllegalArgumentException(option + " '" + value + "' is not a number in 1.." + most);
    }
    return number;
  }
}
