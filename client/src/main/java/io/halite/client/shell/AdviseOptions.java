package io.halite.client.shell;

import io.halite.keys.KeyLayout;
import io.halite.keys.advice.ReadPattern;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The options of {@code halite advise}: {@code keys.txt --layout 'host~: ts:13:digits' --servers 10
 * --reads prefix}. The defaults are standard input, a layout that the keys suggest, 16 buckets,
 * reads by key, and keys in the order of writing. Immutable.
 */
record AdviseOptions(
    Optional<String> file,
    Optional<KeyLayout> layout,
    int buckets,
    ReadPattern reads,
    boolean isOrdered) {
  private static final int USUAL_BUCKETS = 16;

  static AdviseOptions parse(List<String> arguments) {
    Optional<String> file = Optional.empty();
    Optional<KeyLayout> layout = Optional.empty();
    OptionalInt buckets = OptionalInt.empty();
    OptionalInt servers = OptionalInt.empty();
    ReadPattern reads = ReadPattern.BY_KEY;
    boolean ordered = true;
    Set<String> options = new HashSet<>();
    for (Iterator<String> given = arguments.iterator(); given.hasNext(); ) {
      String option = given.next();
      if (option.startsWith("-") && !options.add(option)) {
        throw new IllegalArgumentException(option + " is given twice: leave one of them out");
      }
      switch (option) {
        case "--layout" -> layout = Optional.of(KeyLayout.parse(value(option, given)));
        case "--buckets" -> buckets = OptionalInt.of(number(option, given, 2, 256));
        case "--servers" -> servers = OptionalInt.of(number(option, given, 1, 100_000));
        case "--reads" -> reads = reads(value(option, given));
        case "--unordered" -> ordered = false;
        default -> {
          if (option.startsWith("-") || file.isPresent()) {
            throw new IllegalArgumentException(
                "'" + option + "' is not an option of advise: 'halite help' lists them");
          }
          file = Optional.of(option);
        }
      }
    }
    if (buckets.isPresent() && servers.isPresent()) {
      throw new IllegalArgumentException(
          "--buckets and --servers both give the number of buckets; give one of them");
    }
    int suggested = servers.isPresent() ? reads.buckets(servers.getAsInt()) : USUAL_BUCKETS;
    return new AdviseOptions(file, layout, buckets.orElse(suggested), reads, ordered);
  }

  private static ReadPattern reads(String word) {
    return ReadPattern.named(word)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--reads '" + word + "' is not one of " + ReadPattern.names()));
  }

  private static String value(String option, Iterator<String> given) {
    if (!given.hasNext()) {
      throw new IllegalArgumentException(option + " needs a value: 'halite help' shows it");
    }
    return given.next();
  }

  private static int number(String option, Iterator<String> given, int least, int most) {
    String value = value(option, given);
    int number = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : -1;
    if (number < least || number > most) {
      throw new IllegalArgumentException(
          "%s '%s' is not a number %d to %d".formatted(option, value, least, most));
    }
    return number;
  }
}
