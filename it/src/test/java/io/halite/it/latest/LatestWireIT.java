package io.halite.it.latest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.wire.LatestProtos.LatestRequest;
import io.halite.routing.latest.wire.LatestProtos.LatestResponse;
import io.halite.routing.latest.wire.LatestProtos.RowRange;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes that no client of Halite sends: refused in words, by a server that lives on. */
@ExtendWith(SharedCluster.class)
class LatestWireIT {
  private static final String SPEC = "key=unit:3 ts:8:revtime tie:*,salt=none";
  private static final LatestRequest GOOD =
      LatestRequest.newBuilder()
          .setFingerprint(SaltingSpec.parse(SPEC).fingerprint())
          .setLimit(3)
          .setKeySegments(1)
          .addRange(range(new byte[0], LatestTables.key(LatestTables.KEYS / 2)))
          .build();
  private static final byte[] FIRST = {0};

  private static EmbeddedCluster cluster;
  private static RawEndpoint endpoint;
  private static int servers;

  @BeforeAll
  static void fill(EmbeddedCluster shared) throws Exception {
    cluster = shared;
    TableName table = LatestTables.create(cluster, "wire", SPEC, true);
    LatestTables.fill(cluster, table, 1);
    endpoint = new RawEndpoint(cluster, table);
    servers = servers();
  }

  @AfterAll
  static void drop() throws Exception {
    cluster.utility().deleteTable(endpoint.table());
  }

  private static int servers() throws IOException {
    return cluster.connection().getAdmin().getRegionServers().size();
  }

  private static RowRange range(byte[] start, byte[] stop) {
    return RowRange.newBuilder()
        .setStart(ByteString.copyFrom(start))
        .setStop(ByteString.copyFrom(stop))
        .build();
  }

  @AfterEach
  void everyServerLivesAndAnswersAsBefore() throws Exception {
    LatestResponse response = LatestResponse.parseFrom(endpoint.latest(FIRST, GOOD.toByteArray()));
    assertThat(response.getKeyCount()).isEqualTo(LatestTables.KEYS / 2);
    try (LatestClient client = LatestClient.open(cluster.connection(), endpoint.table())) {
      assertThat(ScannedRows.of(client.ask(LatestQuery.newest(1)))).hasSize(LatestTables.KEYS);
    }
    assertThat(servers()).isEqualTo(servers);
  }

  private static Arguments bad(
      String name, Consumer<LatestRequest.Builder> change, String message) {
    return Arguments.of(Named.of(name, change), message);
  }

