package io.halite.it.survival;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** The jar that the build made, and a second version of it that can be told from the first. */
public final class HaliteJar {
  /** Words of a refusal, in the first version and in the second: of one length, in one class. */
  static final String FIRST_WORDS = "filter cannot run on a salted table";

  static final String SECOND_WORDS = "filter CANNOT run on a salted table";

  private HaliteJar() {}

  /** The jar of this build. */
  public static Path built() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("..", "coprocessor", "target"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("halite-[0-9].*\\.jar"))
          .findFirst()
          .orElseThrow()
          .toAbsolutePath()
          .normalize();
    }
  }

  /** Writes {@code halite-9.9.9.jar} into a directory: the same, but for the words of a refusal. */
  public static Path second(Path directory) throws IOException {
    return changed(
        Files.createDirectories(directory).resolve("halite-9.9.9.jar"), FIRST_WORDS, SECOND_WORDS);
  }

  /**
   * Writes a jar that differs from that of this build in one text.
   *
   * @param words what one class alone has
   * @param others what it has instead, of the same length
   */
  public static Path changed(Path jarFile, String words, String others) throws IOException {
    Path second = jarFile.toAbsolutePath();
    int changed = 0;
    try (JarFile first = new JarFile(built().toFile());
        OutputStream file = Files.newOutputStream(second);
        JarOutputStream jar = new JarOutputStream(file)) {
      for (Enumeration<JarEntry> entries = first.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        byte[] bytes;
        try (InputStream content = first.getInputStream(entry)) {
          bytes = content.readAllBytes();
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        if (text.contains(words)) {
          changed++;
          bytes = text.replace(words, others).getBytes(StandardCharsets.ISO_8859_1);
        }
        jar.putNextEntry(new JarEntry(entry.getName()));
        jar.write(bytes);
        jar.closeEntry();
      }
    }
    if (changed != 1) {
      throw new IOException(
          "'" + words + "' is in " + changed + " classes of the jar; 1 was to be changed");
    }
    return second;
  }
}
