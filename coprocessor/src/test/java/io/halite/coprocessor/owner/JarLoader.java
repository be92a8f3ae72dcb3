package io.halite.coprocessor.owner;

import java.io.IOException;
import java.io.InputStream;

/** Defines Halite's classes anew, as HBase's loader of a table's jar does. */
final class JarLoader extends ClassLoader {
  JarLoader() {
    super(JarLoader.class.getClassLoader());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    Class<?> known = findLoadedClass(name);
    if (known != null || !name.startsWith("io.halite.")) {
      return known != null ? known : super.loadClass(name, resolve);
    }
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
