package io.halite.it.upstream;

import java.util.stream.Stream;

/** Where a suite's short name is looked for. */
final class Suites {
  /** The package of all of HBase. */
  static final String HBASE = "org.apache.hadoop.hbase.";

  /** Shows that the observer is at work: it must differ, see {@link PlacementControl}. */
  static final String CONTROL = PlacementControl.class.getName();

  private Suites() {}

  /**
   * The class that a name means: the whole name, or the name within HBase's own packages, as {@code
   * TestCheckAndMutate} or {@code client.TestCheckAndMutate}.
   */
  static String resolve(String name) {
    return Stream.of(
            "",
            "client.",
            "filter.",
            "coprocessor.",
            "regionserver.",
            "security.access.",
            "mapreduce.",
            "mapred.")
        .flatMap(prefix -> Stream.of(prefix, HBASE + prefix))
        .map(prefix -> prefix + name)
        .filter(Suites::onClassPath)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "suite '%s' is not on the class path, nor in the packages client, filter,"
                            .formatted(name)
                        + " coprocessor, regionserver, security.access, mapreduce and mapred of"
                        + " HBase's tests jars:"
                        + " name it with its package"));
  }

  private static boolean onClassPath(String className) {
    return Suites.class.getClassLoader().getResource(className.replace('.', '/') + ".class")
        != null;
  }
}
