package io.halite.it.door;

import static io.halite.it.door.PlacedTable.F;
import static io.halite.it.door.PlacedTable.Q;
import static io.halite.it.door.PlacedTable.bytes;
import static io.halite.it.door.RawRequests.action;
import static io.halite.it.door.RawRequests.part;
import static org.apache.hadoop.hbase.quotas.QuotaSettingsFactory.throttleUser;
import static org.apache.hadoop.hbase.quotas.QuotaSettingsFactory.unthrottleUser;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.quotas.QuotaTableUtil;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each kind of request under each kind of a user's quota, at the gateway and at a door. */
@Tag("wide")
@ExtendWith(SharedDoorCluster.class)
class DoorThrottlesIT {
  private static final int QUOTA = 24;
  private static final byte[] VALUE = new byte[1 << 10];
  private static final byte[] LARGE = bytes("large");
  private static final byte[] LARGE_VALUE = new byte[1 << 16];

  private final EmbeddedCluster cluster;

  DoorThrottlesIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** Requests for the gateway region of {@code 60} on. */
  private enum Kind {
    PUT(ThrottleType.WRITE_SIZE) {
      @Override
      void send(RawRequests requests, ServerName at, byte[] region) throws IOException {
        requests.put(at, RawRequests.region(region), put());
      }
    },
    GET(ThrottleType.READ_SIZE) {
      @Override
      void send(RawRequests requests, ServerName at, byte[] region) throws IOException {
        requests.get(at, RawRequests.region(region), new Get(LARGE));
      }
    },
    SCAN(ThrottleType.READ_SIZE) {
      @Override
      void send(RawRequests requests, ServerName at, byte[] region) throws IOException {
        // One that goes on may take another request for the end of its answer.
        assertThat(requests.open(at, region, new Scan(), 9).getCellsPerResultCount()).isPositive();
      }
    },
    /** HBase charges nobody for the bytes of a batch's gets where it charges for answers. */
    BATCH(ThrottleType.WRITE_SIZE) {
      @Override
      void send(RawRequests requests, ServerName at, byte[] region) throws IOException {
        List<String> answers =
            requests.multi(at, part(region, action(new Get(LARGE)), action(put()), action(put())));
        // HBase throttles a batch region by region.
        if (answers.contains("RpcThrottlingException")) {
          throw new RpcThrottlingException("the batch");
        }
        assertThat(answers).hasSize(3);
      }
    };

    /** The size that such requests are charged for. */
    private final ThrottleType size;

    Kind(ThrottleType size) {
      this.size = size;
    }

    abstract void send(RawRequests requests, ServerName at, byte[] region) throws IOException;

    private static Put put() {
      return new Put(bytes("anna")).addColumn(F, Q, VALUE);
    }
  }

  private void throttle(PlacedTable placed, User user, ThrottleType type) throws IOException {
    long limit =
        switch (type) {
          case READ_SIZE -> (long) QUOTA * LARGE_VALUE.length;
          case WRITE_SIZE -> (long) QUOTA * VALUE.length;
          default -> QUOTA;
        };
    placed.table().admin().setQuota(throttleUser(user.getShortName(), type, limit, TimeUnit.DAYS));
    reload();
  }

  private void reload() {
    for (RegionServerThread each :
        cluster.utility().getMiniHBaseCluster().getLiveRegionServerThreads()) {
      each.getRegionServer().getRegionServerRpcQuotaManager().reload();
    }
  }

  private static int untilRefused(Kind kind, RawRequests requests, ServerName at, byte[] region)
      throws IOException {
    for (int sent = 0; sent < 10 * QUOTA; sent++) {
      try {
        kind.send(requests, at, region);
      } catch (RpcThrottlingException refused) {
        return sent;
      }
    }
    throw new AssertionError(at + " never refused a " + kind);
  }

  @Test
  void eachKindOfQuotaAllowsAsManyRequestsOfEachKindAtADoorAsAtTheGateway() throws Exception {
    cluster.utility().waitTableAvailable(QuotaTableUtil.QUOTA_TABLE_NAME);
    try (PlacedTable placed = PlacedTable.create(cluster)) {
      try (Table table = placed.table().table()) {
        table.put(List.of(Kind.put(), new Put(LARGE).addColumn(F, Q, LARGE_VALUE)));
      }
      placed.awaitDoor();
      for (Kind kind : Kind.values()) {
        compare(placed, kind, ThrottleType.REQUEST_NUMBER);
        compare(placed, kind, kind.size);
      }
    }
  }

  private void compare(PlacedTable placed, Kind kind, ThrottleType type) throws Exception {
    // HBase remembers a user's quota by name.
    String name = "throttled-%s-%s-%s".formatted(placed.table().name(), kind, type);
    User user = User.createUserForTesting(cluster.configuration(), name, new String[0]);
    PrivilegedExceptionAction<Connection> connecting =
        () -> ConnectionFactory.createConnection(cluster.configuration());
    throttle(placed, user, type);
    try (Connection connection = user.runAs(connecting)) {
      RawRequests requests = new RawRequests(connection);
      byte[] region = placed.name(0x60);
      int home = untilRefused(kind, requests, placed.home(), region);
      long served = DoorCluster.sum(cluster, DoorCounts::served);
      assertThat(untilRefused(kind, requests, placed.door(), region))
          .as("%s under a limit of %s", kind, type)
          .isEqualTo(home)
          .isBetween(QUOTA / 3, QUOTA);
      assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(served + home);
    } finally {
      placed.table().admin().setQuota(unthrottleUser(user.getShortName()));
      reload();
    }
  }
}
