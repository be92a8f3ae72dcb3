package io.halite.coprocessor.master;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.SaltingObserver;
import io.halite.coprocessor.replication.NaturalKeysEndpoint;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfigBuilder;
import org.apache.hadoop.hbase.replication.ReplicationPeerDescription;
import org.apache.hadoop.hbase.replication.regionserver.RegionReplicaReplicationEndpoint;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PeerRulesTest {
  private static final String SALT = "|" + SaltingObserver.class.getName() + "||salt=hash(*) % 16";
  private static final int LOCAL = HConstants.REPLICATION_SCOPE_LOCAL;
  private static final int GLOBAL = HConstants.REPLICATION_SCOPE_GLOBAL;

  private final PeerRules rules = new PeerRules(new Configuration(false));

  /** A table of families {@code f}, {@code g} and {@code local}, of which two are replicated. */
  private static TableDescriptorBuilder table(String name, int scope) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(name));
    Map.of("f", scope, "g", scope, "local", LOCAL)
        .forEach(
            (family, its) ->
                table.setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family))
                        .setScope(its)
                        .build()));
    return table;
  }

  private static TableDescriptor salted(String name) {
    return table(name, GLOBAL).setValue("coprocessor$1", SALT).build();
  }

  private static ReplicationPeerConfigBuilder peer() {
    return ReplicationPeerConfig.newBuilder();
  }

  /** A peer of the tables {@code flights}, or {@code flights:f}, alone. */
  private static ReplicationPeerConfigBuilder only(String... names) {
    return peer().setReplicateAllUserTables(false).setTableCFsMap(map(names));
  }

  private static ReplicationPeerConfigBuilder allBut(String... names) {
    return peer().setExcludeTableCFsMap(map(names));
  }

  private static Map<TableName, List<String>> map(String... names) {
    Map<TableName, List<String>> tables = new HashMap<>();
    for (String name : names) {
      String[] parts = name.split("/");
      tables.put(
          TableName.valueOf(parts[0]), parts.length == 1 ? null : List.of(parts[1].split(",")));
    }
    return tables;
  }

  @Test
  void aPeerThatWouldMissASaltedTableIsRefused() {
    assertThatThrownBy(() -> rules.checkAddition("one", peer().build(), List.of(salted("flights"))))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("peer 'one' is to receive table 'flights'")
        .hasMessageContaining(
            "add it with ENDPOINT_CLASSNAME => '" + NaturalKeysEndpoint.class.getName() + "'")
        .hasMessageContaining("or exclude the table from the peer");
  }

  @Test
  void aPeerThatMissesNothingIsAdded() throws Exception {
    List<TableDescriptor> salted = List.of(salted("flights"));
    TableDescriptor plain = table("plain", GLOBAL).build();
    TableDescriptor local = table("local", LOCAL).setValue("coprocessor$1", SALT).build();
    rules.checkAddition("one", peer().build(), List.of(local, plain));
    for (Class<?> endpoint :
        List.of(RegionReplicaReplicationEndpoint.class, NaturalKeysEndpoint.class)) {
      ReplicationPeerConfigBuilder peer = peer().setReplicationEndpointImpl(endpoint.getName());
      rules.checkAddition("one", peer.build(), salted);
    }
  }

  /** Each way in which a peer names what it receives, and whether it receives a family of it. */
  static Stream<Arguments> peers() {
    return Stream.of(
        Arguments.of("all tables", peer(), true),
        Arguments.of("all but its namespace", peer().setExcludeNamespaces(Set.of("air")), false),
        Arguments.of("all but a namespace", peer().setExcludeNamespaces(Set.of("default")), true),
        Arguments.of("all but the table", allBut("air:flights"), false),
        Arguments.of("all but another", allBut("air:gates"), true),
        Arguments.of("all but one family", allBut("air:flights/f"), true),
        Arguments.of("all but its replicated families", allBut("air:flights/f,g"), false),
        Arguments.of("all but its local family", allBut("air:flights/local"), true),
        Arguments.of("nothing", peer().setReplicateAllUserTables(false), false),
        Arguments.of(
            "its namespace",
            peer().setReplicateAllUserTables(false).setNamespaces(Set.of("air")),
            true),
        Arguments.of(
            "another namespace",
            peer().setReplicateAllUserTables(false).setNamespaces(Set.of("default")),
            false),
        Arguments.of("the table", only("air:flights"), true),
        Arguments.of("the table of another namespace", only("flights"), false),
        Arguments.of("one family", only("air:flights/f"), true),
        Arguments.of("the local family", only("air:flights/local"), false),
        Arguments.of(
            "its namespace, and another table", only("gates").setNamespaces(Set.of("air")), true));
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("peers")
  void whatAPeerIsToReceiveDecides(
      String what, ReplicationPeerConfigBuilder peer, boolean isRefused) {
    List<TableDescriptor> tables = List.of(salted("air:flights"));
    if (isRefused) {
      assertThatThrownBy(() -> rules.checkAddition("one", peer.build(), tables))
          .hasMessageContaining("table 'air:flights'");
      assertThatThrownBy(
              () -> rules.checkUpdate("one", only("gates").build(), peer.build(), tables))
          .hasMessageContaining("table 'air:flights'");
    } else {
      assertThatCode(() -> rules.checkAddition("one", peer.build(), tables))
          .doesNotThrowAnyException();
    }
    assertThatCode(() -> rules.checkUpdate("one", peer.build(), peer.build(), tables))
        .as("a peer that stays as it is")
        .doesNotThrowAnyException();
    assertThatCode(() -> rules.checkUpdate("one", peer().build(), peer.build(), tables))
        .as("a peer of all tables that becomes this one")
        .doesNotThrowAnyException();
  }

  /** What a bad peer becomes, and whether it misses less than before. */
  static Stream<Arguments> updates() {
    return Stream.of(
        Arguments.of(only("flights", "gates"), only("gates"), true),
        Arguments.of(only("flights", "gates"), only("flights"), true),
        Arguments.of(only("flights", "gates"), only("flights/f", "gates"), true),
        Arguments.of(only("flights"), only("flights", "plain"), true),
        Arguments.of(only("flights"), only("flights").setBandwidth(5), true),
        Arguments.of(only("flights/f"), only("flights/f,local"), true),
        Arguments.of(peer(), allBut("flights"), true),
        Arguments.of(peer(), only("flights", "gates"), true),
        Arguments.of(only("flights"), only("flights", "gates"), false),
        Arguments.of(only("flights"), only("gates"), false),
        Arguments.of(only("flights/f"), only("flights"), false),
        Arguments.of(only("flights/f"), only("flights/g"), false),
        Arguments.of(allBut("flights"), peer(), false),
        Arguments.of(only("flights"), peer(), false));
  }

  @ParameterizedTest
  @MethodSource("updates")
  void anUpdateIsRefusedOnlyIfThePeerMissesMoreThanBefore(
      ReplicationPeerConfigBuilder before, ReplicationPeerConfigBuilder after, boolean isAllowed) {
    List<TableDescriptor> tables =
        List.of(salted("flights"), salted("gates"), table("plain", GLOBAL).build());
    if (isAllowed) {
      assertThatCode(() -> rules.checkUpdate("one", before.build(), after.build(), tables))
          .doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> rules.checkUpdate("one", before.build(), after.build(), tables))
          .isInstanceOf(DoNotRetryIOException.class);
    }
  }

  private static PeerRules.Peers peers(ReplicationPeerConfigBuilder... peers) {
    return () ->
        IntStream.range(0, peers.length)
            .mapToObj(i -> new ReplicationPeerDescription("peer" + i, true, peers[i].build()))
            .toList();
  }

  private static TableDescriptor scoped(int scope) {
    return table("flights", scope).setValue("coprocessor$1", SALT).build();
  }

  /** Otherwise every write of a live table would be refused from then on. */
  @Test
  void aTableThatWouldComeToAPeerThatMissesItIsRefused() {
    PeerRules.Peers bad = peers(only("gates"), peer());
    List<Optional<TableDescriptor>> before =
        List.of(
            Optional.empty(),
            Optional.of(scoped(LOCAL)),
            Optional.of(table("flights", GLOBAL).build()));
    for (Optional<TableDescriptor> table : before) {
      assertThatThrownBy(() -> rules.checkTable(table, scoped(GLOBAL), bad))
          .as("%s", table)
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessage(
              "peer 'peer1' is to receive table 'flights', but its replication endpoint would send"
                  + " stored keys, which its cluster could not read: remove the peer and add it"
                  + " with ENDPOINT_CLASSNAME => '"
                  + NaturalKeysEndpoint.class.getName()
                  + "', or exclude the table from the peer, or set REPLICATION_SCOPE => 0");
    }
    assertThatThrownBy(
            () -> rules.checkTable(Optional.empty(), scoped(GLOBAL), peers(only("flights/g"))))
        .hasMessageContaining("peer 'peer0'");
  }

  @Test
  void aTableThatNoPeerMissesMoreThanBeforeIsNot() throws Exception {
    rules.checkTable(
        Optional.of(scoped(LOCAL)),
        scoped(GLOBAL),
        peers(
            allBut("flights"),
            only("flights/local"),
            peer().setReplicationEndpointImpl(NaturalKeysEndpoint.class.getName()),
            peer().setReplicationEndpointImpl(RegionReplicaReplicationEndpoint.class.getName())));
    TableDescriptor other =
        TableDescriptorBuilder.newBuilder(scoped(GLOBAL)).setMaxFileSize(1L << 30).build();
    rules.checkTable(Optional.of(scoped(GLOBAL)), other, peers(peer()));
    rules.checkTable(Optional.of(scoped(GLOBAL)), scoped(LOCAL), peers(peer()));
  }

  /** The master answers such a request also where its peers cannot be read. */
  @Test
  void ofTablesThatCannotBeMissedThePeersAreNotRead() throws Exception {
    PeerRules.Peers unread =
        () -> {
          throw new IOException("nobody asked");
        };
    rules.checkTable(Optional.empty(), table("plain", GLOBAL).build(), unread);
    rules.checkTable(Optional.empty(), scoped(LOCAL), unread);
    rules.checkTable(Optional.of(scoped(GLOBAL)), scoped(LOCAL), unread);
    rules.checkTable(Optional.empty(), salted("hbase:flights"), unread);
  }

  @Test
  void theRefusalOfAnUpdateNamesWhatCanBeDoneAboutAPeerThatExists() {
    assertThatThrownBy(
            () ->
                rules.checkUpdate(
                    "one", only("x").build(), peer().build(), List.of(salted("flights"))))
        .hasMessageContaining("peer 'one' is to receive table 'flights'")
        .hasMessageContaining(
            "leave the table out of the update, or remove the peer and add it with"
                + " ENDPOINT_CLASSNAME => '"
                + NaturalKeysEndpoint.class.getName()
                + "', or set REPLICATION_SCOPE => 0");
  }
}
