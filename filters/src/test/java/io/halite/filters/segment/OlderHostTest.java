package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** HBase before 2.6.1 and 2.5.9, where the interface of hinting filters is missing. */
class OlderHostTest {
  private static final String MISSING = "org.apache.hadoop.hbase.filter.HintingFilter";

  /** The class path of this test, loaded once more and without that interface. */
  private static final class OlderHost extends URLClassLoader {
    OlderHost(URL[] classPath) {
      super(classPath, ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.equals(MISSING)) {
        throw new ClassNotFoundException(name);
      }
      return super.findClass(name);
    }
  }

  private static URL[] classPath() throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(new File(entry).toURI().toURL());
    }
    return urls.toArray(URL[]::new);
  }

  @Test
  void filterIsMadeSentAndReadWithoutTheInterface() throws Exception {
    try (OlderHost host = new OlderHost(classPath())) {
      Class<?> type = host.loadClass(SegmentFilter.class.getName());
      assertThat(type).isNotSameAs(SegmentFilter.class);
      Object made = type.getMethod("where", String.class).invoke(null, "@15:3 = LAX");
      byte[] bytes = (byte[]) type.getMethod("toByteArray").invoke(made);
      Method parse = type.getMethod("parseFrom", byte[].class);
      assertThat(parse.invoke(null, (Object) bytes)).isEqualTo(made).hasSameClassAs(made);
      assertThat(SegmentFilter.parseFrom(bytes))
          .isEqualTo(SegmentFilter.where("@15:3 = LAX"))
          .isInstanceOf(HintingSegmentFilter.class);
    }
  }

  @Test
  void membersOfListsAreLoadedWithoutTheInterface() throws Exception {
    try (OlderHost host = new OlderHost(classPath())) {
      String name = "io.halite.filters.natural.HintedMember";
      assertThat(Class.forName(name, true, host).getClassLoader()).isSameAs(host);
    }
  }
}
