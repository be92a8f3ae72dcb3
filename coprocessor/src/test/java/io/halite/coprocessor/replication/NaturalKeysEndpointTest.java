package io.halite.coprocessor.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.replication.ReplicationEndpoint;
import org.apache.hadoop.hbase.replication.WALEntryFilter;
import org.apache.hadoop.hbase.replication.regionserver.WALEntryFilterRetryableException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.junit.jupiter.api.Test;

class NaturalKeysEndpointTest {
  private static final byte[] ATL = Bytes.toBytes("ATL");

  @Test
  void anEntryWhoseFilterFailedIsNeverShipped() {
    ReplicationEndpoint.ReplicateContext batch =
        new ReplicationEndpoint.ReplicateContext()
            .setEntries(List.of(NaturalKeysFilterTest.stored(ATL)));
    assertThatThrownBy(() -> new NaturalKeysEndpoint().replicate(batch))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("table 't'")
        .hasMessageContaining("still has its stored keys");
  }

  @Test
  void filesOfASaltedTableAreNeverShipped() {
    Entry load = NaturalKeysFilterTest.load();
    assertThatThrownBy(() -> NaturalKeysEndpoint.requireNatural(load, table -> true))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("table 't'");
    assertThatThrownBy(
            () ->
                NaturalKeysEndpoint.requireNatural(
                    load,
                    table -> {
                      throw new IOException("no file system");
                    }))
        .isInstanceOf(UncheckedIOException.class);
    assertThatCode(() -> NaturalKeysEndpoint.requireNatural(load, table -> false))
        .doesNotThrowAnyException();
  }

  @Test
  void anEditThatCannotBeReadHoldsUpOnlyThePeersOfItsTable() {
    Entry bare = NaturalKeysFilterTest.stored(ATL);
    assertThat(filter(entry -> null).filter(bare)).isNull();
    assertThatThrownBy(() -> filter(entry -> entry).filter(bare))
        .isInstanceOf(WALEntryFilterRetryableException.class);
  }

  @Test
  void thePlugInStaysAwayAlsoWhereHBaseReadsTheSiteOnceMore() {
    Configuration site = new Configuration(false);
    site.set("hbase.client.connection.impl", "io.halite.client.plugin.SaltedConnection");
    Configuration asHBaseReads = new Configuration(site);

    NaturalKeysEndpoint.withoutPlugin(site)
        .forEach(e -> asHBaseReads.set(e.getKey(), e.getValue()));

    assertThat(asHBaseReads.get("hbase.client.connection.impl"))
        .isEqualTo("org.apache.hadoop.hbase.client.ConnectionImplementation");
  }

  private static WALEntryFilter filter(WALEntryFilter tables) {
    return NaturalKeysEndpoint.filter(tables, Optional::empty, table -> true);
  }
}
