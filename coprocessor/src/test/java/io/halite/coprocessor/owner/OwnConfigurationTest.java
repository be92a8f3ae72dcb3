package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompoundConfiguration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;
import org.junit.jupiter.api.Test;

class OwnConfigurationTest {
  /** Values of a coprocessor's configuration lie in others behind it. */
  private static Configuration ofACoprocessor(Configuration server) {
    return new CompoundConfiguration().add(server);
  }

  @Test
  void ownConnectionHasEachValueOfTheServerAndItsDefaults() {
    Configuration server = HBaseConfiguration.create();
    server.set("hbase.zookeeper.quorum", "zk1.example");
    server.set("some.place", "${hbase.zookeeper.quorum}/x");
    Configuration own = OwnConfiguration.of(ofACoprocessor(server));
    assertThat(own.get("hbase.zookeeper.quorum")).isEqualTo("zk1.example");
    assertThat(own.get("some.place")).isEqualTo("zk1.example/x");
    assertThat(own.get("hbase.defaults.for.version"))
        .isNotNull()
        .isEqualTo(server.get("hbase.defaults.for.version"));
  }

  @Test
  void ownConnectionHasNoPlugInAndKeepsTheTagsOfCells() {
    Configuration server = new Configuration(false);
    server.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    server.set("hbase.client.async.connection.impl", "io.halite.client.plugin.Other");
    server.set(HConstants.RPC_CODEC_CONF_KEY, "some.Codec");
    Configuration own = OwnConfiguration.of(ofACoprocessor(server));
    assertThat(own.get("hbase.client.connection.impl")).isNull();
    assertThat(own.get("hbase.client.async.connection.impl")).isNull();
    assertThat(own.get(HConstants.RPC_CODEC_CONF_KEY))
        .isEqualTo(KeyValueCodecWithTags.class.getName());
  }
}
