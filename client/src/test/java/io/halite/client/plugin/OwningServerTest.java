package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwningServerTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "hb_rs_localhost,16020,1700000000000; true",
        "hb_m_localhost,16000,1700000000000; true",
        "attempt_1700000000000_0001_m_000000_0; false",
        "of_hb_rs_localhost,16020,1; false"
      })
  void aServerWritesItsNameIntoItsConfigurationAndATaskWritesAnother(String name, boolean server) {
    Configuration conf = new Configuration(false);
    conf.set("mapreduce.task.attempt.id", name);
    assertThat(OwningServer.of(conf).isPresent()).isEqualTo(server);
  }

  @Test
  void aConnectionThatNoReplicationSinkOpensIsServed() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(SaltedConnection.CONNECTION_KEY, SaltedConnection.class.getName());
    OwningServer.refuseLoads(conf, SaltedConnection.CONNECTION_KEY);
    assertThat(conf.get(SaltedConnection.CONNECTION_KEY))
        .isEqualTo(SaltedConnection.class.getName());
  }

  @Test
  void aServerSaysOnceForEachSettingThatItsConnectionsArePlain() {
    String server = "hb_rs_said,16020,1700000000000";
    assertThat(OwningServer.isUnsaid(server, SaltedConnection.CONNECTION_KEY)).isTrue();
    assertThat(OwningServer.isUnsaid(server, SaltedConnection.CONNECTION_KEY)).isFalse();
    assertThat(OwningServer.isUnsaid(server, SaltedConnection.ASYNC_CONNECTION_KEY)).isTrue();
    assertThat(OwningServer.isUnsaid("hb_m_said,16000,1", SaltedConnection.CONNECTION_KEY))
        .isTrue();
  }

  @Test
  void anApplicationIsNoServer() {
    assertThat(OwningServer.of(new Configuration(false))).isEmpty();
  }
}
