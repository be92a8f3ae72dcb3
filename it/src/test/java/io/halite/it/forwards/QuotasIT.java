package io.halite.it.forwards;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.owner.QuotaAdvice;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.LogEvents;
import io.halite.it.cluster.SiteValue;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.quotas.QuotaSettings;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.QuotaTableUtil;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.log4j.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Who is charged for requests of salted tables. Quotas are of so many requests a day, so that none
 * grows back while they are counted.
 */
class QuotasIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final TableName PLAIN = TableName.valueOf("plain");
  private static final TableName HASHED = TableName.valueOf("hashed");
  private static final TableName RANDOM = TableName.valueOf("random");
  private static final Queue<String> LOGGED = new ConcurrentLinkedQueue<>();
  private static EmbeddedCluster cluster;
  private static String serverUser;

  /** Requests that a plain table answers in one RPC. */
  enum Kind implements Requester.Request {
    PUT {
      @Override
      public void send(Table table) throws Exception {
        table.put(put("r1"));
      }
    },
    PUTS {
      @Override
      public void send(Table table) throws Exception {
        table.put(List.of(put("r1"), put("r2")));
      }
    },
    GET {
      @Override
      public void send(Table table) throws Exception {
        table.get(new Get(Bytes.toBytes("r1")));
      }
    },
    SCAN {
      @Override
      public void send(Table table) throws Exception {
        try (ResultScanner scanner = table.getScanner(new Scan().setLimit(3))) {
          scanner.forEach(row -> assertThat(row.isEmpty()).isFalse());
        }
      }
    }
  }

  @BeforeAll
  static void start() throws Exception {
    Logger.getLogger(QuotaAdvice.class)
        .addAppender(new LogEvents(event -> LOGGED.add(event.getRenderedMessage())));
    cluster =
        EmbeddedCluster.startWithoutHdfs(
            1,
            site -> {
              site.setBoolean("hbase.quota.enabled", true);
              site.set("hbase.quota.user.override.key", "charged");
            });
    cluster.utility().waitTableAvailable(QuotaTableUtil.QUOTA_TABLE_NAME);
    create(TestTable.named(PLAIN));
    create(TestTable.named(HASHED).salted(TestTable.FOUR_BUCKETS));
    create(TestTable.named(RANDOM).salted("key=row:*,salt=random % 16"));
    OwnerWitness.seen();
    try (Table table = cluster.connection().getTable(HASHED)) {
      Kind.PUT.send(table);
    }
    serverUser = OwnerWitness.seen().get(0).user();
  }

  private static void create(TablePlan plan) throws Exception {
    try (Table created = plan.coprocessor(OwnerWitness.class).create(cluster).table()) {
      created.put(IntStream.range(0, 10).mapToObj(i -> put("r" + i)).toList());
    }
  }

  @AfterAll
  static void stop() throws Exception {
    Logger.getLogger(QuotaAdvice.class).removeAllAppenders();
    cluster.close();
  }

  @AfterEach
  void liftQuotas() throws Exception {
    try (Table quotas = cluster.connection().getTable(QuotaTableUtil.QUOTA_TABLE_NAME)) {
      // A user whose exemption is taken back has quotas of his own left, if none: no default ones.
      quotas.delete(new Delete(Bytes.toBytes("u." + serverUser)));
    }
    set(QuotaSettingsFactory.unthrottleTable(HASHED), QuotaSettingsFactory.unthrottleTable(RANDOM));
  }

  private static Put put(String row) {
    return new Put(Bytes.toBytes(row)).addColumn(F, F, F);
  }

  private static void set(QuotaSettings... quotas) throws Exception {
    for (QuotaSettings quota : quotas) {
      cluster.connection().getAdmin().setQuota(quota);
    }
    reload();
  }

  private static void reload() {
    cluster
        .utility()
        .getMiniHBaseCluster()
        .getRegionServer(0)
        .getRegionServerRpcQuotaManager()
        .reload();
  }

  /** A user who may send so many requests a day, in whose name nothing was sent yet. */
  private static Requester user(int requests) throws Exception {
    Requester user = new Requester(cluster.configuration());
    set(throttled(user.name(), requests));
    return user;
  }

  private static QuotaSettings throttled(String user, int requests) {
    return QuotaSettingsFactory.throttleUser(
        user, ThrottleType.REQUEST_NUMBER, requests, TimeUnit.DAYS);
  }

  private static int answered(Requester user, TableName table, Kind kind) throws Exception {
    return user.answered(table, Map.of(), kind, 500);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aUserIsChargedForARequestAsOnAPlainTable(Kind kind) throws Exception {
    int plain = answered(user(20), PLAIN, kind);
    assertThat(plain).isBetween(5, 20);
    assertThat(answered(user(20), HASHED, kind)).isEqualTo(plain);
    assertThat(answered(user(20), RANDOM, kind)).as("not for each place").isEqualTo(plain);
  }

  @Test
  void aTableIsChargedTwiceUnlessTheServersUserIsExempt() throws Exception {
    set(QuotaSettingsFactory.throttleTable(HASHED, ThrottleType.REQUEST_NUMBER, 20, TimeUnit.DAYS));
    assertThat(answered(user(1_000), HASHED, Kind.PUT)).isEqualTo(10);
    set(QuotaSettingsFactory.unthrottleTable(HASHED));
    set(
        QuotaSettingsFactory.bypassGlobals(serverUser, true),
        QuotaSettingsFactory.throttleTable(HASHED, ThrottleType.REQUEST_NUMBER, 20, TimeUnit.DAYS));
    assertThat(answered(user(1_000), HASHED, Kind.PUT)).isEqualTo(20);
  }

  @Test
  void aTableOfManyPlacesIsChargedForEachUnlessTheServersUserIsExempt() throws Exception {
    QuotaSettings quota =
        QuotaSettingsFactory.throttleTable(RANDOM, ThrottleType.REQUEST_NUMBER, 100, TimeUnit.DAYS);
    set(quota);
    assertThat(answered(user(1_000), RANDOM, Kind.GET)).as("1 and 16 a get").isBetween(5, 6);
    set(QuotaSettingsFactory.unthrottleTable(RANDOM));
    set(QuotaSettingsFactory.bypassGlobals(serverUser, true), quota);
    assertThat(answered(user(1_000), RANDOM, Kind.GET)).isEqualTo(100);
  }

  @Test
  void theDefaultQuotaOfUsersThrottlesEverybodyUnlessTheServersUserIsExempt() throws Exception {
    String key = "hbase.quota.default.user.machine.request.num";
    try (SiteValue one = SiteValue.set(cluster, key, "1")) {
      assertThat(answered(user(1_000), HASHED, Kind.PUT)).isLessThan(500);
      set(QuotaSettingsFactory.bypassGlobals(serverUser, true));
      assertThat(answered(user(1_000), HASHED, Kind.PUT)).isEqualTo(500);
    }
    reload();
  }

  @Test
  void aUserWhomARequestNamesIsChargedOnceInsteadOfItsSender() throws Exception {
    Requester named = user(20);
    Map<String, String> attributes = Map.of("charged", named.name());
    assertThat(user(1).answered(HASHED, attributes, Kind.PUT, 500)).isEqualTo(20);
  }

  @Test
  void theServerSaysOnceWhatItsOperatorForgot() throws Exception {
    cluster.utility().waitFor(30_000, () -> !LOGGED.isEmpty());
    assertThat(LOGGED)
        .singleElement()
        .asString()
        .endsWith("set_quota USER => '" + serverUser + "', GLOBAL_BYPASS => true");
  }
}
