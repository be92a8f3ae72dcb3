package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.ReflectionUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SaltedAsyncConnectionTest {
  /** A client that cannot be made shows when HBase makes it. */
  private static final String NO_CLIENT = "no.such.RpcClient";

  private final ConnectionRegistry registry = new Fake<>(ConnectionRegistry.class).build();
  private final Configuration conf = new Configuration(false);
  private final User user = User.createUserForTesting(conf, "someone", new String[0]);

  @BeforeEach
  void theClientCannotBeMade() {
    conf.set("hbase.rpc.client.impl", NO_CLIENT);
  }

  @Test
  void hbaseMakesItsRpcClientForAConnectionWithGoodSettings() {
    assertThatThrownBy(this::open26).hasMessageContaining(NO_CLIENT);
    assertThatThrownBy(this::open25).hasMessageContaining(NO_CLIENT);
  }

  /** Nobody could close the client of a connection that has not come to be. */
  @Test
  void aSettingThatCannotBeReadIsRefusedBeforeThereIsAnRpcClient() {
    conf.set(SaltedConnection.SPEC_MAX_AGE_KEY, "soon");
    assertThatThrownBy(this::open26)
        .isInstanceOf(NumberFormatException.class)
        .hasMessageContaining("soon");
    assertThatThrownBy(this::open25)
        .isInstanceOf(NumberFormatException.class)
        .hasMessageContaining("soon");
  }

  /** HBase takes any constructor that has the number of its arguments, also a private one. */
  @Test
  void hbaseFindsTheConstructorThatReadsTheSettings() {
    conf.set(SaltedConnection.SPEC_MAX_AGE_KEY, "soon");
    assertThatThrownBy(() -> byReflection(conf, registry, "cluster", user, null))
        .hasRootCauseInstanceOf(NumberFormatException.class);
    assertThatThrownBy(() -> byReflection(conf, registry, "cluster", user))
        .hasRootCauseInstanceOf(NumberFormatException.class);
    // HBase 3 gives no local address, and attributes from its first beta on.
    assertThatThrownBy(() -> byReflection(conf, registry, "cluster", null, user, Map.of()))
        .hasRootCauseInstanceOf(NumberFormatException.class);
    assertThatThrownBy(() -> byReflection(conf, registry, "cluster", null, user))
        .hasRootCauseInstanceOf(NumberFormatException.class);
  }

  private static void byReflection(Object... arguments) {
    ReflectionUtils.newInstance(SaltedAsyncConnection.class, arguments);
  }

  private void open26() {
    new SaltedAsyncConnection(conf, registry, "cluster", user, Map.of());
  }

  private void open25() {
    new SaltedAsyncConnection(conf, registry, "cluster", user);
  }
}
