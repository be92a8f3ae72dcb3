package io.halite.it.linkage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The classes of a class path and of the JDK, read and never loaded. Not thread-safe. */
final class ClassFiles implements AutoCloseable {
  private static final String ENDING = ".class";

  private final List<JarFile> opened;
  private final Map<String, JarFile> places;
  private final Map<String, Optional<ClassFile>> known = new HashMap<>();

  private ClassFiles(List<JarFile> opened, Map<String, JarFile> places) {
    this.opened = opened;
    this.places = places;
  }

  /** Those of jars, the first of which wins. */
  static ClassFiles of(List<Path> jars) throws IOException {
    List<JarFile> opened = new ArrayList<>();
    Map<String, JarFile> places = new HashMap<>();
    for (Path jar : jars) {
      JarFile file = new JarFile(jar.toFile());
      opened.add(file);
      for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
        String name = entries.nextElement().getName();
        if (name.endsWith(ENDING) && !name.startsWith("META-INF/")) {
          places.putIfAbsent(name.substring(0, name.length() - ENDING.length()), file);
        }
      }
    }
    return new ClassFiles(opened, places);
  }

  /** The names of all classes but the JDK's. */
  List<String> names() {
    return places.keySet().stream().sorted().toList();
  }

  Optional<ClassFile> find(String name) {
    return known.computeIfAbsent(
        name,
        absent -> {
          try {
            return bytes(absent).map(ClassFile::read);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  Optional<byte[]> bytes(String name) throws IOException {
    JarFile place = places.get(name);
    try (InputStream in =
        place == null
            ? ClassLoader.getPlatformClassLoader().getResourceAsStream(name + ENDING)
            : place.getInputStream(place.getJarEntry(name + ENDING))) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    }
  }

  @Override
  public void close() throws IOException {
    for (JarFile each : opened) {
      each.close();
    }
  }
}
