package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.halite.coprocessor.table.Setting;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.Test;

class OpenScansTest {
  private static final ServerName HERE = ServerName.valueOf("a", 1, 1);

  private final MetricRegistryImpl registry =
      new MetricRegistryImpl(new MetricRegistryInfo("n", "", "n", "n", false));
  private final Map<String, Object> sharedData = new ConcurrentHashMap<>();
  private final MemoryAccount memory = memory(sharedData);
  private final OpenScans scans = scans(3, 2, sharedData);

  private static MemoryAccount memory(Map<String, Object> sharedData) {
    return new MemoryAccount(
        SaltingMetrics.Use.SCANS, 100, SaltingMetrics.unseen(), new ServerWide(sharedData, HERE));
  }

  /** Beside no other jar, in the account of this test. */
  private OpenScans scans(int server, int user) {
    return scans(server, user, new ConcurrentHashMap<>());
  }

  private OpenScans scans(int server, int user, Map<String, Object> sharedData) {
    Configuration conf = new Configuration(false);
    conf.setInt(Setting.SCANS_OPEN_SERVER.key(), server);
    conf.setInt(Setting.SCANS_OPEN_USER.key(), user);
    return new OpenScans(
        conf, new SaltingMetrics(registry), memory, new ServerWide(sharedData, HERE));
  }

  private OpenScans.Slot open(String user) throws RpcThrottlingException {
    return scans.open(user, 0, false, 0);
  }

  private void refused(String user, String why) {
    assertThatExceptionOfType(RpcThrottlingException.class)
        .isThrownBy(() -> open(user))
        .withMessageContaining(why)
        .satisfies(refusal -> assertThat(refusal.getWaitInterval()).isBetween(500L, 1_500L));
  }

  @Test
  void aUserWithAsManyScansAsHeMayIsRefusedWithAWaitAndOthersContinue() throws Exception {
    OpenScans.Slot slot = open("ann");
    open("ann");
    refused("ann", "user 'ann' has 2 scans of salted tables open here, and may have 2");
    refused("ann", Setting.SCANS_OPEN_USER.key());
    open("bob");
    slot.close();
    open("ann");
    assertThat(((Counter) registry.get("mergedScansRefused").orElseThrow()).getCount())
        .isEqualTo(2);
  }

  @Test
  void aServerWithAsManyScansAsItMayRefusesEveryone() throws Exception {
    OpenScans.Slot slot = open("ann");
    open("bob");
    open("cid");
    refused("dan", "this server has 3 scans of salted tables open here, and may have 3");
    refused("dan", Setting.SCANS_OPEN_SERVER.key());
    slot.close();
    open("dan");
  }

  @Test
  void twoJarsOnOneServerOpenAsManyScansTogetherAsTheFirstOfThemMayAlone() throws Exception {
    OpenScans newer = scans(30, 20, sharedData);
    OpenScans.Slot older = open("ann");
    newer.open("ann", 0, false, 0);
    assertThatExceptionOfType(RpcThrottlingException.class)
        .isThrownBy(() -> newer.open("ann", 0, false, 0))
        .withMessageContaining("user 'ann' has 2 scans of salted tables open here, and may have 2");
    refused("ann", "has 2");
    newer.open("bob", 0, false, 0);
    assertThatExceptionOfType(RpcThrottlingException.class)
        .isThrownBy(() -> newer.open("cid", 0, false, 0))
        .withMessageContaining("this server has 3 scans of salted tables open here");
    refused("cid", "this server has 3");
    older.close();
    newer.open("ann", 0, false, 0);
    refused("ann", "has 2");
  }

  @Test
  void aPlaceIsGivenBackOnceHoweverOftenItIsClosed() throws Exception {
    OpenScans.Slot slot = open("ann");
    open("ann");
    slot.close();
    slot.close();
    open("ann");
    refused("ann", "has 2");
  }

  @Test
  void aScanGivesBackWhatItHoldsWithItsPlace() throws Exception {
    try (OpenScans.Slot slot = open("ann")) {
      slot.memory().reserve(10);
      slot.memory().add(30);
      assertThat(memory.held()).isEqualTo(30);
    }
    assertThat(memory.held()).isZero();
  }

