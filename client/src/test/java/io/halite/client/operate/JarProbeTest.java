package io.halite.client.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.operate.ServerState.Jar;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;

/** What is known of a server by its answer to a request that needs a class of Halite. */
class JarProbeTest {
  private static final ServerName SERVER = ServerName.valueOf("h2", 16020, 5);
  private static final TableName PLAIN = TableName.valueOf("plain");
  private static final String MISSING =
      "java.lang.ClassNotFoundException: io.halite.filters.segment.SegmentFilter";

  /** A server that answers the request with {@code thrown}. */
  private static ServerState asked(IOException thrown) throws Exception {
    Admin admin =
        Scripted.of(
            Admin.class, (call, given) -> List.of(RegionInfoBuilder.newBuilder(PLAIN).build()));
    return probe(admin, thrown).ask(SERVER);
  }

  private static JarProbe probe(Admin admin, IOException thrown) {
    Table table =
        Scripted.of(
            Table.class,
            (call, given) -> {
              throw thrown;
            });
    Connection connection = Scripted.of(Connection.class, (call, given) -> table);
    return new JarProbe(connection, admin, Set.of());
  }

  @Test
  void aServerThatMissesAClassOfHaliteIsKnownByItsAnswer() throws Exception {
    assertThat(asked(new DoNotRetryIOException(MISSING)).jar()).isEqualTo(Jar.MISSING);
    assertThat(asked(new IOException(new IOException(MISSING))).jar()).isEqualTo(Jar.MISSING);
    assertThat(asked(new DoNotRetryIOException("no")).jar()).isEqualTo(Jar.UNKNOWN);
    assertThat(asked(new AccessDeniedException("no")).jar()).isEqualTo(Jar.FOUND);
  }

  @Test
  void aServerThatHangsIsSilent() throws Exception {
    assertThat(asked(new SocketTimeoutException("callTimeout=10000")))
        .isEqualTo(
            new ServerState("h2,16020,5", Jar.SILENT, Optional.empty(), "callTimeout=10000"));
    assertThat(asked(new IOException(new NotServingRegionException())).jar())
        .as("its region has just moved")
        .isEqualTo(Jar.UNKNOWN);
  }

  @Test
  void aServerThatCannotListItsRegionsIsSilentAndOneThatRefusesTheUserIsAnError() throws Exception {
    Admin hung =
        Scripted.of(
            Admin.class,
            (call, given) -> {
              throw new IOException("no connection\n\tat java.lang");
            });
    assertThat(probe(hung, new IOException()).ask(SERVER))
        .extracting(ServerState::jar, ServerState::error)
        .containsExactly(Jar.SILENT, "no connection");
    Admin refusing =
        Scripted.of(
            Admin.class,
            (call, given) -> {
              throw new AccessDeniedException("user 'ann'");
            });
    assertThatThrownBy(() -> probe(refusing, new IOException()).ask(SERVER))
        .isInstanceOf(AccessDeniedException.class);
  }
}
