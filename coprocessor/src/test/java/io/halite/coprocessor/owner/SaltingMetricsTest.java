package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.gateway.PassCosts;
import io.halite.coprocessor.owner.SaltingMetrics.Failure;
import io.halite.coprocessor.owner.SaltingMetrics.Kind;
import io.halite.coprocessor.table.RegionSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.Timer;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.junit.jupiter.api.Test;

class SaltingMetricsTest {
  private final MetricRegistryImpl registry =
      new MetricRegistryImpl(new MetricRegistryInfo("n", "", "n", "n", false));
  private final SaltingMetrics metrics = new SaltingMetrics(registry);

  private long count(String name) {
    return registry.get(name).map(metric -> ((Counter) metric).getCount()).orElse(-1L);
  }

  @Test
  void forwardsAreCountedByPlaceAndOutcomeAndTimedByKind() {
    metrics.sent(true, 3);
    metrics.sent(false, 4);
    metrics.retried(2);
    metrics.failed(Failure.REFUSED, 1);
    metrics.failed(Failure.POSTPONED, 5);
    metrics.failed(Failure.UNKNOWN, 6);
    metrics.ended(Kind.GET, TimeUnit.MILLISECONDS.toNanos(5));
    assertThat(count("localForwards")).isEqualTo(3);
    assertThat(count("remoteForwards")).isEqualTo(4);
    assertThat(count("retriedForwards")).isEqualTo(2);
    assertThat(count("refusedForwards")).isEqualTo(1);
    assertThat(count("postponedForwards")).isEqualTo(5);
    assertThat(count("unknownForwards")).isEqualTo(6);
    Timer gets = (Timer) registry.get("getForwardTime").orElseThrow();
    assertThat(gets.getHistogram().getCount()).isEqualTo(1);
    assertThat(gets.getHistogram().snapshot().getMax()).as("in microseconds").isEqualTo(5_000);
  }

  @Test
  void whatIsInUseGoesDownAgain() {
    metrics.permitTaken();
    metrics.permitTaken();
    metrics.permitReturned();
    metrics.permitRefused();
    metrics.scanOpened();
    metrics.scanOpened();
    metrics.scanClosed();
    metrics.rowsMerged(7);
    metrics.scanRound();
    assertThat(count("permitsInUse")).isEqualTo(1);
    assertThat(count("permitsRefused")).isEqualTo(1);
    assertThat(count("mergedScans")).isEqualTo(2);
    assertThat(count("openMergedScans")).isEqualTo(1);
    assertThat(count("rowsMerged")).isEqualTo(7);
    assertThat(count("scanRounds")).isEqualTo(1);
  }

  @Test
  void aBucketIsShownBeforeItIsWritten() {
    metrics.shown((byte) 0xFE);
    assertThat(count("rowsWrittenToBucketFE")).isZero();
    metrics.written((byte) 0xFE);
    metrics.shown((byte) 0xFE);
    assertThat(count("rowsWrittenToBucketFE")).isEqualTo(1);
  }

  @Test
  void aBucketIsCountedOnceItIsWrittenUnderItsByte() {
    assertThat(registry.get("rowsWrittenToBucketFF")).isEmpty();
    metrics.written((byte) 0xFF);
    metrics.written((byte) 0xFF);
    metrics.written((byte) 3);
    assertThat(count("rowsWrittenToBucketFF")).isEqualTo(2);
    assertThat(count("rowsWrittenToBucket03")).isEqualTo(1);
  }

  @Test
  void countersOfOneNameAreOneHoweverManyVersionsOfHaliteAreOnTheServer() {
    new SaltingMetrics(registry).sent(true, 1);
    metrics.sent(true, 1);
    assertThat(count("localForwards")).isEqualTo(2);
  }

  @Test
  void aNameThatIsTakenForSomethingElseIsCountedUnseenAndFailsNothing() {
    MetricRegistryImpl taken =
        new MetricRegistryImpl(new MetricRegistryInfo("n", "", "n", "n", false));
    Timer timer = taken.timer("localForwards");
    Counter counter = taken.counter("getForwardTime");
    taken.timer("rowsWrittenToBucket07");
    SaltingMetrics metrics = new SaltingMetrics(taken);
    metrics.sent(true, 1);
    metrics.ended(Kind.GET, 1);
    metrics.written((byte) 7);
    assertThat(timer.getHistogram().getCount()).isZero();
    assertThat(counter.getCount()).isZero();
  }

  @Test
  void theOperatorsPageDescribesEveryMetric() throws Exception {
    metrics.written((byte) 0);
    TableDescriptor table = TableDescriptorBuilder.newBuilder(TableName.valueOf("t")).build();
    PassCosts.of(new RegionSettings(new Configuration(false), table), registry);
    String page = Files.readString(Path.of("..", "docs", "metrics.md"));
    for (String name : registry.getMetrics().keySet()) {
      String shown = Character.toUpperCase(name.charAt(0)) + name.substring(1);
      assertThat(page).contains("`" + shown + "`");
    }
  }
}
