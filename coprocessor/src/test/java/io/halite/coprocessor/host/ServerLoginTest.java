package io.halite.coprocessor.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.PrivilegedExceptionAction;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncConnectionImpl;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerLoginTest {
  private final Configuration conf = HBaseConfiguration.create();
  private final ServerLogin login = new ServerLogin(conf);
  private String server;

  private static <T> T asMallory(PrivilegedExceptionAction<T> action) throws Exception {
    return UserGroupInformation.createRemoteUser("mallory").doAs(action);
  }

  @BeforeEach
  void withoutACluster() throws Exception {
    conf.set("hbase.client.registry.impl", RegistryOfNoCluster.class.getName());
    server = UserGroupInformation.getLoginUser().getUserName();
    assertThat(server).isNotEqualTo("mallory");
  }

  @Test
  void aConnectionOpenedWhileAClientIsImpersonatedIsTheServersOwn() throws Exception {
    try (ClusterConnection connection = asMallory(() -> login.connection(Map.of()))) {
      assertThat(connection.getUser().getName()).isEqualTo(server);
    }
    theServerOpenedIt();
  }

  @Test
  void anAsyncConnectionOpenedWhileAClientIsImpersonatedIsTheServersOwn() throws Exception {
    try (AsyncConnection connection =
        asMallory(() -> login.asyncConnection().get(10, TimeUnit.SECONDS))) {
      assertThat(((AsyncConnectionImpl) connection).getUser().getName()).isEqualTo(server);
    }
    theServerOpenedIt();
  }

  /** What a connection starts, such as ZooKeeper's threads, has the identity of who opened it. */
  private void theServerOpenedIt() {
    assertThat(conf.get(RegistryOfNoCluster.OPENED_BY)).isEqualTo(server);
    assertThat(conf.get(RegistryOfNoCluster.OPENED_FOR)).isEqualTo(server);
  }

  @Test
  void aKeytabOfClientsInTheServersSiteLogsNobodyInAgain() throws Exception {
    conf.set("hbase.client.userprovider.class", KeytabInTheSite.class.getName());
    try (ClusterConnection waiting = login.connection(Map.of());
        AsyncConnection other = login.asyncConnection().get(10, TimeUnit.SECONDS)) {
      assertThat(waiting.getUser().getName()).isEqualTo(server);
      assertThat(((AsyncConnectionImpl) other).getUser().getName()).isEqualTo(server);
    }
  }
}
