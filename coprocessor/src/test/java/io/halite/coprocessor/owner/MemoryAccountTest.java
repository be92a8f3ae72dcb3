package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.halite.coprocessor.owner.MemoryAccount.Share;
import io.halite.coprocessor.owner.SaltingMetrics.Use;
import io.halite.coprocessor.table.Setting;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MemoryAccountTest {
  private static final ServerName HERE = ServerName.valueOf("a", 1, 1);

  private final MetricRegistryImpl registry =
      new MetricRegistryImpl(new MetricRegistryInfo("n", "", "n", "n", false));
  private final Map<String, Object> sharedData = new ConcurrentHashMap<>();
  private final MemoryAccount account = ofJar(100);

  private MemoryAccount ofJar(long bound) {
    return new MemoryAccount(
        Use.SCANS, bound, new SaltingMetrics(registry), new ServerWide(sharedData, HERE));
  }

  private long metric(String name) {
    return ((Counter) registry.get(name).orElseThrow()).getCount();
  }

  @Test
  void aRequestThatDoesNotFitIsRefusedWithTheBytesTheBoundTheSettingAndAWait() throws Exception {
    Share first = account.open(70, "a batch");
    assertThatExceptionOfType(RpcThrottlingException.class)
        .isThrownBy(() -> account.open(31, "a batch"))
        .withMessageContaining(
            "a batch needs 31 bytes of memory, but this server holds 70 of at most 100 bytes for"
                + " scans of salted tables")
        .withMessageContaining("raise halite.memory.percent in hbase-site.xml")
        .satisfies(refusal -> assertThat(refusal.getWaitInterval()).isBetween(1_000L, 3_000L));
    assertThat(metric("scanMemoryBound")).isEqualTo(100);
    assertThat(metric("scanMemoryHeld")).isEqualTo(70);
    assertThat(metric("scanMemoryRefused")).isOne();
    account.open(30, "a batch").close();
    first.close();
    first.close();
    assertThat(account.held()).isZero();
    assertThat(metric("scanMemoryHeld")).isZero();
  }

  @Test
  void twoJarsOnOneServerHoldOneBoundTogetherThatOfTheFirst() throws Exception {
    MemoryAccount newer = ofJar(50);
    Share older = account.open(60, "a batch");
    Share first = newer.open(30, "a batch");
    assertThatExceptionOfType(RpcThrottlingException.class)
        .isThrownBy(() -> newer.open(11, "a batch"))
        .withMessageContaining("this server holds 90 of at most 100 bytes");
    assertThatExceptionOfType(RpcThrottlingException.class)
        .isThrownBy(() -> account.open(11, "a batch"));
    assertThat(metric("scanMemoryBound")).isEqualTo(100);
    assertThat(metric("scanMemoryHeld")).isEqualTo(90);
    older.close();
    newer.open(70, "a batch").close();
    first.add(100);
    assertThat(account.share().isShort()).as("by what has arrived for the other jar").isTrue();
    first.close();
    assertThat(account.held()).isZero();
    assertThat(metric("scanMemoryHeld")).isZero();
  }

  @Test
  void onlyOneRequestOfTwoJarsIsLargerThanTheBound() throws Exception {
    MemoryAccount newer = ofJar(100);
    try (Share large = account.open(1_000, "a batch")) {
      newer.open(100, "a batch").close();
      assertThatExceptionOfType(RpcThrottlingException.class)
          .isThrownBy(() -> newer.open(101, "a batch"));
    }
    newer.open(101, "a batch").close();
    assertThat(account.held()).isZero();
  }

  @Test
  void usesAndServersOfOneJvmHaveAccountsOfTheirOwn() throws Exception {
    ServerName other = ServerName.valueOf("b", 1, 1);
    SaltingMetrics unseen = SaltingMetrics.unseen();
    account.open(100, "a batch");
    for (MemoryAccount separate :
        List.of(
            new MemoryAccount(Use.FORWARDS, 100, unseen, new ServerWide(sharedData, HERE)),
            new MemoryAccount(Use.SCANS, 100, unseen, new ServerWide(sharedData, other)))) {
      assertThat(separate.held()).isZero();
      separate.open(60, "a batch");
      assertThat(separate.held()).isEqualTo(60);
      assertThat(account.held()).isEqualTo(100);
    }
  }

  @Test
  void oneRequestLargerThanTheBoundIsAdmittedBesideSmallOnesAndDoesNotStopThem() throws Exception {
    try (Share small = account.open(30, "a batch");
        Share large = account.open(1_000, "a batch")) {
      assertThat(account.held()).isEqualTo(1_030);
      assertThat(large.isShort()).isTrue();
      account.open(70, "a batch").close();
      assertThatExceptionOfType(RpcThrottlingException.class)
          .isThrownBy(() -> account.open(71, "a batch"));
      assertThatExceptionOfType(RpcThrottlingException.class)
          .isThrownBy(() -> account.open(101, "a second large batch"));
    }
    account.open(101, "a batch").close();
    assertThat(account.held()).isZero();
  }

  @Test
  void aReadAlwaysFits() throws Exception {
    Share full = account.share();
    full.add(500);
    try (Share read = account.open(0, "a read")) {
      assertThat(read.reserved()).isZero();
      assertThat(account.held()).isEqualTo(500);
    }
    assertThat(account.held()).isEqualTo(500);
    full.close();
    assertThat(account.held()).isZero();
  }

  @Test
  void whatArrivesWithinAReservationDoesNotTouchTheAccount() throws Exception {
    Share share = account.open(50, "a batch");
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      synchronized (sharedData.values().iterator().next()) {
        other.submit(() -> share.add(40)).get(10, TimeUnit.SECONDS);
      }
    } finally {
      other.shutdownNow();
    }
    share.close();
  }

  @Test
  void aShareHoldsWhatIsReservedOrWhatHasArrivedIfThatIsMore() {
    Share share = account.share();
    assertThat(share.reserve(20)).isTrue();
    share.add(15);
    assertThat(account.held()).isEqualTo(20);
    share.add(90);
    assertThat(account.held()).isEqualTo(105);
    assertThat(share.isShort()).isTrue();
    assertThat(share.reserve(5)).as("less").isTrue();
    share.add(-104);
    assertThat(account.held()).isEqualTo(5);
    share.close();
    share.add(50);
    assertThat(account.held()).as("after what arrived too late").isZero();
  }

  @Test
  void whatARequestBeginsWithIsRefusedWhileTheAccountIsFull() throws Exception {
    Share share = account.open(50, "a scan");
    account.begin(share, 40, "a scan that resumes");
    assertThat(account.held()).as("within the reservation").isEqualTo(50);
    account.begin(share, 30, "a scan that resumes");
    assertThat(account.held()).isEqualTo(70);
    try (Share other = account.open(30, "a scan")) {
      assertThatExceptionOfType(RpcThrottlingException.class)
          .isThrownBy(() -> account.begin(share, 1, "a scan that resumes"))
          .withMessageContaining("a scan that resumes needs 1 bytes of memory");
      assertThat(account.held()).isEqualTo(100);
    }
    account.begin(share, 60, "a scan that resumes");
    assertThat(account.held()).as("beyond the bound, as it was not full").isEqualTo(130);
    share.add(-130);
    assertThat(account.held()).as("the reservation stays").isEqualTo(50);
    share.close();
    account.begin(share, 1_000, "a scan that resumes");
    assertThat(account.held()).as("after the end").isZero();
  }

  @Test
  void theBoundIsATenthOfTheHeapUnlessTheSiteSaysOtherwise() {
    Configuration site = new Configuration(false);
    long heap = Runtime.getRuntime().maxMemory();
    new MemoryAccount(Use.FORWARDS, site, new SaltingMetrics(registry), alone());
    assertThat(metric("forwardMemoryBound")).isEqualTo(heap / 100 * 10);
    site.setInt(Setting.MEMORY_PERCENT.key(), 3);
    new MemoryAccount(Use.SCANS, site, new SaltingMetrics(registry), alone());
    assertThat(metric("scanMemoryBound")).isEqualTo(heap / 100 * 3);
  }

  private static ServerWide alone() {
    return new ServerWide(new ConcurrentHashMap<>(), HERE);
  }
}
