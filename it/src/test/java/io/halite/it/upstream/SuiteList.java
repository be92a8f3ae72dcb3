package io.halite.it.upstream;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which of HBase's suites an option names, such as {@code --access}. They stand in {@code
 * suites/access.txt}, each by its name within {@code org.apache.hadoop.hbase}.
 */
enum SuiteList {
  DEFAULT,
  FURTHER,
  CLIENTS,
  OTHER_PACKAGES,
  ADMIN,
  SERVERS_AND_STORAGE,
  MORE_CLIENTS,
  JOBS,
  ACCESS;

  /** The list that an option names; empty if it names none. */
  static Optional<SuiteList> named(String option) {
    return Arrays.stream(values())
        .filter(list -> list != DEFAULT && list.option().equals(option))
        .findFirst();
  }

  /** The options of all lists, between commas. */
  static String options() {
    return Arrays.stream(values())
        .filter(list -> list != DEFAULT)
        .map(SuiteList::option)
        .collect(Collectors.joining(", "));
  }

  /** The class names, in the order in which they are judged. */
  List<String> suites() {
    String file = "suites/" + hyphenated() + ".txt";
    try (InputStream text = SuiteList.class.getResourceAsStream(file)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(Suites.HBASE::concat)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("'%s' cannot be read".formatted(file), e);
    }
  }

  private String option() {
    return "--" + hyphenated();
  }

  private String hyphenated() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
