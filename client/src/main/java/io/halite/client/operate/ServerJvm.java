package io.halite.client.operate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JVM of a server, as its own page of metrics describes it. Immutable.
 *
 * <p>Example: {@code ServerJvm[jars=[halite-0.1.0.jar], java=17.0.15]}.
 *
 * @param jars the names of Halite's jars on its class path, in that order
 * @param java the version of Java
 */
public record ServerJvm(List<String> jars, String java) {
  private static final Pattern CLASS_PATH = value("ClassPath");
  private static final Pattern SPECIFICATION = value("SpecVersion");
  private static final Pattern MACHINE = value("VmVersion");
  private static final Pattern JAR = Pattern.compile("(?:.*/)?(halite-[0-9][^/]*\\.jar)");
  private static final Pattern ENTRIES = Pattern.compile("[:;]");
  private static final int NEEDED = 17;

  /** Copies the list. */
  public ServerJvm {
    jars = List.copyOf(jars);
  }

  private static Pattern value(String name) {
    return Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"]*)\"");
  }

  /** Reads the bean {@code java.lang:type=Runtime} of a page; empty if the page has none. */
  static Optional<ServerJvm> parse(String page) {
    Optional<String> path = find(CLASS_PATH, page);
    Optional<String> specification = find(SPECIFICATION, page);
    Optional<String> machine = find(MACHINE, page);
    if (path.isEmpty() || specification.isEmpty() || machine.isEmpty()) {
      return Optional.empty();
    }
    List<String> jars =
        Arrays.stream(ENTRIES.split(path.get()))
            .map(JAR::matcher)
            .filter(Matcher::matches)
            .map(entry -> entry.group(1))
            .toList();
    // Java 8 is 1.8 as a specification, and 25 as a machine.
    boolean old = specification.get().startsWith("1.");
    return Optional.of(
        new ServerJvm(jars, old ? specification.get() : machine.get().split("[+-]", 2)[0]));
  }

  private static Optional<String> find(Pattern value, String page) {
    return Optional.of(value.matcher(page)).filter(Matcher::find).map(found -> found.group(1));
  }

  /** Whether it cannot load Halite's classes. */
  boolean isTooOld() {
    String feature = java.split("\\D", 2)[0];
    return !feature.isEmpty() && Integer.parseInt(feature) < NEEDED;
  }

  @Override
  public String toString() {
    return (jars.isEmpty() ? "" : String.join(", ", jars) + ", ") + "Java " + java;
  }
}
