package io.halite.it.fault;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Keys that do not fit, and requests that claim to be salted and are not. */
@ExtendWith(SharedCluster.class)
class KeyRefusalIT {
  private final EmbeddedCluster cluster;

  KeyRefusalIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static Put put(byte[] row) {
    return new Put(row).addColumn(F, Q, new byte[1]);
  }

  private static void assertEmpty(Table table) throws Exception {
    try (ResultScanner scanner = table.getScanner(new Scan())) {
      assertThat(scanner.next()).isNull();
    }
  }

  @Test
  void aKeyTooShortForItsLayoutIsNotWrittenAndNotFound() throws Exception {
    String spec = "key=origin:3 number:4 rest:*,salt=hash(origin number) % 4";
    try (TestTable fixture = FaultTables.create(cluster, spec);
        Table table = fixture.table()) {
      byte[] row = Bytes.toBytes("ATL12");
      assertThatThrownBy(() -> table.put(put(row)))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("number")
          .hasMessageContaining("'" + fixture.name() + "'");
      assertThat(table.get(new Get(row)).isEmpty()).isTrue();
      assertThat(table.exists(new Get(row))).isFalse();
      assertEmpty(table);
      table.put(put(Bytes.toBytes("ATL1234")));
      assertThat(table.exists(new Get(Bytes.toBytes("ATL1234")))).isTrue();
    }
  }

  @Test
  void aKeyThatIsTooLongWithItsSaltIsNotWrittenAndNotFound() throws Exception {
    try (TestTable fixture = FaultTables.create(cluster, FOUR_BUCKETS);
        Table table = fixture.table()) {
      // HBase's clients cannot look up where so long a row lies: they have to know already.
      for (byte i = 0; i < 64; i++) {
        table.put(put(new byte[] {0, i}));
        table.delete(new Delete(new byte[] {0, i}));
      }
      byte[] longest = new byte[HConstants.MAX_ROW_LENGTH - 1];
      byte[] tooLong = new byte[HConstants.MAX_ROW_LENGTH];
      assertThatThrownBy(() -> table.put(put(tooLong)))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("32767")
          .hasMessageContaining("'" + fixture.name() + "'");
      assertThat(table.get(new Get(tooLong)).isEmpty()).isTrue();
      assertEmpty(table);
      table.put(put(longest));
      assertThat(table.get(new Get(longest)).getRow()).isEqualTo(longest);
    }
  }

  @Test
  void aMarkedWriteWhosePrefixIsNotItsSaltIsRefused() throws Exception {
    Mark mark = Mark.of(SaltingSpec.parse(FOUR_BUCKETS));
    try (TestTable fixture = FaultTables.create(cluster, FOUR_BUCKETS);
        Table table = fixture.table()) {
      int fitting = 0;
      for (byte bucket = 0; bucket < 4; bucket++) {
        Put forged = put(new byte[] {bucket, 0x41, 0x42});
        mark.putOn(forged);
        try {
          table.put(forged);
          fitting++;
        } catch (DoNotRetryIOException e) {
          assertThat(e).hasMessageContaining("41 42").hasMessageContaining("'" + fixture.name());
        }
      }
      assertThat(fitting).as("buckets that are the salt of 41 42").isEqualTo(1);
      try (ResultScanner scanner = table.getScanner(new Scan())) {
        assertThat(scanner.next().getRow()).containsExactly(0x41, 0x42);
        assertThat(scanner.next()).isNull();
      }
    }
  }

  @Test
  void aRequestMarkedUnderAnotherSpecIsRefused() throws Exception {
    Mark other = Mark.of(SaltingSpec.parse("key=row:*,salt=hash(*) % 8"));
    try (TestTable fixture = FaultTables.create(cluster, FOUR_BUCKETS);
        Table table = fixture.table()) {
      byte[] row = {0, 0x41};
      Put put = put(row);
      other.putOn(put);
      Get get = new Get(row);
      other.putOn(get);
      Scan scan = new Scan();
      other.putOn(scan);
      assertThatThrownBy(() -> table.put(put)).hasStackTraceContaining("another spec");
      assertThatThrownBy(() -> table.get(get)).hasStackTraceContaining("another spec");
      assertThatThrownBy(
              () -> {
                try (ResultScanner scanner = table.getScanner(scan)) {
                  scanner.next();
                }
              })
          .hasStackTraceContaining("another spec");
      assertEmpty(table);
    }
  }
}
