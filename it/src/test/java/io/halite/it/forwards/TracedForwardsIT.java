package io.halite.it.forwards;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.Polling;
import io.halite.keys.SaltingSpec;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Spans of OpenTelemetry go across forwards: the owners' belong to the client's trace. */
@ExtendWith(SharedCluster.class)
class TracedForwardsIT {
  @RegisterExtension static final OpenTelemetryExtension TRACES = OpenTelemetryExtension.create();

  private static final String CLIENT_SERVICE = "hbase.pb.ClientService/";
  private static final List<byte[]> KEYS =
      Stream.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l")
          .map(Bytes::toBytes)
          .toList();
  private static final int BUCKETS = 6;
  private static final String SPEC = "key=row:*,salt=hash(row) % " + BUCKETS;
  private static final byte[] N = Bytes.toBytes("n");

  private final EmbeddedCluster cluster;

  TracedForwardsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private interface Work {
    CompletableFuture<?> begin(AsyncTable<?> table);
  }

  /** What an application does, and how many requests to owners it takes at least. */
  private record Operation(String name, Work work, int others) {}

  private static Put put(byte[] key) {
    return new Put(key).addColumn(F, Q, key);
  }

  /**
   * All operations.
   *
   * @param owners how many servers hold the table's rows: a batch takes a request to each
   */
  private static List<Operation> operations(int owners) {
    byte[] key = KEYS.get(0);
    Map<String, Work> one =
        Map.of(
            "put", table -> table.put(put(key)),
            "get", table -> table.get(new Get(key)),
            "delete", table -> table.delete(new Delete(key)),
            "increment", table -> table.increment(new Increment(key).addColumn(F, N, 1)),
            "append", table -> table.append(new Append(key).addColumn(F, N, key)),
            "check",
                table ->
                    table.checkAndMutate(
                        CheckAndMutate.newBuilder(key).ifNotExists(F, N).build(put(key))),
            "mutations", table -> table.mutateRow(mutations(key)));
    Map<String, Work> batches =
        Map.of(
            "puts",
            table -> table.putAll(KEYS.stream().map(TracedForwardsIT::put).toList()),
            "gets",
            table -> table.getAll(KEYS.stream().map(Get::new).toList()));
    Map<String, Work> scans =
        Map.of(
            "scan",
            table -> table.scanAll(new Scan()),
            "scan by pieces",
            table -> table.scanAll(new Scan().setCaching(1)));
    return Stream.of(named(one, 1), named(batches, owners), named(scans, BUCKETS))
        .flatMap(each -> each)
        .toList();
  }

  private static Stream<Operation> named(Map<String, Work> works, int others) {
    return works.entrySet().stream()
        .map(each -> new Operation(each.getKey(), each.getValue(), others));
  }

  private static int owners(TestTable table, EmbeddedCluster cluster) throws IOException {
    try (RegionLocator locator = cluster.connection().getRegionLocator(table.name())) {
      Set<ServerName> servers = new HashSet<>();
      for (byte[] key : KEYS) {
        byte[] stored = SaltingSpec.parse(SPEC).salt().places(key).get(0);
        servers.add(locator.getRegionLocation(stored).getServerName());
      }
      return servers.size();
    }
  }

  private static RowMutations mutations(byte[] key) {
    try {
      return RowMutations.of(List.of(put(key), new Delete(key).addColumns(F, N)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** By the asynchronous client, since the blocking one begins a trace for each RPC of a batch. */
  @Test
  void spansOfOwnersBelongToTheTraceOfTheClient() throws Exception {
    try (TestTable table =
            TestTable.numbered("traced").salted(SPEC).splitBuckets().create(cluster);
        AsyncConnection connection =
            ConnectionFactory.createAsyncConnection(cluster.configuration()).get()) {
      AsyncTable<?> client = connection.getTable(table.name());
      for (Operation operation : operations(owners(table, cluster))) {
        table.table().put(KEYS.stream().map(TracedForwardsIT::put).toList());
        // Both the client and the gateway know the regions from now on.
        assertThat(client.scanAll(new Scan()).get()).hasSize(KEYS.size());
        check(operation, client);
      }
    }
  }

  private static void check(Operation operation, AsyncTable<?> client) throws Exception {
    String name = operation.name();
    Span root = TRACES.getOpenTelemetry().getTracer("application").spanBuilder(name).startSpan();
    try (Scope ignored = root.makeCurrent()) {
      operation.work().begin(client).get();
    } finally {
      root.end();
    }
    long began = ((ReadableSpan) root).toSpanData().getStartEpochNanos();
    String trace = root.getSpanContext().getTraceId();
    // A server's span ends after its answer has been sent.
    Polling.until(
        "requests of a " + name + " to the gateway and to owners",
        () -> servedSince(began).size() > operation.others());
    assertThat(servedSince(began))
        .as("each of a %s in the trace %s", name, trace)
        .extracting(span -> span.getName() + " " + span.getTraceId())
        .allSatisfy(span -> assertThat(span).endsWith(trace));
  }

  /** Requests to tables that servers have served. */
  private static List<SpanData> servedSince(long epochNanos) {
    return TRACES.getSpans().stream()
        .filter(span -> span.getKind() == SpanKind.SERVER)
        .filter(span -> span.getName().startsWith(CLIENT_SERVICE))
        .filter(span -> span.getStartEpochNanos() >= epochNanos)
        .toList();
  }
}
