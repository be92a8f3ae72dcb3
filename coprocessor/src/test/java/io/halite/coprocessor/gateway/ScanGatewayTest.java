package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.halite.coprocessor.owner.Fence;
import io.halite.coprocessor.owner.ForwardTime;
import io.halite.coprocessor.owner.OwnerConnection;
import io.halite.coprocessor.owner.SaltingMetrics;
import io.halite.coprocessor.table.Setting;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.merge.FamilyRules;
import io.halite.routing.merge.PassLimits;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.metrics.impl.CounterImpl;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.junit.jupiter.api.Test;

/** What a scan holds that a client resumes in a row which the gateway has read before. */
class ScanGatewayTest {
  private static final TableName NAME = TableName.valueOf("t");
  private static final byte[] F = {'f'};
  private static final Result C = row('c', 3);
  private static final Result D = row('d', 1);

  private final ScanRests rests = KeptRests.inMemory();

  private static Result row(char key, int cells) {
    return Result.create(
        IntStream.range(0, cells)
            .mapToObj(i -> new KeyValue(new byte[] {(byte) key}, F, new byte[] {(byte) i}, 7, F))
            .toArray(Cell[]::new));
  }

  private static OwnerConnection owners(int memoryPercent) {
    Configuration site = new Configuration(false);
    site.setInt(Setting.MEMORY_PERCENT.key(), memoryPercent);
    ServerName here = ServerName.valueOf("s1,1,1");
    return new OwnerConnection(
        site,
        here,
        SaltingMetrics.unseen(),
        () -> Fence.start(here, Optional.empty()),
        new ConcurrentHashMap<>());
  }

  /** Opens a scan in row {@code c}. The region knows it and all others, so it asks no owner. */
  private MergedRegionScanner resume(OwnerConnection owners) throws IOException {
    ScanRests.Source before =
        most ->
            new ScanRest("", KeptRests.ALL, KeyRange.all(), List.of(C, D), Optional.of(C.getRow()));
    long ticket = rests.ticket();
    rests.opened(before, ticket);
    Scan scan = new Scan().withStartRow(C.getRow()).setBatch(2);
    PackagePrivateFieldAccessor.setMvccReadPoint(scan, ticket);
    LockHold lock =
        new LockHold(() -> false, () -> false, new ForwardTime(9_000, 5_000), () -> 0, () -> 0);
    ScannedRegion region =
        new ScannedRegion(
            RegionInfoBuilder.newBuilder(NAME).build(),
            new SaltedTable(NAME, SaltingSpec.parse("salt=hash(*) % 4")),
            owners,
            lock);
    ScanGateway gateway =
        new ScanGateway(
            region,
            Set.of(),
            new PassCosts(new PassLimits(1, 1, 1, 1), new CounterImpl(), new CounterImpl()),
            FamilyRules.unknown(),
            rests,
            null);
    RegionScanner core =
        (RegionScanner)
            Proxy.newProxyInstance(
                ScanGatewayTest.class.getClassLoader(),
                new Class<?>[] {RegionScanner.class},
                (proxy, method, arguments) -> null);
    return (MergedRegionScanner) gateway.opening(scan, KeyRange.all()).of(core, null);
  }

  private static int next(MergedRegionScanner scanner) throws IOException {
    List<Cell> cells = new ArrayList<>();
    scanner.nextRaw(cells, ScannerContext.newBuilder().build());
    return cells.size();
  }

  @Test
  void theRowsThatAScanBeginsWithAreCountedUntilTheClientHasThem() throws IOException {
    OwnerConnection owners = owners(10);
    long c = Result.getTotalSizeOfCells(C);
    long d = Result.getTotalSizeOfCells(D);
    try (MergedRegionScanner scanner = resume(owners)) {
      assertThat(owners.server().scanMemory().held()).isEqualTo(c + d);
      assertThat(next(scanner)).isEqualTo(2);
      assertThat(owners.server().scanMemory().held()).isEqualTo(c + d);
      assertThat(next(scanner)).isEqualTo(1);
      assertThat(owners.server().scanMemory().held()).isEqualTo(c + d);
      assertThat(next(scanner)).isEqualTo(1);
      assertThat(owners.server().scanMemory().held()).isZero();
    }
    MergedRegionScanner unread = resume(owners);
    assertThat(owners.server().scanMemory().held()).isEqualTo(c + d);
    unread.close();
    assertThat(owners.server().scanMemory().held()).isZero();
  }

  @Test
  void whereItsRowsDoNotFitAResumedScanIsPutOff() throws IOException {
    OwnerConnection owners = owners(0);
    MergedRegionScanner first = resume(owners);
    long held = owners.server().scanMemory().held();
    assertThatExceptionOfType(RpcThrottlingException.class)
        .isThrownBy(() -> resume(owners))
        .withMessageContaining("a scan that a client resumes needs")
        .satisfies(refusal -> assertThat(refusal.getWaitInterval()).isBetween(1_000L, 3_000L));
    assertThat(owners.server().scanMemory().held()).isEqualTo(held);
    first.close();
    assertThat(owners.server().scanMemory().held()).isZero();
    resume(owners).close();
  }
}
