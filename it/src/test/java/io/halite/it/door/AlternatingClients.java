package io.halite.it.door;

import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.PlacedTable.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;

/**
 * Connections that alternate between puts, which doors take, and requests that only the region's
 * own server serves. Both share one location of the region.
 */
final class AlternatingClients implements AutoCloseable {
  static final SaltingSpec SPEC = SaltingSpec.parse(TestTable.FOUR_BUCKETS);
  static final int CONNECTIONS = 6;

  private final EmbeddedCluster cluster;
  private final TableName table;
  private final List<DoorClient> connections = new ArrayList<>();

  /** A request that one of the connections sends. */
  interface Request {
    void send(DoorClient client, int number) throws Exception;
  }

  /** When rounds end. */
  interface Rounds {
    boolean goOn(int done);
  }

  /**
   * What happened during an alternation.
   *
   * @param metaReads the rows of {@code hbase:meta} that anybody has read
   * @param served the requests that guests have served
   */
  record Cost(long metaReads, long redirects, long served) {}

  AlternatingClients(EmbeddedCluster cluster, PlacedTable placed, Map<String, byte[]> attributes)
      throws IOException {
    this(cluster, placed, attributes, DoorClient.Kind.BLOCKING);
  }

  AlternatingClients(
      EmbeddedCluster cluster,
      PlacedTable placed,
      Map<String, byte[]> attributes,
      DoorClient.Kind kind)
      throws IOException {
    this.cluster = cluster;
    this.table = placed.table().name();
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt("hbase.client.pause", 20);
    for (int i = 0; i < CONNECTIONS; i++) {
      connections.add(kind.connect(conf, attributes));
    }
  }

  /** So many natural keys of bucket 1, whose region is the gateway of the keys from 01 on. */
  static List<String> inBucketOne(String prefix, int count) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> prefix + i)
        .filter(natural -> SPEC.salt().salt(bytes(natural))[0] == 1)
        .limit(count)
        .toList();
  }

  Request puts(String row) {
    return (client, number) -> {
      try (Table rows = client.table(table)) {
        rows.put(put(row + number));
      }
    };
  }

  Request callsOfAnEndpoint() {
    return (client, number) -> assertThat(client.spec(table, "row" + number)).isNotEmpty();
  }

  private long redirected() {
    return DoorCluster.sum(cluster, DoorCounts::redirected);
  }

  private long served() {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  void awaitRedirects(Request request) throws Exception {
    long before = redirected();
    Polling.until(
        "connections are redirected",
        () -> {
          each(request);
          return redirected() >= before + CONNECTIONS / 2;
        });
  }

  /** Each connection sends it once. */
  void each(Request request) throws Exception {
    for (DoorClient each : connections) {
      request.send(each, 0);
    }
  }

  /** Each connection sends both in turns. */
  Cost alternate(String what, Rounds rounds, Request puts, Request others) throws Exception {
    long redirected = redirected();
    long served = served();
    long before = DoorCluster.metaReads(cluster);
    int done = 0;
    for (; rounds.goOn(done); done++) {
      for (DoorClient each : connections) {
        puts.send(each, done);
        others.send(each, done);
      }
    }
    Cost cost =
        new Cost(
            DoorCluster.metaReads(cluster) - before, redirected() - redirected, served() - served);
    System.out.printf("doors: %d times a put and %s: %s%n", done * CONNECTIONS, what, cost);
    return cost;
  }

  @Override
  public void close() throws IOException {
    for (DoorClient each : connections) {
      each.close();
    }
  }
}
