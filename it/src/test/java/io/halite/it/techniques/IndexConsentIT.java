package io.halite.it.techniques;

import static io.halite.it.cluster.TestTable.F;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.index.IndexLookup;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.shell.ClassShell;
import io.halite.routing.index.IndexedReads;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Servers write entries only into tables that say whose index they are. */
@ExtendWith(SharedCluster.class)
class IndexConsentIT {
  @RegisterExtension static final ClassShell SHELL = ClassShell.plain();

  private static final byte[] I = Bytes.toBytes("i");
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static final byte[] ROW = Bytes.toBytes("row1");

  private final String name = "hr" + NUMBER.incrementAndGet();
  private final TableName rows = TableName.valueOf(name);
  private final TableName entries = TableName.valueOf(name + "-pay");
  private final String value = ", METADATA => {'halite.index.of' => '" + name + "'}";
  private final String creation = "create '" + entries + "', 'i'" + value;
  private final String consent = "alter '" + entries + "'" + value;
  private final EmbeddedCluster cluster;
  private final Admin admin;

  IndexConsentIT(EmbeddedCluster cluster) throws IOException {
    this.cluster = cluster;
    this.admin = cluster.connection().getAdmin();
  }

  @BeforeEach
  void createTheTableOfRows() throws Exception {
    TestTable.named(rows)
        .salted("key=row:4,salt=hash(row) % 4,index=pay(row)")
        .withoutIndexTables()
        .create(cluster);
  }

  @AfterEach
  void dropTables() throws Exception {
    TestTable.drop(admin, rows);
    TestTable.drop(admin, entries);
  }

  private void shell(String line) throws Exception {
    SHELL.run(cluster, line);
  }

  private void put() throws IOException {
    try (Table table = cluster.connection().getTable(rows)) {
      table.put(new Put(ROW).addColumn(F, F, F));
    }
  }

  private boolean isFound() throws IOException {
    Get asked = new Get(ROW).setAttribute(IndexedReads.ATTRIBUTE, Bytes.toBytes("pay"));
    try (Table table = cluster.connection().getTable(rows)) {
      return !table.get(asked).isEmpty();
    }
  }

  private boolean isEmpty(TableName name) throws IOException {
    try (Table table = cluster.connection().getTable(name);
        ResultScanner scanner = table.getScanner(new Scan().setLimit(1))) {
      return scanner.next() == null;
    }
  }

  /**
   * Puts until the servers have heard of a consent; what they heard before is soon looked up again.
   */
  private void putOnceHeard() throws Exception {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (true) {
      try {
        put();
        return;
      } catch (DoNotRetryIOException refused) {
        if (System.nanoTime() > deadline) {
          throw refused;
        }
        Thread.sleep(100);
      }
    }
  }

  private void assertRefused() {
    String[] words = {"table '" + entries + "'", "halite.index.of does not name that one", consent};
    assertThatThrownBy(this::put)
        .isInstanceOf(DoNotRetryIOException.class)
        .satisfies(e -> assertThat(e.getMessage()).contains(words));
    assertThatThrownBy(this::isFound)
        .isInstanceOf(DoNotRetryIOException.class)
        .satisfies(e -> assertThat(e.getMessage()).contains(words));
    assertThatThrownBy(() -> IndexLookup.of(cluster.connection(), rows, "pay"))
        .isInstanceOf(DoNotRetryIOException.class)
        .satisfies(e -> assertThat(e.getMessage()).contains(words));
  }

  @Test
  void aTableThatDoesNotConsentIsNeitherWrittenNorRead() throws Exception {
    TestTable.named(entries).families(I).create(cluster);
    assertRefused();
    assertThat(isEmpty(entries)).isTrue();
    assertThat(isEmpty(rows)).isTrue();
    try (Table table = cluster.connection().getTable(rows)) {
      table.delete(new Delete(ROW));
    }
    shell(consent);
    putOnceHeard();
    assertThat(isFound()).isTrue();
  }

  @Test
  void theIndexTableOfAnotherTableIsRefusedAndTheOtherIsNotNamed() throws Exception {
    TestTable.named(entries).families(I).value("halite.index.of", "old:hr").create(cluster);
    assertRefused();
    assertThatThrownBy(this::put).message().doesNotContain("old:hr");
  }

  @Test
  void aTableOfASaltedIndexCreatedAsTheRefusalSaysKeepsEntries() throws Exception {
    admin.disableTable(rows);
    admin.deleteTable(rows);
    TestTable.named(rows)
        .salted("key=row:4,salt=hash(row) % 4,index=pay(row) % 4")
        .withoutIndexTables()
        .create(cluster);
    String salted =
        "create '"
            + entries
            + "', 'i', METADATA => {'halite.index.of' => '"
            + name
            + "', 'halite.index.buckets' => '4'}, SPLITS => (1..3).map { |b| '\\x%02X' % b }";
    assertThatThrownBy(this::put).hasMessageContaining("is missing: " + salted);
    shell(salted);
    putOnceHeard();
    assertThat(isFound()).isTrue();
    assertThat(admin.getRegions(entries))
        .extracting(region -> Bytes.toStringBinary(region.getStartKey()))
        .containsExactlyInAnyOrder("", "\\x01", "\\x02", "\\x03");
  }

  /** Its entries would be written to other places than those that a read looks at. */
  @Test
  void aTableOfAnotherNumberOfBucketsIsNeitherWrittenNorRead() throws Exception {
    TestTable.named(entries)
        .families(I)
        .value("halite.index.of", name)
        .value("halite.index.buckets", "8")
        .create(cluster);
    String words = "its halite.index.buckets is not 1, the number of the index: ";
    assertThatThrownBy(this::put).hasMessageContaining(words);
    assertThatThrownBy(this::isFound).hasMessageContaining(words);
    assertThatThrownBy(() -> IndexLookup.of(cluster.connection(), rows, "pay"))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining(words);
  }

  @Test
  void aTableCreatedAsTheRefusalSaysKeepsEntries() throws Exception {
    assertThatThrownBy(this::put).hasMessageContaining("is missing: " + creation);
    shell(creation);
    putOnceHeard();
    assertThat(isFound()).isTrue();
    assertThat(isEmpty(entries)).isFalse();
  }
}
