package io.halite.it.rights;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** A jar of one class of the tests under another name of the same length. Stateless. */
final class RenamedJar {
  private RenamedJar() {}

  /** Writes {@code type} as {@code name}, which is then the name of the class itself, too. */
  static void write(Class<?> type, String name, Path to) throws IOException {
    String path = path(type.getName());
    String renamed = path(name);
    try (InputStream file = type.getResourceAsStream("/" + path + ".class");
        OutputStream out = Files.newOutputStream(to);
        JarOutputStream jar = new JarOutputStream(out)) {
      byte[] bytes = Objects.requireNonNull(file).readAllBytes();
      jar.putNextEntry(new JarEntry(renamed + ".class"));
      jar.write(new String(bytes, ISO_8859_1).replace(path, renamed).getBytes(ISO_8859_1));
      jar.closeEntry();
    }
  }

  private static String path(String className) {
    return className.replace('.', '/');
  }
}
