package io.halite.it.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.Placement;
import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans and gets of rows that a plain table can hold, and that are too long with a salt. */
@ExtendWith(SharedCluster.class)
class LongBoundsIT {
  private static final int LIMIT = HConstants.MAX_ROW_LENGTH;
  private static final byte[] NONE = {};

  private final EmbeddedCluster cluster;

  LongBoundsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static byte[] filled(int length, char with) {
    byte[] row = new byte[length];
    Arrays.fill(row, (byte) with);
    return row;
  }

  private static List<byte[]> rows() {
    List<byte[]> rows = new ArrayList<>();
    for (char each = 'a'; each <= 'd'; each++) {
      rows.add(filled(1, each));
      rows.add(filled(100, each));
      rows.add(filled(20_000, each));
    }
    return rows;
  }

  /** Bounds in each direction, with each flag. */
  private static List<Scan> scans() {
    List<Scan> scans = new ArrayList<>();
    byte[] last = new byte[LIMIT];
    Arrays.fill(last, (byte) 0xFF);
    for (int length : new int[] {LIMIT - 8, LIMIT - 1, LIMIT}) {
      byte[] low = filled(length, 'b');
      byte[] high = filled(length, 'c');
      for (boolean at : new boolean[] {false, true}) {
        scans.add(new Scan().withStartRow(low, at));
        scans.add(new Scan().withStopRow(high, at));
        scans.add(new Scan().withStartRow(low, at).withStopRow(high, at));
        scans.add(new Scan().withStartRow(low, at).withStopRow(last, at).setLimit(2));
        scans.add(new Scan().setReversed(true).withStartRow(high, at).withStopRow(low, at));
        scans.add(new Scan().setReversed(true).withStartRow(high, at).setLimit(2));
        scans.add(new Scan().withStartRow(last, at));
        scans.add(new Scan().setReversed(true).withStopRow(last, at));
      }
    }
    return scans;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "salt=hash(*) % 16",
        "salt=hash(*) % 4 letters-",
        "salt=random % 4",
        "key=first:1 rest:*,salt=md5(first)[0:4]",
        "key=first:1 rest:*,salt=reverse(first)"
      })
  void answersAreThoseOfAPlainTable(String spec) throws Exception {
    try (TestTable salted = TestTable.numbered("long").salted(spec).create(cluster);
        TestTable plain = TestTable.numbered("long").create(cluster);
        ClientRoutes routes = ClientRoutes.open(cluster.configuration())) {
      for (TableName name : List.of(salted.name(), plain.name())) {
        for (Table table : routes.tables(name)) {
          // HBase's clients cannot look up where so long a row lies: they have to know already.
          for (byte[] row : rows()) {
            table.put(put(row));
          }
          read(table, new Scan());
        }
      }
      List<Table> expected = routes.tables(plain.name());
      List<Table> answered = routes.tables(salted.name());
      for (int route = 0; route < expected.size(); route++) {
        int scans = 0;
        for (Scan scan : scans()) {
          Optional<List<String>> rows = answer(expected.get(route), scan);
          if (rows.isPresent()) {
            assertThat(read(answered.get(route), scan))
                .as("route %d: %s", route, bounds(scan))
                .isEqualTo(rows.get());
            scans++;
          }
        }
        assertThat(scans).isGreaterThan(scans().size() / 2);
        assertLongRowIsNotThere(answered.get(route));
      }
    }
  }

  @Test
  void whereIsShowsTheRegionOfTheLongestRow() throws Exception {
    try (TestTable salted = TestTable.numbered("long").salted("salt=hash(*) % 4").create(cluster);
        Connection connection = ConnectionFactory.createConnection(cluster.configuration())) {
      SaltedTableOperations operations = SaltedTableOperations.of(connection, salted.name());
      byte[] row = filled(LIMIT - 1, 'b');
      Placement place = operations.whereIs(row);
      assertThat(place.gateway().getRegion().containsRow(row)).isTrue();
      assertThat(place.owners()).hasSize(1);
      assertThat(place.exists()).isFalse();
    }
  }

  private static String bounds(Scan scan) {
    return "%s %d%s to %d%s"
        .formatted(
            scan.isReversed() ? "reversed" : "forward",
            scan.getStartRow().length,
            scan.includeStartRow() ? "" : "!",
            scan.getStopRow().length,
            scan.includeStopRow() ? "" : "!");
  }

  private static void assertLongRowIsNotThere(Table table) throws IOException {
    byte[] row = filled(LIMIT, 'b');
    assertThat(table.get(new Get(row)).isEmpty()).isTrue();
    assertThat(table.exists(new Get(row))).isFalse();
    Result[] both = table.get(List.of(new Get(row), new Get(filled(1, 'b'))));
    assertThat(both[0].isEmpty()).isTrue();
    assertThat(both[1].isEmpty()).isFalse();
  }

  private static Put put(byte[] row) {
    return new Put(row).addColumn(TestTable.F, NONE, 1, NONE);
  }

  /** The rows; empty if HBase's client cannot send the scan to any table. */
  private static Optional<List<String>> answer(Table plain, Scan scan) throws IOException {
    try {
      return Optional.of(read(plain, scan));
    } catch (IllegalArgumentException tooLong) {
      assertThat(tooLong).hasMessageContaining("must be less than or equal to " + LIMIT);
      return Optional.empty();
    }
  }

  /** The rows as their first byte and length. */
  private static List<String> read(Table table, Scan scan) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(new Scan(scan))) {
      for (Result row : scanner) {
        rows.add(Bytes.toString(row.getRow(), 0, 1) + row.getRow().length);
      }
    }
    return rows;
  }
}
