package io.halite.it.shell;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The paths of the shell's jars. The build of {@code it/shell} writes them into one file, because
 * their versions clash with those of the servers. In a release the file lists jars beside itself.
 */
final class ShellClassPath {
  /** The system property that names the file; by default it is found from the module {@code it}. */
  static final String FILE_PROPERTY = "halite.shell.classpath";

  private ShellClassPath() {}

  static String read() throws IOException {
    Path file = Path.of(System.getProperty(FILE_PROPERTY, "shell/target/shell.classpath"));
    if (!Files.isReadable(file)) {
      throw new IOException(
          "no class path of the HBase shell at '"
              + file.toAbsolutePath()
              + "': 'mvn -pl it/shell generate-resources' writes it, -D"
              + FILE_PROPERTY
              + " names another file");
    }
    return Arrays.stream(Files.readString(file).strip().split(File.pathSeparator))
        .map(jar -> file.resolveSibling(jar).normalize().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
