package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.halite.coprocessor.table.Setting;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.Test;

class OpenScansTest {
  private final MetricRegistryImpl registry =
      new MetricRegistryImpl(new MetricRegistryInfo("n", "", "n", "n", false));
  private final MemoryAccount memory =
      new MemoryAccount(SaltingMetrics.Use.SCANS, 100, SaltingMetrics.unseen());
  private final OpenScans scans = scans(3, 2);

  private OpenScans scans(int server, int user) {
    Configuration conf = new Configuration(false);
    conf.setInt(Setting.SCANS_OPEN_SERVER.key(), server);
    conf.setInt(Setting.SCANS_OPEN_USER.key(), user);
    return new OpenScans(conf, new SaltingMetrics(registry), memory);
  }

  private void refused(String user, String why) {
    assertThatExceptionOfType(RpcThrottlingException.class)
        .isThrownBy(() -> scans.open(user))
        .withMessageContaining(why)
        .satisfies(refusal -> assertThat(refusal.getWaitInterval()).isBetween(500L, 1_500L));
  }

  @Test
  void aUserWithAsManyScansAsHeMayIsToldWhenToComeBackAndOthersGoOn() throws Exception {
    OpenScans.Slot slot = scans.open("ann");
    scans.open("ann");
    refused("ann", "user 'ann' has 2 scans of salted tables open here, and may have 2");
    refused("ann", Setting.SCANS_OPEN_USER.key());
    scans.open("bob");
    slot.close();
    scans.open("ann");
    assertThat(((Counter) registry.get("mergedScansRefused").orElseThrow()).getCount())
        .isEqualTo(2);
  }

  @Test
  void aServerWithAsManyScansAsItMayRefusesEveryone() throws Exception {
    OpenScans.Slot slot = scans.open("ann");
    scans.open("bob");
    scans.open("cid");
    refused("dan", "this server has 3 scans of salted tables open here, and may have 3");
    refused("dan", Setting.SCANS_OPEN_SERVER.key());
    slot.close();
    scans.open("dan");
  }

  @Test
  void aPlaceIsGivenBackOnceHoweverOftenItIsClosed() throws Exception {
    OpenScans.Slot slot = scans.open("ann");
    scans.open("ann");
    slot.close();
    slot.close();
    scans.open("ann");
    refused("ann", "has 2");
  }

  @Test
  void aScanGivesBackWhatItHoldsWithItsPlace() throws Exception {
    try (OpenScans.Slot slot = scans.open("ann")) {
      slot.memory().reserve(10);
      slot.memory().add(30);
      assertThat(memory.held()).isEqualTo(30);
    }
    assertThat(memory.held()).isZero();
  }

  @Test
  void aRefusalTakesNoPlace() throws Exception {
    scans.open("ann");
    OpenScans.Slot second = scans.open("ann");
    refused("ann", "has 2");
    second.close();
    assertThatCode(() -> scans.open("ann")).doesNotThrowAnyException();
  }

  @Test
  void aForgottenScannerGivesItsPlaceBackAndItsRowsAreClosed() throws Exception {
    CountDownLatch rowsClosed = new CountDownLatch(1);
    scans.open("ann");
    forget(scans.open("ann"), rowsClosed::countDown);
    RpcThrottlingException last = null;
    for (int i = 0; i < 100; i++) {
      System.gc();
      try {
        scans.open("ann");
        rowsClosed.await();
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
}
