package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.TableAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Without a master that refuses them: tables whose attribute is wrong open, say why every operation
 * is refused, and are mended by an alter.
 */
@ExtendWith(SharedCluster.class)
class RefusedTableIT {
  private static final byte[] ROW = {0x41};

  private final EmbeddedCluster cluster;

  RefusedTableIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private TestTable create(String... attributes) throws Exception {
    TablePlan plan = TestTable.numbered("refused");
    for (String attribute : attributes) {
      plan.attribute(attribute);
    }
    return plan.splits("\u0001", "\u0002", "\u0003", "@", "p").createImpatiently(cluster);
  }

  @ParameterizedTest(name = "{2}: {0}")
  @CsvSource(
      delimiter = ';',
      value = {
        "key=row:*,salt=hash(*) % 300; 300; more buckets than a byte has values",
        "key=row:*,salt=hash(*) % 1; '1'; one bucket",
        "key=row:*; salt; no salt at all",
        "key=row:*,salt=hash(nobody) % 4; nobody; a segment that the layout has not",
        "key=a:3 a:4,salt=hash(a) % 4; 'a'; a segment twice",
        "key=a:* b:2,salt=hash(a) % 4; rest; the rest before the end",
        "key=row:*,salt=hash(*) % 4,salt=hash(*) % 8; salt; two salts",
        "key=row:*,salt=hash(*) % 4,pepper=1; pepper; an argument that nobody knows",
        "key=row:*,salt=sugar(*) % 4; sugar; a salt that nobody knows"
      })
  void everyOperationOnAWrongSpecIsRefused(String spec, String given, String broken)
      throws Exception {
    try (TestTable fixture = create(TableAttributes.salting(spec));
        Table table = fixture.table()) {
      assertAllRefused(fixture, table, given);
    }
  }

  @Test
  void aSecondObserverOnATableIsRefused() throws Exception {
    String attribute = TableAttributes.salting(FOUR_BUCKETS);
    try (TestTable fixture = create(attribute, attribute);
        Table table = fixture.table()) {
      assertAllRefused(fixture, table, "2 times");
    }
  }

  @Test
  void aPriorityInFrontOfTheSecurityCoprocessorsIsRefused() throws Exception {
    try (TestTable fixture = create("|" + TableAttributes.SALTING_OBSERVER + "|5|" + FOUR_BUCKETS);
        Table table = fixture.table()) {
      assertAllRefused(fixture, table, "priority '5'");
    }
  }

  /** Whoever altered it: the master's observer was not there, or the attribute came otherwise. */
  @Test
  void aTableWhoseRowsAreStoredUnderAnotherSpecIsRefused() throws Exception {
    try (TestTable fixture =
            TestTable.numbered("refused")
                .salted("key=row:*,salt=hash(*) % 8")
                .value("halite.spec", FOUR_BUCKETS)
                .createImpatiently(cluster);
        Table table = fixture.table()) {
      assertAllRefused(fixture, table, "its rows are stored under '" + FOUR_BUCKETS + "'");
    }
  }

  @Test
  void aSaltedTableWithRegionReplicasIsRefused() throws Exception {
    try (TestTable fixture =
            TestTable.numbered("refused")
                .salted(FOUR_BUCKETS)
                .value("REGION_REPLICATION", "2")
                .createImpatiently(cluster);
        Table table = fixture.table()) {
      assertAllRefused(fixture, table, "set REGION_REPLICATION => 1");
    }
  }

  @Test
  void aTableOfManyPlacesWithNewVersionBehaviorIsRefused() throws Exception {
    try (TestTable fixture =
            TestTable.numbered("refused")
                .salted("key=row:*,salt=random % 4")
                .families(
                    List.of(
                        ColumnFamilyDescriptorBuilder.newBuilder(F)
                            .setNewVersionBehavior(true)
                            .build()))
                .createImpatiently(cluster);
        Table table = fixture.table()) {
      assertAllRefused(fixture, table, "salt 'random % 4' keeps a row in many places");
    }
  }

  @Test
  void aRegionWithoutMemoryLooksBetweenTheBordersOfItsFiles() throws Exception {
    List<String> rows = IntStream.range(0, 400).mapToObj(i -> "row" + i).toList();
    try (TestTable fixture =
            TestTable.numbered("refused")
                .salted("key=row:*,salt=hash(*) % 16")
                .createImpatiently(cluster);
        Table table = fixture.table()) {
      fixture.put(outermostRowsStoredAsUnder32Buckets(rows));
      fixture.admin().flush(fixture.name());
      fixture.admin().disableTable(fixture.name());
      fixture.alter("key=row:*,salt=hash(*) % 32");
      fixture.admin().enableTable(fixture.name());
      assertThatThrownBy(() -> table.get(new Get(Bytes.toBytes(rows.get(0)))))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("stored without this salt");
    }
  }

  /** Leaves rows out so that the first and the last stored one look right under both specs. */
  private static List<String> outermostRowsStoredAsUnder32Buckets(List<String> rows) {
    Salt narrow = SaltingSpec.parse("key=row:*,salt=hash(*) % 16").salt();
    Salt wide = SaltingSpec.parse("key=row:*,salt=hash(*) % 32").salt();
    TreeMap<byte[], String> stored = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    rows.forEach(row -> stored.put(narrow.salt(Bytes.toBytes(row)), row));
    Predicate<Map.Entry<byte[], String>> moved =
        row -> !Arrays.equals(row.getKey(), wide.salt(Bytes.toBytes(row.getValue())));
    while (moved.test(stored.firstEntry())) {
      stored.pollFirstEntry();
    }
    while (moved.test(stored.lastEntry())) {
      stored.pollLastEntry();
    }
    return List.copyOf(stored.values());
  }

  /** A change of a row is sent as a batch of one. */
  private static void unwrapped(RequestKind kind, Table table) throws Throwable {
    try {
      kind.send(table);
    } catch (RetriesExhaustedWithDetailsException e) {
      throw e.getCause(0);
    }
  }

  private void assertAllRefused(TestTable fixture, Table table, String given) throws Exception {
    Put put = new Put(ROW).addColumn(F, Q, ROW);
    for (RequestKind kind : RequestKind.values()) {
      assertThatThrownBy(() -> unwrapped(kind, table))
          .as("%s", kind)
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining(given)
          .hasMessageContaining("'" + fixture.name() + "'");
    }
    assertThat(cluster.utility().getHBaseCluster().getLiveRegionServerThreads()).hasSize(3);
    fixture.admin().modifyTable(TestTable.named(fixture.name()).salted(FOUR_BUCKETS).descriptor());
    table.put(put);
    assertThat(table.get(new Get(ROW)).getValue(F, Q)).isEqualTo(ROW);
    try (ResultScanner scanner = table.getScanner(new Scan())) {
      assertThat(scanner).as("nothing was written before").hasSize(1);
    }
  }
}
