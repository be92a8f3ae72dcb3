package io.halite.it.shell;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a test adds to a shell's paths: Halite's jar, for {@code HBASE_CLASSPATH}, and the directory
 * from which {@code require 'halite'} loads the commands, for {@code RUBYLIB}.
 */
public final class ShellExtension {
  /** Nothing: HBase's shell as it is shipped. */
  public static final ShellExtension NONE = new ShellExtension(null, null);

  /**
   * The system property that names the repository; by default it is above the module {@code it}.
   */
  static final String HOME_PROPERTY = "halite.home";

  /** The system property that names Halite's jar; by default it is where the build puts it. */
  static final String JAR_PROPERTY = "halite.jar";

  private final @Nullable Path jar;
  private final @Nullable Path ruby;

  private ShellExtension(@Nullable Path jar, @Nullable Path ruby) {
    this.jar = jar;
    this.ruby = ruby;
  }

  /** The jar that the build made, and the commands of this repository. */
  public static ShellExtension built() throws IOException {
    Path home = Path.of(System.getProperty(HOME_PROPERTY, "..")).toAbsolutePath().normalize();
    return new ShellExtension(jar(home), home.resolve(Path.of("shell-scripts", "ruby")));
  }

  /** The commands without the jar that they need. */
  static ShellExtension withoutJar() throws IOException {
    return new ShellExtension(null, built().ruby);
  }

  private static Path jar(Path home) throws IOException {
    String named = System.getProperty(JAR_PROPERTY, "");
    return named.isEmpty() ? builtJar(home) : Path.of(named);
  }

  private static Path builtJar(Path home) throws IOException {
    Path directory = home.resolve(Path.of("coprocessor", "target"));
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(directory, "halite-[0-9]*.jar")) {
      Iterator<Path> found = jars.iterator();
      if (!found.hasNext()) {
        throw new IOException(
            "no halite-<version>.jar in '" + directory + "': 'mvn package' builds it");
      }
      return found.next();
    }
  }

  String classPath(String jars) {
    return jar == null ? jars : jars + File.pathSeparator + jar;
  }

  Map<String, String> environment() {
    return ruby == null ? Map.of() : Map.of("RUBYLIB", ruby.toString());
  }
}
