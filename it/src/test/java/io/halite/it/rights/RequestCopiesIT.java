package io.halite.it.rights;

import static io.halite.it.rights.HostileTable.F;
import static io.halite.it.rights.HostileTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a gateway sends to many places is, all of it, no larger than 64 MiB. */
@ExtendWith(SharedCluster.class)
class RequestCopiesIT {
  private static final byte[] KEY = Bytes.toBytes("key");
  private static final byte[] LARGE = new byte[300 << 10];

  private final EmbeddedCluster cluster;

  RequestCopiesIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static void refused(ThrowingCallable request) {
    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(request)
        .withMessageContaining("would be sent 256 times")
        .withMessageContaining("halite.request.copies.bytes");
  }

  @Test
  void scansOfAllBucketsAreBoundedAndGetsAreNot() throws Exception {
    try (HostileTable hostile =
            new HostileTable(cluster, "key=row:*,salt=hash(*) % 256", CountingObserver.class);
        Table table = hostile.table()) {
      refused(() -> table.getScanner(new Scan().setAttribute("any", LARGE)).next());
      refused(
          () ->
              table
                  .getScanner(
                      new Scan()
                          .setFilter(
                              new RowFilter(CompareOperator.LESS, new BinaryComparator(LARGE))))
                  .next());
      table.put(new Put(KEY).addColumn(F, Q, Q).setAttribute("any", LARGE));
      assertThat(table.exists(new Get(KEY).setAttribute("any", LARGE))).isTrue();
    }
  }

  @Test
  void attributesOfTheRequestItselfGoAlongWithEachCopy() throws Exception {
    try (HostileTable hostile =
            new HostileTable(cluster, "key=row:*,salt=hash(*) % 256", CountingObserver.class);
        Table plain = hostile.table();
        Table table =
            cluster
                .connection()
                .getTableBuilder(plain.getName(), null)
                .setRequestAttribute("any", LARGE)
                .build()) {
      refused(() -> table.getScanner(new Scan()).next());
      table.put(new Put(KEY).addColumn(F, Q, Q));
      assertThat(table.exists(new Get(KEY))).isTrue();
    }
  }

  @Test
  void whatGoesToAllPlacesOfARowIsBounded() throws Exception {
    try (HostileTable hostile =
            new HostileTable(cluster, "key=row:*,salt=random % 256", CountingObserver.class);
        Table table = hostile.table()) {
      table.put(new Put(KEY).addColumn(F, Q, Q).setAttribute("any", LARGE));
      refused(() -> table.get(new Get(KEY).setAttribute("any", LARGE)));
      refused(() -> table.delete(new Delete(KEY).setAttribute("any", LARGE)));
      refused(() -> table.delete(new Delete(KEY).addColumns(F, LARGE)));
      Put stamps = new Put(KEY).setAttribute("any", LARGE);
      for (int i = 1; i <= 256; i++) {
        stamps.addColumn(F, Q, i, Q);
      }
      refused(() -> table.put(stamps));
      assertThat(table.exists(new Get(KEY))).isTrue();
    }
  }

  @Test
  void aBatchOfDeletesIsSentInPartsThatAreBounded() throws Exception {
    try (HostileTable hostile =
            new HostileTable(cluster, "key=row:*,salt=random % 256", CountingObserver.class);
        Table table = hostile.table()) {
      List<Put> puts = new ArrayList<>();
      List<Delete> deletes = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        puts.add(new Put(Bytes.toBytes("key" + i)).addColumn(F, Q, Q));
        // 8 KiB in 256 places are 2 MiB, of 60 rows 120 MiB.
        deletes.add(new Delete(Bytes.toBytes("key" + i)).setAttribute("any", new byte[8 << 10]));
      }
      table.put(puts);
      assertThatCode(() -> table.delete(deletes)).doesNotThrowAnyException();
      assertThat(table.getScanner(new Scan())).isEmpty();
    }
  }
}
