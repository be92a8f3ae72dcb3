package io.halite.it.rights;

import static io.halite.it.rights.HostileTable.F;
import static io.halite.it.rights.HostileTable.Q;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionActionResult;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ResultOrException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;

/** Sends nonsense to a gateway and to an owner, while another client writes and reads. */
final class HostileClient {
  private static final int ACTIONS = 20;
  private static final int SERVERS = 3;

  /** An exception of Java's own that was thrown in Halite. */
  private static final String UNCHECKED =
      "java\\.lang\\.\\w+(Exception|Error)[^\\n]*\\n\\s+at io\\.halite\\.";

  private final EmbeddedCluster cluster;
  private final String spec;
  private final Map<String, Integer> refusals = new TreeMap<>();

  HostileClient(EmbeddedCluster cluster, String spec) {
    this.cluster = cluster;
    this.spec = spec;
  }

  /**
   * Sends so many actions.
   *
   * @return how often each exception came back, by its class
   */
  Map<String, Integer> send(long seed, int actions) throws Exception {
    return send(seed, actions, HostileTable::send);
  }

  /** The same, to a server that serves the gateway region's requests as a guest. */
  Map<String, Integer> sendToDoor(long seed, int actions) throws Exception {
    return send(seed, actions, HostileTable::sendToOther);
  }

  /** How a request comes to a server. */
  private interface Way {
    MultiResponse send(HostileTable table, byte[] key, MultiRequest request) throws IOException;
  }

  private Map<String, Integer> send(long seed, int actions, Way way) throws Exception {
    HostileRequests hostile = new HostileRequests(seed, SaltingSpec.parse(spec));
    try (HostileTable attacked = new HostileTable(cluster, spec, CountingObserver.class);
        Table table = attacked.table()) {
      for (int i = 0; i < actions / ACTIONS; i++) {
        int first = i % 2 == 0 ? '7' : 0;
        byte[] key = {(byte) first};
        try {
          count(way.send(attacked, key, hostile.next(attacked.regionAt(key), first, ACTIONS)));
        } catch (IOException refusal) {
          count(refusal.getClass().getName(), refusal.toString());
        }
        if (i % 50 == 0) {
          goesOn(table, "777777777%d".formatted(i % 10).getBytes(UTF_8), i);
        }
      }
    }
    for (RegionServerThread server : cluster.utility().getHBaseCluster().getRegionServerThreads()) {
      assertThat(server.getRegionServer().isAborted()).isFalse();
    }
    assertThat(cluster.utility().getHBaseCluster().getLiveRegionServerThreads())
        .hasSizeGreaterThanOrEqualTo(SERVERS);
    return refusals;
  }

  private static void goesOn(Table table, byte[] row, int number) throws IOException {
    byte[] value = Integer.toString(number).getBytes(UTF_8);
    table.put(new Put(row).addColumn(F, Q, value));
    assertThat(table.get(new Get(row).addColumn(F, Q)).value()).isEqualTo(value);
  }

  private void count(MultiResponse response) {
    for (RegionActionResult region : response.getRegionActionResultList()) {
      if (region.hasException()) {
        count(region.getException());
      }
      for (ResultOrException each : region.getResultOrExceptionList()) {
        if (each.hasException()) {
          count(each.getException());
        }
      }
    }
  }

  private void count(NameBytesPair exception) {
    count(exception.getName(), exception.getValue().toStringUtf8());
  }

  /** A hook that breaks down says so: Halite knows no such input. */
  private void count(String name, String message) {
    assertThat(message).doesNotContain("halite failed").doesNotContainPattern(UNCHECKED);
    refusals.merge(name, 1, Integer::sum);
  }
}
