package io.halite.it.fault;

import static io.halite.it.fault.SaltedTableFixture.F;
import static io.halite.it.fault.SaltedTableFixture.OBSERVER;
import static io.halite.it.fault.SaltedTableFixture.Q;
import static io.halite.it.fault.SaltedTableFixture.SPEC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
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
    try (SaltedTableFixture fixture = SaltedTableFixture.salted(cluster, spec);
        Table table = fixture.table()) {
      assertAllRefused(fixture, table, given);
    }
  }

  @Test
  void aSecondObserverOnATableIsRefused() throws Exception {
    String attribute = "|" + OBSERVER + "||" + SPEC;
    try (SaltedTableFixture fixture =
            SaltedTableFixture.withAttributes(cluster, attribute, attribute);
        Table table = fixture.table()) {
      assertAllRefused(fixture, table, "2 times");
    }
  }

  @Test
  void aPriorityInFrontOfTheSecurityCoprocessorsIsRefused() throws Exception {
    try (SaltedTableFixture fixture =
            SaltedTableFixture.withAttributes(cluster, "|" + OBSERVER + "|5|" + SPEC);
        Table table = fixture.table()) {
      assertAllRefused(fixture, table, "priority '5'");
    }
  }

  private interface Attempt {
    void on(Table table) throws Exception;
  }

  /** A change of a row is sent as a batch of one. */
  private static void unwrapped(Attempt attempt, Table table) throws Throwable {
    try {
      attempt.on(table);
    } catch (RetriesExhaustedWithDetailsException e) {
      throw e.getCause(0);
    }
  }

  private void assertAllRefused(SaltedTableFixture fixture, Table table, String given)
      throws Exception {
    Put put = new Put(ROW).addColumn(F, Q, ROW);
    List<Attempt> attempts =
        List.of(
            t -> t.put(put),
            t -> t.delete(new Delete(ROW)),
            t -> t.increment(new Increment(ROW).addColumn(F, Q, 1)),
            t -> t.append(new Append(ROW).addColumn(F, Q, ROW)),
            t -> t.mutateRow(RowMutations.of(List.of(put))),
            t -> t.checkAndMutate(CheckAndMutate.newBuilder(ROW).ifNotExists(F, Q).build(put)),
            t -> t.get(new Get(ROW)),
            t -> t.exists(new Get(ROW)),
            t -> {
              try (ResultScanner scanner = t.getScanner(new Scan())) {
                scanner.next();
              }
            });
    for (Attempt attempt : attempts) {
      assertThatThrownBy(() -> unwrapped(attempt, table))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining(given)
          .hasMessageContaining("'" + fixture.name() + "'");
    }
    assertThat(cluster.utility().getHBaseCluster().getLiveRegionServerThreads()).hasSize(3);
    fixture.admin().modifyTable(fixture.descriptor("|" + OBSERVER + "||" + SPEC).build());
    table.put(put);
    assertThat(table.get(new Get(ROW)).getValue(F, Q)).isEqualTo(ROW);
    try (ResultScanner scanner = table.getScanner(new Scan())) {
      assertThat(scanner).as("nothing was written before").hasSize(1);
    }
  }
}