  static Stream<Arguments> hostile() {
    return Stream.of(
        bad("limit 0", r -> r.setLimit(0), "limit '0': it must be 1 to 10000 rows of each key"),
        bad("limit 2^32 - 1", r -> r.setLimit(-1), "it must be 1 to 10000 rows of each key"),
        bad(
            "another table's spec",
            r -> r.setFingerprint(9),
            "spec fingerprint '0000000000000009': this table's spec has "),
        bad("no range", r -> r.clearRange(), "ranges '0': they must be 1 to 1000"),
        bad(
            "500,000 ranges",
            r -> {
              r.clearRange();
              for (int i = 0; i < 500_000; i++) {
                r.addRange(range(Bytes.toBytes(2 * i), Bytes.toBytes(2 * i + 1)));
              }
            },
            "ranges '500000': they must be 1 to 1000"),
        bad(
            "ranges that descend",
            r -> r.addRange(range(new byte[] {1}, new byte[] {2})),
            "ranges ascend, do not overlap and are not empty"),
        bad(
            "a range of another region",
            r -> r.setRange(0, range(LatestTables.key(8), LatestTables.key(9))),
            "it must begin in the region called"),
        bad(
            "a row key of a megabyte",
            r -> r.setRange(0, range(new byte[0], new byte[1 << 20])),
            "a row key has at most 32767 bytes"),
        bad("a segment too many", r -> r.setKeySegments(2), "at most the 1 before 'ts'"),
        bad("2^31 segments", r -> r.setKeySegments(1 << 31), "at most the 1 before 'ts'"),
        bad("carried rows of no history", r -> r.setKeySegments(0).setCarried(1), "carried rows"),
        bad("2^32 - 1 versions", r -> r.setVersions(-1), "versions '-1': it must be at least 1"),
        bad("a page of 4 GB", r -> r.setMaxBytes(-1), "page bytes '-1': they must be 1 to 2097152"),
        bad("a page of 49 days", r -> r.setMaxMillis(-1), "they must be 1 to 60000"),
        bad(
            "a time before 1970",
            r -> r.setAsOf(-1),
            "as-of time '-1': it must not be before 1970"),
        bad(
            "100,000 columns",
            r -> {
              for (int i = 0; i < 100_000; i++) {
                r.addColumnBuilder().setFamily(ByteString.copyFromUtf8("f"));
              }
            },
            "columns '100000': they must be at most 1000"),
        bad(
            "a family that is not there",
            r -> r.addColumnBuilder().setFamily(ByteString.copyFromUtf8("h")),
            "h"),
        bad(
            "a condition of a megabyte",
            r -> r.setWhere("(".repeat(1 << 20)),
            "it must have at most"),
        bad("64 KB of brackets", r -> r.setWhere("(".repeat(65_536)), "table 'wire'"));
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void whatBreaksARuleIsRefusedByTheRegion(Consumer<LatestRequest.Builder> change, String message) {
    LatestRequest.Builder request = GOOD.toBuilder();
    change.accept(request);
    assertThatThrownBy(() -> endpoint.latest(FIRST, request.build().toByteArray()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aMessageThatIsCutAnywhereIsRefusedOrIsAShorterOne() throws Exception {
    byte[] good = GOOD.toByteArray();
    int refused = 0;
    for (int length = 0; length < good.length; length++) {
      byte[] cut = Arrays.copyOf(good, length);
      try {
        LatestRequest.parseFrom(cut);
      } catch (IOException malformed) {
        assertThatThrownBy(() -> endpoint.latest(FIRST, cut))
            .as("the first %s bytes", length)
            .isInstanceOf(IOException.class);
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(good.length / 2);
  }

  @Test
  void lengthsThatLieAreRefused() {
    // A range that says it has 2^31 - 1 bytes, a group that never ends, groups in groups in groups.
    byte[] endless = new byte[100_000];
    Arrays.fill(endless, (byte) 0x0B);
    for (byte[] lie :
        new byte[][] {
          {0x22, -1, -1, -1, -1, 0x07, 1}, {0x0B}, endless, {0x22, 2, 0x0A, 0x7F}, {-1, -1, -1}
        }) {
      assertThatThrownBy(() -> endpoint.latest(FIRST, lie)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void bytesThatWereTamperedWithAreAnsweredOrRefused() {
    byte[] good = GOOD.toBuilder().setAsOf(90).setWhere("unit != K03").build().toByteArray();
    Random random = new Random(9);
    int answered = 0;
    int refused = 0;
    for (int i = 0; i < 500; i++) {
      byte[] wire = good.clone();
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        wire[random.nextInt(wire.length)] = (byte) random.nextInt();
      }
      try {
        LatestResponse.parseFrom(endpoint.latest(FIRST, wire));
        answered++;
      } catch (IOException expected) {
        refused++;
      }
    }
    assertThat(answered).isPositive();
    assertThat(refused).isGreaterThan(answered);
  }

  @Test
  void aServiceOrAMethodThatIsNotThereIsNamed() {
    byte[] good = GOOD.toByteArray();
    assertThatThrownBy(() -> endpoint.call(FIRST, "halite.Latest", "Latest", good))
        .hasMessageContaining("halite.Latest");
    assertThatThrownBy(() -> endpoint.call(FIRST, "halite.LatestService", "Oldest", good))
        .hasMessageContaining("Oldest");
  }
}
