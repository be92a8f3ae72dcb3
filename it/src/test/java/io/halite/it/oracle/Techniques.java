package io.halite.it.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.index.IndexLookup;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.keys.IndexEntry;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.keys.Segment;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** The oracle over tables of any technique, with keys that fit its layout. */
public final class Techniques {
  private Techniques() {}

  /**
   * Runs random operations on a table of the technique and on a plain twin, and looks into the
   * store at the end.
   *
   * @param data what the table holds
   * @param buckets how many of the first byte values have regions of their own
   * @return the bounds of scans that the run did not meet; none if it is long enough
   */
  public static Set<String> run(
      EmbeddedCluster cluster, String arguments, TechniqueData data, int buckets, int operations)
      throws Exception {
    SaltingSpec spec = SaltingSpec.parse(arguments);
    OracleSettings settings =
        new OracleSettings(
            buckets,
            operations,
            5,
            30,
            shortest(spec),
            KeyForm.of(spec),
            random -> DataKeys.of(spec, data, random),
            spec.salt().isSinglePlace(),
            Clients.BARE,
            true,
            FamilyForm.USUAL);
    String name = "technique-" + spec.toString().replaceAll("[^A-Za-z0-9]+", "-");
    try (Oracle oracle = Oracle.create(cluster, name, arguments, settings)) {
      oracle.run();
      StoredTwinRows stored = StoredTwinRows.of(cluster, oracle.saltedName(), oracle.plainName());
      stored.assertStoredUnder(spec.salt());
      assertThat(stored.owners()).as("owners").isGreaterThanOrEqualTo(DataKeys.PARTS);
      assertThat(oracle.gateways().met()).as("gateways").isGreaterThanOrEqualTo(DataKeys.PARTS);
      for (RowIndex index : spec.indexes()) {
        assertEveryRowIsFoundBy(index, cluster.connection(), oracle.saltedName());
      }
      return oracle.population().missing().stream()
          .filter(Population.BOUNDS::contains)
          .map(Population.Kind::name)
          .collect(Collectors.toSet());
    }
  }

  private static void assertEveryRowIsFoundBy(RowIndex index, Connection connection, TableName name)
      throws IOException {
    IndexLookup lookup = IndexLookup.of(connection, name, index.name());
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result row : scanner) {
        byte[] value =
            index
                .column()
                .map(column -> row.getValue(column.familyBytes(), column.qualifierBytes()))
                .orElse(new byte[0]);
        if (value != null) {
          IndexEntry entry = index.entry(row.getRow(), value);
          Get asked = new Get(Arrays.copyOf(entry.row(), entry.width()));
          assertThat(lookup.find(asked, Integer.MAX_VALUE))
              .extracting(found -> Bytes.toStringBinary(found.getRow()))
              .contains(Bytes.toStringBinary(row.getRow()));
        }
      }
    }
  }

  /** No fuzzy pattern is longer than the shortest key. */
  private static int shortest(SaltingSpec spec) {
    boolean fixed =
        spec.layout().segments().stream()
            .allMatch(segment -> segment.kind() == Segment.Kind.FIXED || segment.width() == 0);
    return fixed ? Math.min(4, spec.layout().minimumLength()) : 1;
  }
}
