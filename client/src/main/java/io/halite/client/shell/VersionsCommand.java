package io.halite.client.shell;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Prints which versions of HBase and Java this version of Halite was tested with: {@code halite
 * versions}. It needs nothing but the jar:
 *
 * <pre>{@code
 * Halite 0.1.0 was tested with
 * servers  2.6.4 (Hadoop 2.10)    all tests
 * Java     17                     all tests
 * }</pre>
 */
public final class VersionsCommand {
  private VersionsCommand() {}

  /** Takes no arguments. */
  public static void main(String[] arguments) {
    if (arguments.length > 0) {
      System.err.println("versions takes no arguments: '" + String.join(" ", arguments) + "'");
      System.exit(2);
    }
    String own =
        Optional.ofNullable(VersionsCommand.class.getPackage().getImplementationVersion())
            .orElse("of the sources");
    lines(own).forEach(System.out::println);
  }

  /** What it prints for a version of Halite. */
  static List<String> lines(String own) {
    return Stream.concat(
            Stream.of("Halite " + own + " was tested with"),
            TestedVersion.ALL.stream()
                .map(each -> "%-8s %-22s %s".formatted(each.part(), each.version(), each.result())))
        .toList();
  }
}
