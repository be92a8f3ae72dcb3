package io.halite.it.upstream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What the command line asks for: {@code [suite…] [--method m]… [--further] [--clients]
 * [--other-packages] [--admin] [--servers-and-storage] [--more-clients] [--jobs] [--access]
 * [--doors | --plug-in | --half] [--fresh] [--without] [--timeout minutes]}.
 *
 * @param suites class names; the default list if none is named
 * @param methods the only methods to run, all if empty
 * @param with the mode that is judged
 * @param fresh whether the baseline runs again although its results are kept
 * @param baselineOnly whether to stop after the runs without Halite
 * @param timeout the most that one suite may take in one mode
 */
record JudgeOptions(
    List<String> suites,
    Set<String> methods,
    Mode with,
    boolean fresh,
    boolean baselineOnly,
    Duration timeout) {
  private static final int DEFAULT_TIMEOUT_MINUTES = 20;

  static JudgeOptions parse(String... arguments) {
    List<String> suites = new ArrayList<>();
    Set<String> methods = new LinkedHashSet<>();
    boolean fresh = false;
    boolean further = false;
    Mode with = Mode.WITH;
    boolean baselineOnly = false;
    int timeoutMinutes = DEFAULT_TIMEOUT_MINUTES;
    Iterator<String> rest = List.of(arguments).iterator();
    while (rest.hasNext()) {
      String argument = rest.next();
      switch (argument) {
        case "--fresh" -> fresh = true;
        case "--further" -> further = true;
        case "--doors" -> with = only(with, Mode.WIDE_WITH_DOORS, argument);
        case "--plug-in" -> with = only(with, Mode.PLUG_IN, argument);
        case "--half" -> with = only(with, Mode.HALF_PLUG_IN, argument);
        case "--without" -> baselineOnly = true;
        case "--method" -> methods.add(valueOf(argument, rest));
        case "--timeout" -> timeoutMinutes = minutes(valueOf(argument, rest));
        default ->
            SuiteList.named(argument)
                .ifPresentOrElse(
                    list -> suites.addAll(list.suites()), () -> suites.add(suite(argument)));
      }
    }
    if (suites.isEmpty()) {
      suites.addAll(SuiteList.DEFAULT.suites());
    }
    if (further) {
      suites.addAll(SuiteList.FURTHER.suites());
    }
    return new JudgeOptions(
        List.copyOf(suites),
        Set.copyOf(methods),
        with,
        fresh,
        baselineOnly,
        Duration.ofMinutes(timeoutMinutes));
  }

  /** The mode of the baseline. */
  Mode without() {
    return with == Mode.WIDE_WITH_DOORS ? Mode.WIDE_WITHOUT : Mode.WITHOUT;
  }

  private static Mode only(Mode before, Mode mode, String argument) {
    if (before != Mode.WITH) {
      throw new IllegalArgumentException(
          "option '%s': one of --doors, --plug-in and --half is the rule".formatted(argument));
    }
    return mode;
  }

  private static String suite(String argument) {
    if (argument.startsWith("-")) {
      throw new IllegalArgumentException(
          "option '%s' is not one of --method, %s, --doors, --plug-in, --half, --fresh,"
                  .formatted(argument, SuiteList.options())
              + " --without, --timeout");
    }
    return Suites.resolve(argument);
  }

  private static String valueOf(String option, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new IllegalArgumentException("option '%s' wants a value after it".formatted(option));
    }
    return rest.next();
  }

  private static int minutes(String text) {
    if (!text.matches("[1-9][0-9]{0,3}")) {
      throw new IllegalArgumentException(
          "option '--timeout' is '%s': a number of minutes from 1 to 9999 is wanted"
              .formatted(text));
    }
    return Integer.parseInt(text);
  }
}
