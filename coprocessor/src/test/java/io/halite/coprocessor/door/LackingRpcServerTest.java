package io.halite.coprocessor.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ipc.RpcServerFactory;
import org.junit.jupiter.api.Test;

/** HBase of this class path, which a region server runs, with and without Halite's classes. */
class LackingRpcServerTest {
  private static final String NAME = DoorRpcServer.class.getName();
  private static final String FILE = NAME.replace('.', '/') + ".class";

  /** A class path like this one; without Halite's RPC server it is that of a lacking server. */
  private static URLClassLoader classPath(boolean lacking) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path entry = Path.of(each);
      URL url = entry.toUri().toURL();
      if (Files.exists(entry) && !(lacking && has(url))) {
        urls.add(url);
      }
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  private static boolean has(URL entry) throws IOException {
    try (URLClassLoader alone = new URLClassLoader(new URL[] {entry}, null)) {
      return alone.findResource(FILE) != null;
    }
  }

  /** Lets HBase create its RPC server as a region server does that has the setting. */
  private static void create(ClassLoader classes) throws Throwable {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    // By which its logger finds its classes.
    Thread.currentThread().setContextClassLoader(classes);
    try {
      Class<?> type = classes.loadClass(Configuration.class.getName());
      Object conf = type.getConstructor(boolean.class).newInstance(false);
      type.getMethod("set", String.class, String.class)
          .invoke(conf, RpcServerFactory.CUSTOM_RPC_SERVER_IMPL_CONF_KEY, NAME);
      Arrays.stream(classes.loadClass(RpcServerFactory.class.getName()).getMethods())
          .filter(method -> method.getName().equals("createRpcServer"))
          .filter(method -> method.getParameterCount() == 6)
          .findFirst()
          .orElseThrow()
          .invoke(null, null, "regionserver", List.of(), null, conf, null);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Test
  void withoutTheJarHbaseMakesNoServerAndNamesTheClassThatIsNotThere() throws Exception {
    try (URLClassLoader classes = classPath(true)) {
      assertThatThrownBy(() -> create(classes))
          .hasMessageContaining(NAME)
          .hasRootCauseInstanceOf(ClassNotFoundException.class)
          .rootCause()
          .hasMessage(NAME);
    }
  }

  @Test
  void withTheJarItFindsTheClass() throws Exception {
    try (URLClassLoader classes = classPath(false)) {
      assertThatThrownBy(() -> create(classes))
          .as("this test gives it no address")
          .hasStackTraceContaining(NAME + ".<init>");
      assertThat(classes.loadClass(NAME)).isNotEqualTo(DoorRpcServer.class);
    }
  }
}
