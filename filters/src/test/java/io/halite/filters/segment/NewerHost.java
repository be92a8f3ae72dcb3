package io.halite.filters.segment;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.pool.TypePool;
import org.apache.hadoop.hbase.Cell;

/**
 * The class path of the tests, loaded once more with the region server of HBase 2.6.6, which asks
 * filters for the hints of HBASE-29974. The build copies that jar to {@code target/newer-host}.
 *
 * <p>The client's jar of 2.6.6 is not published beside it. So {@code Filter} is that of the older
 * client with the two methods added, which give no hint, as they do there.
 */
final class NewerHost extends URLClassLoader {
  private static final String FILTER = "org.apache.hadoop.hbase.filter.Filter";
  private static final String POOL = "org.apache.hadoop.hbase.util.FastStringPool";

  private NewerHost(List<URL> classPath) {
    super(classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  static NewerHost open() throws IOException {
    List<URL> urls = new ArrayList<>();
    try (Stream<Path> jars = Files.list(Path.of("target", "newer-host"))) {
      for (Path jar : jars.toList()) {
        urls.add(url(jar));
      }
    }
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(url(Path.of(entry)));
    }
    return new NewerHost(urls);
  }

  private static URL url(Path path) throws MalformedURLException {
    return path.toUri().toURL();
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (name.equals(FILTER)) {
      return defined(name, filter());
    }
    return name.equals(POOL) ? defined(name, pool()) : super.findClass(name);
  }

  private Class<?> defined(String name, DynamicType.Builder<?> made) {
    byte[] bytes = made.make().getBytes();
    return defineClass(name, bytes, 0, bytes.length);
  }

  private static DynamicType.Builder<?> filter() {
    ClassFileLocator files = ClassFileLocator.ForClassLoader.ofSystemLoader();
    return new ByteBuddy()
        .redefine(TypePool.Default.of(files).describe(FILTER).resolve(), files)
        .defineMethod("getHintForRejectedRow", Cell.class, Visibility.PUBLIC)
        .withParameters(Cell.class)
        .throwing(IOException.class)
        .intercept(FixedValue.nullValue())
        .defineMethod("getSkipHint", Cell.class, Visibility.PUBLIC)
        .withParameters(Cell.class)
        .throwing(IOException.class)
        .intercept(FixedValue.nullValue());
  }

  /** Which keeps one of equal names in memory. */
  private static DynamicType.Builder<?> pool() {
    return new ByteBuddy()
        .subclass(Object.class)
        .name(POOL)
        .defineMethod("intern", String.class, Visibility.PUBLIC)
        .withParameters(String.class)
        .intercept(FixedValue.argument(0));
  }
}
