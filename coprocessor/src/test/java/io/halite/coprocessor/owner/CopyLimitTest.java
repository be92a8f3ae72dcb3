package io.halite.coprocessor.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.halite.coprocessor.table.Setting;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class CopyLimitTest {
  private static final int MIB = 1 << 20;
  private static final byte[] F = Bytes.toBytes("f");

  private final CopyLimit limit = new CopyLimit(new Configuration(false));

  private void refused(Query read, int copies) {
    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> limit.check(read, copies, "t"))
        .withMessageContaining("would be sent " + copies + " times, ")
        .withMessageContaining("at most " + (64 * MIB) + " bytes")
        .withMessageContaining(Setting.REQUEST_COPIES_BYTES.key())
        .withMessageContaining("(t)");
  }

  private void passes(Query read, int copies) {
    assertThatCode(() -> limit.check(read, copies, "t")).doesNotThrowAnyException();
  }

  @Test
  void attributesAreCountedOnceForEachCopy() {
    Scan scan = new Scan().setAttribute("a", new byte[MIB]);
    passes(scan, 63);
    refused(scan, 64);
  }

  @Test
  void aFilterIsCountedAsItIsSent() throws Exception {
    Scan scan =
        new Scan()
            .setFilter(new RowFilter(CompareOperator.LESS, new BinaryComparator(new byte[MIB])));
    passes(scan, 63);
    refused(scan, 64);
    assertThatCode(() -> limit.checkWithoutFilter(scan, 256, "t")).doesNotThrowAnyException();
  }

  @Test
  void columnsAreCounted() {
    Get get = new Get(F);
    for (int i = 0; i < 10_000; i++) {
      get.addColumn(F, Bytes.toBytes(i));
    }
    passes(get, 64);
    refused(get, 256);
    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> limit.checkWithoutFilter(get, 256, "t"));
  }

  @Test
  void whatGoesToOnePlaceIsAsLargeAsItsClientMadeIt() {
    passes(new Scan().setAttribute("a", new byte[65 * MIB]), 1);
  }

  @Test
  void noProductOfBytesAndCopiesOverflows() {
    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> limit.check(Long.MAX_VALUE / 2, Integer.MAX_VALUE, "t"));
  }

  @Test
  void copiesOfOneMebibyteAreReservedAndFewBytesAreNot() throws Exception {
    Scan scan = new Scan().setAttribute("a", new byte[MIB / 4]);
    assertThat(limit.check(scan, 3, "t")).isZero();
    assertThat(limit.check(scan, 4, "t")).isBetween((long) MIB, MIB + 1_000L);
    assertThat(limit.check(scan, 1, "t")).isZero();
    assertThat(limit.checkWithoutFilter(scan, 8, "t")).isGreaterThan(2 * MIB);
  }

  @Test
  void theSiteSetsTheLimit() {
    Configuration conf = new Configuration(false);
    conf.setLong(Setting.REQUEST_COPIES_BYTES.key(), 1_000);
    Scan scan = new Scan().setAttribute("a", new byte[500]);
    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> new CopyLimit(conf).check(scan, 2, "t"))
        .withMessageContaining("at most 1000 bytes");
  }

  @Test
  void asManyCopiesAreSentAtOnceAsServersDoNotRefuseNow() {
    Configuration server = new Configuration(false);
    CopyLimit changing = new CopyLimit(server);
    assertThat(changing.atOnce()).isEqualTo(5_000);
    server.setInt(HConstants.BATCH_ROWS_THRESHOLD_NAME, 1_000);
    assertThat(changing.atOnce()).as("they would only warn").isEqualTo(5_000);
    server.setBoolean("hbase.rpc.rows.size.threshold.reject", true);
    assertThat(changing.atOnce()).isEqualTo(1_000);
    server.setInt(HConstants.BATCH_ROWS_THRESHOLD_NAME, 1_000_000);
    assertThat(changing.atOnce()).as("memory bounds it, too").isEqualTo(5_000);
    server.setInt(HConstants.BATCH_ROWS_THRESHOLD_NAME, 0);
    assertThat(changing.atOnce()).isEqualTo(1);
  }
}
