package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.shaded.protobuf.RequestConverter;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanResponse;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is asked of an open scanner is asked by the one who opened it. */
@ExtendWith(SharedGuardedCluster.class)
class ScannerOwnerIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final int ROWS = 40;
  private static GuardedCluster cluster;

  /** The scanners that Halite puts in place of a region's own, and HBase's. */
  private enum Kind {
    PLAIN("", false),
    MERGED("key=unit:3 ts:8:revtime,salt=hash(unit) % 4", false),
    JOINED("key=unit:3 ts:8:revtime,salt=random % 4", false),
    PASSED("key=unit:3 ts:8:revtime,salt=md5(*)[0:1]", false),
    LATEST_IN_PLACE("key=unit:3 ts:8:revtime,salt=none", true),
    LATEST_MERGED("key=unit:3 ts:8:revtime,salt=hash(unit) % 4", true),
    LATEST_OF_AN_OWNER("key=unit:3 ts:8:revtime,salt=hash(unit) % 4", true);

    private final String line;
    private final boolean latest;

    Kind(String line, boolean latest) {
      this.line = line;
      this.latest = latest;
    }

    TableName table() {
      return TableName.valueOf("scanned-" + name().toLowerCase(java.util.Locale.ROOT));
    }

    Scan scan() {
      Scan scan = new Scan().setCaching(1);
      if (latest) {
        scan.setAttribute("halite.latest", Bytes.toBytes("9"));
      }
      if (this == LATEST_OF_AN_OWNER) {
        SaltingSpec spec = SaltingSpec.parse(line);
        Mark.of(spec).putOn(scan);
        byte[] bucket = spec.salt().salt(key(0));
        scan.withStartRow(new byte[] {bucket[0]});
      }
      return scan;
    }
  }

  @BeforeAll
  static void start(GuardedCluster shared) throws Exception {
    cluster = shared;
    for (Kind kind : Kind.values()) {
      (kind == Kind.PLAIN
              ? TestTable.named(kind.table())
              : TestTable.named(kind.table()).salted(kind.line))
          .create(cluster.cluster());
      try (Table table = cluster.cluster().connection().getTable(kind.table())) {
        for (int i = 0; i < ROWS; i++) {
          table.put(new Put(key(i)).addColumn(F, F, F));
        }
      }
      cluster.grant("opener", kind.table(), null, null, Action.READ);
      cluster.grant("other", kind.table(), null, null, Action.READ);
    }
  }

  private static byte[] key(int row) {
    return ByteBuffer.allocate(11).put(Bytes.toBytes("ATL")).putLong(row).array();
  }

  /** A user's own way to the server of a table's first region. */
  private static ClientService.BlockingInterface server(String user, Kind kind) throws Exception {
    ClusterConnection connection = (ClusterConnection) cluster.connection(user);
    return connection.getClient(place(kind).getServerName());
  }

  private static HRegionLocation place(Kind kind) throws Exception {
    return cluster.cluster().connection().getRegionLocator(kind.table()).getRegionLocation(key(0));
  }

  private static ScanResponse open(String user, Kind kind) throws Exception {
    return server(user, kind)
        .scan(
            null,
            RequestConverter.buildScanRequest(
                place(kind).getRegion().getRegionName(), kind.scan(), 1, false));
  }

  /** A stranger's request; HBase gives up the lease of the scanner, a plain table's too. */
  private static void assertRefused(String stranger, Kind kind, int rows, boolean close)
      throws Exception {
    long before = openMerges();
    long scanner = open("opener", kind).getScannerId();
    assertThatThrownBy(
            () ->
                server(stranger, kind)
                    .scan(null, RequestConverter.buildScanRequest(scanner, rows, close, false)))
        .as("%s of a scanner of %s", stranger, kind)
        .hasStackTraceContaining("AccessDeniedException");
    assertThat(openMerges())
        .as("scans of %s that nobody can read or close", kind)
        .isEqualTo(before);
    assertThatThrownBy(() -> ask(scanner, kind, 1, false))
        .as("no end of the rows")
        .hasStackTraceContaining("LeaseException");
  }

  private static long openMerges() {
    return MetricRegistries.global().getMetricRegistries().stream()
        .flatMap(registry -> registry.get("openMergedScans").stream())
        .mapToLong(metric -> ((Counter) metric).getCount())
        .sum();
  }

  @ParameterizedTest
  @EnumSource
  void strangersReadNothingFromAnOpenScanner(Kind kind) throws Exception {
    assertRefused("other", kind, 5, false);
    assertRefused("nobody", kind, 5, false);
  }

  @ParameterizedTest
  @EnumSource
  void strangersDoNotCloseAnOpenScanner(Kind kind) throws Exception {
    assertRefused("other", kind, 0, true);
    assertRefused("nobody", kind, 0, true);
  }

  @ParameterizedTest
  @EnumSource
  void whoOpenedAScannerReadsOnAndClosesIt(Kind kind) throws Exception {
    long scanner = open("opener", kind).getScannerId();
    assertThat(ask(scanner, kind, 1, false).getCellsPerResultCount()).isEqualTo(1);
    ask(scanner, kind, 0, true);
    assertThat(ask(scanner, kind, 1, false).getCellsPerResultCount()).isZero();
  }

  private static ScanResponse ask(long scanner, Kind kind, int rows, boolean close)
      throws Exception {
    return server("opener", kind)
        .scan(null, RequestConverter.buildScanRequest(scanner, rows, close, false));
  }
}