  @Test
  void aRefusalTakesNoPlace() throws Exception {
    open("ann");
    OpenScans.Slot second = open("ann");
    refused("ann", "has 2");
    second.close();
    assertThatCode(() -> open("ann")).doesNotThrowAnyException();
  }

  @Test
  void aForgottenScannerGivesItsPlaceBackAndItsRowsAreClosed() throws Exception {
    CountDownLatch rowsClosed = new CountDownLatch(1);
    open("ann");
    forget(open("ann"), rowsClosed::countDown);
    RpcThrottlingException last = null;
    for (int i = 0; i < 100; i++) {
      System.gc();
      try {
        open("ann");
        assertThat(rowsClosed.await(10, TimeUnit.SECONDS)).isTrue();
        return;
      } catch (RpcThrottlingException full) {
        last = full;
        Thread.sleep(50);
      }
    }
    throw last;
  }

  private static void forget(OpenScans.Slot slot, Runnable rows) {
    slot.heldBy(new Object(), rows);
  }

  @Test
  void aScanIsOpenUntilItsSlotIsGivenBackOnce() throws Exception {
    OpenScans.Slot slot = open("ann");
    Object scanner = new Object();
    slot.heldBy(scanner, () -> {});
    open("bob").close();
    Counter held = (Counter) registry.get("openMergedScans").orElseThrow();
    assertThat(held.getCount()).isEqualTo(1);
    slot.close();
    slot.close();
    assertThat(held.getCount()).isZero();
  }

  @Test
  void ofScansThatOpenAtOnceThoseWithoutRoomAreRefusedAndTakeNoPlace() throws Exception {
    OpenScans many = scans(50, 50);
    OpenScans.Slot first = many.open("ann", 40, true, 0);
    for (int i = 0; i < 60; i++) {
      assertThatExceptionOfType(RpcThrottlingException.class)
          .isThrownBy(() -> many.open("bob", 40, true, 0))
          .withMessageContaining("a scan needs 40 bytes of memory");
    }
    assertThat(memory.held()).isEqualTo(40);
    first.close();
    many.open("bob", 40, true, 0).close();
    assertThat(memory.held()).isZero();
  }

  @Test
  void openScansAloneNeverRefuseAnother() throws Exception {
    OpenScans many = scans(25, 25);
    assertThat(many.open("ann", 40, false, 0).memory().reserved()).isEqualTo(40);
    for (int i = 1; i < 25; i++) {
      assertThat(many.open("ann", 40, false, 0).memory().reserved()).isEqualTo(2);
    }
    assertThat(memory.held()).isEqualTo(88);
  }

  @Test
  void aScanWithoutRoomForItsPartIsRefused() throws Exception {
    OpenScans.Slot slot = open("ann");
    slot.memory().add(100);
    assertThatExceptionOfType(RpcThrottlingException.class)
        .isThrownBy(() -> scans.open("bob", 40, false, 0))
        .withMessageContaining("a scan needs 16 bytes of memory");
    scans.open("bob", 0, false, 0);
  }

  @Test
  void theCopiesOfAScanHoldMemoryUntilTheyAreSentOrTheScanEnds() throws Exception {
    OpenScans.Slot sent = scans.open("ann", 40, false, 50);
    assertThat(memory.held()).isEqualTo(90);
    sent.sent();
    assertThat(memory.held()).isEqualTo(40);
    sent.close();
    OpenScans.Slot unsent = scans.open("ann", 10, false, 60);
    assertThatExceptionOfType(RpcThrottlingException.class)
        .isThrownBy(() -> scans.open("bob", 0, false, 60))
        .withMessageContaining("a scan that is sent to its owners needs 60 bytes of memory");
    unsent.close();
    assertThat(memory.held()).isZero();
  }

  @Test
  void aScanWithoutRoomForItsCopiesHoldsNothing() throws Exception {
    OpenScans.Slot first = scans.open("ann", 0, false, 0);
    first.memory().add(85);
    assertThatExceptionOfType(RpcThrottlingException.class)
        .isThrownBy(() -> scans.open("bob", 4, false, 12));
    assertThat(memory.held()).isEqualTo(85);
  }
}
