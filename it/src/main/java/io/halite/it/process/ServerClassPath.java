package io.halite.it.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * This JVM's class path in two parts: Halite, with or without which a server starts, and everything
 * else that a server needs.
 */
final class ServerClassPath {
  private static final Pattern HALITE =
      Pattern.compile(
          ".*/(keys|filters|client|coprocessor)/target/(classes|[^/]*\\.jar)"
              + "|.*/io/halite/halite-(keys|filters|client|coprocessor)/.*\\.jar"
              + "|.*/halite-[0-9][^/]*\\.jar");
  private static final Pattern TESTS = Pattern.compile(".*/target/test-classes/?");

  private ServerClassPath() {}

  /** The jars or directories of Halite's classes. */
  static List<Path> halite() {
    return entries().filter(ServerClassPath::isHalite).map(Path::of).toList();
  }

  /** A class path of the settings, then {@code halite}, then all other entries of this JVM's. */
  static String of(Path settings, List<Path> halite) {
    List<String> parts = new ArrayList<>();
    parts.add(settings.toString());
    halite.forEach(jar -> parts.add(jar.toAbsolutePath().toString()));
    entries()
        .filter(entry -> !isHalite(entry) && !TESTS.matcher(entry).matches())
        .forEach(parts::add);
    return String.join(File.pathSeparator, parts);
  }

  private static boolean isHalite(String entry) {
    return HALITE.matcher(entry).matches();
  }

  private static Stream<String> entries() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().normalize().toString());
  }
}
