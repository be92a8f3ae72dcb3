package io.halite.client.operate;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class JvmPagesTest {
  /** As HBase writes it. */
  private static final String PAGE =
      """
      {
        "beans": [
          {
            "name": "java.lang:type=Runtime",
            "ClassPath": "/etc/hbase/conf:/opt/hbase/lib/%s:/opt/hbase/lib/hbase-server-2.6.4.jar",
            "VmVersion": "%s",
            "SpecName": "Java Virtual Machine Specification",
            "SpecVersion": "%s",
            "ManagementSpecVersion": "3.0"
          }
        ]
      }
      """;

  private static ServerJvm jvm(String jar, String machine, String specification) {
    return ServerJvm.parse(PAGE.formatted(jar, machine, specification)).orElseThrow();
  }

  @Test
  void thePageOfAServerNamesItsJarAndItsJava() {
    ServerJvm jvm = jvm("halite-0.1.0.jar", "17.0.15+6-Debian-1deb12u1", "17");
    assertThat(jvm).isEqualTo(new ServerJvm(List.of("halite-0.1.0.jar"), "17.0.15"));
    assertThat(jvm).hasToString("halite-0.1.0.jar, Java 17.0.15");
    assertThat(jvm.isTooOld()).isFalse();
    assertThat(jvm("halite-client-0.1.0.jar", "21.0.7+6", "21")).hasToString("Java 21.0.7");
    assertThat(jvm("a.jar:halite-0.1.0.jar:/x/halite-0.2.0.jar", "17.0.15+6", "17").jars())
        .containsExactly("halite-0.1.0.jar", "halite-0.2.0.jar");
  }

  @Test
  void aJavaThatDoesNotLoadHaliteIsKnownByItsNumber() {
    assertThat(jvm("a.jar", "25.402-b06", "1.8").isTooOld()).as("Java 8").isTrue();
    assertThat(jvm("a.jar", "25.402-b06", "1.8")).hasToString("Java 1.8");
    assertThat(jvm("a.jar", "11.0.27+6", "11").isTooOld()).isTrue();
    assertThat(jvm("a.jar", "17+35", "17").isTooOld()).isFalse();
  }

  @Test
  void aPageOfSomethingElseSaysNothing() {
    assertThat(ServerJvm.parse("{\"beans\": []}")).isEmpty();
    assertThat(ServerJvm.parse("<html>Authentication required</html>")).isEmpty();
  }

  @Test
  void aServerIsAskedOverHttpAndTwoThatDoNotAnswerAreEnough() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/jmx",
        exchange -> {
          boolean first = asked.incrementAndGet() == 1;
          byte[] page =
              PAGE.formatted("halite-0.1.0.jar", "17.0.15+6", "17")
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(first ? 200 : 401, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
    try {
      int port = server.getAddress().getPort();
      JvmPages pages = new JvmPages();
      assertThat(pages.of("localhost", 0)).as("no page").isEmpty();
      assertThat(pages.of("localhost", port)).isPresent();
      for (int i = 0; i < 4; i++) {
        assertThat(pages.of("localhost", port)).isEmpty();
      }
      assertThat(asked).hasValue(3);
    } finally {
      server.stop(0);
    }
  }
}
