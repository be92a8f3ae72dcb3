package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.host.RpcClients;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ipc.RpcClient;
import org.junit.jupiter.api.Test;

/** Which class of RPC clients HBase's factory is told. */
class ClosingRpcClientTest {
  private static final String KEY = "hbase.rpc.client.impl";

  /** Has classes of the plug-in that HBase's own classes do not find, as a container may. */
  private static final class OfContainer extends ClassLoader {
    private OfContainer() {
      super(ClosingRpcClientTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(ClosingRpcClient.class.getName())) {
        return super.loadClass(name, resolve);
      }
      try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = file.readAllBytes();
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? defineClass(name, bytes, 0, bytes.length) : loaded;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void hbaseReceivesThatOfThePlugin() {
    Configuration conf =
        ClosingRpcClient.nameIn(new Configuration(false), ClosingRpcClient.Waiting.class);
    assertThat(conf.get(KEY)).isEqualTo(ClosingRpcClient.Waiting.class.getName());
  }

  @Test
  void thatOfTheApplicationIsLeftAlone() {
    Configuration conf = new Configuration(false);
    conf.set(KEY, "org.example.OwnClient");
    assertThat(ClosingRpcClient.nameIn(conf, ClosingRpcClient.Beside.class).get(KEY))
        .isEqualTo("org.example.OwnClient");
  }

  @Test
  void oneThatHbasesClassLoaderDoesNotFindIsNotFound() throws Exception {
    String name = ClosingRpcClient.Waiting.class.getName();
    Class<? extends RpcClient> foreign =
        Class.forName(name, false, new OfContainer()).asSubclass(RpcClient.class);
    assertThat(foreign).isNotSameAs(ClosingRpcClient.Waiting.class);
    assertThat(RpcClients.finds(foreign)).isFalse();
    assertThat(RpcClients.finds(ClosingRpcClient.Waiting.class)).isTrue();
  }
}
