package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.owner.HandlerPermits.Permit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.security.User;
import org.junit.jupiter.api.Test;

class ServerAsyncConnectionTest {
  private static final String FIFO = "default.FPBQ.Fifo";
  private static final String FIRST = Handlers.name(FIFO, 0, 0, 16020);
  private static final String SECOND = Handlers.name(FIFO, 1, 0, 16020);
  private static final long MILLIS = 60_000;

  private final Configuration conf = HBaseConfiguration.create();
  private final HandlerPermits permits =
      new HandlerPermits(conf, SaltingMetrics.unseen(), new ConcurrentHashMap<>());

  /** A cluster whose ZooKeeper answers when the test says so. */
  static final class LateRegistry implements ConnectionRegistry {
    private static CountDownLatch asked = new CountDownLatch(1);
    private static CompletableFuture<String> clusterId = new CompletableFuture<>();

    // HBase's client makes it by its name.
    @SuppressWarnings("unused")
    LateRegistry(Configuration conf, User user) {}

    @Override
    public CompletableFuture<RegionLocations> getMetaRegionLocations() {
      return new CompletableFuture<>();
    }

    @Override
    public CompletableFuture<String> getClusterId() {
      asked.countDown();
      return clusterId;
    }

    @Override
    public CompletableFuture<ServerName> getActiveMaster() {
      return new CompletableFuture<>();
    }

    @Override
    public String getConnectionString() {
      return "a cluster that is late";
    }

    @Override
    public void close() {
      // Nothing was opened.
    }
  }

  @Test
  void aHandlerThatWaitsForTheConnectionHoldsAPermitAndOneThatDoesNotWaitNeedsNone()
      throws Exception {
    conf.set("hbase.client.registry.impl", LateRegistry.class.getName());
    LateRegistry.asked = new CountDownLatch(1);
    LateRegistry.clusterId = new CompletableFuture<>();
    try (Handlers handlers = new Handlers().with(FIFO, 0, 16020, 0, 1);
        ServerAsyncConnection async =
            new ServerAsyncConnection(conf, new ConnectionUses(() -> {}))) {
      Future<AsyncConnection> waiting = handlers.begin(FIRST, () -> async.open(MILLIS, permits));
      assertThat(LateRegistry.asked.await(30, TimeUnit.SECONDS)).isTrue();
      assertThatThrownBy(() -> handlers.run(SECOND, () -> async.open(MILLIS, permits)))
          .isInstanceOf(RpcThrottlingException.class);
      assertThat(waiting).isNotDone();
      LateRegistry.clusterId.complete("late");
      AsyncConnection open = waiting.get(30, TimeUnit.SECONDS);
      Permit only = handlers.run(FIRST, permits::acquire);
      assertThat(handlers.run(SECOND, () -> async.open(MILLIS, permits))).isSameAs(open);
      handlers.run(
          FIRST,
          () -> {
            only.close();
            return only;
          });
    }
  }
}
