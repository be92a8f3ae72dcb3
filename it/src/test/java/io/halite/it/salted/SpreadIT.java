package io.halite.it.salted;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.client.operate.Spread;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The requests that {@code spread()} counts for each bucket: those that its rows have had, also in
 * the region of bucket 03, which is the gateway of every row as well.
 */
@Tag("wide")
@ExtendWith(SharedCluster.class)
class SpreadIT {
  private static final SaltingSpec SPEC = SaltingSpec.parse(TestTable.FOUR_BUCKETS);
  private static final List<String> ROWS =
      IntStream.range(0, 200).mapToObj(i -> String.format("row%03d", i)).toList();

  /** A request of one row, and how many reads and writes of its stored row HBase counts for it. */
  private enum Request {
    GET(1, 0) {
      @Override
      void send(Table table, byte[] row) throws IOException {
        table.get(new Get(row));
      }
    },
    EXISTS(1, 0) {
      @Override
      void send(Table table, byte[] row) throws IOException {
        table.exists(new Get(row));
      }
    },
    PUT(0, 1) {
      @Override
      void send(Table table, byte[] row) throws IOException {
        table.put(put(row));
      }
    },
    DELETE(0, 1) {
      @Override
      void send(Table table, byte[] row) throws IOException {
        table.delete(new Delete(row));
      }
    },
    INCREMENT(1, 1) {
      @Override
      void send(Table table, byte[] row) throws IOException {
        table.increment(new Increment(row).addColumn(TestTable.F, Bytes.toBytes("n"), 1));
      }
    },
    APPEND(1, 1) {
      @Override
      void send(Table table, byte[] row) throws IOException {
        table.append(new Append(row).addColumn(TestTable.F, TestTable.Q, row));
      }
    },
    CHECK(1, 1) {
      @Override
      void send(Table table, byte[] row) throws IOException {
        table.checkAndMutate(existing(row).build(put(row)));
      }
    },
    CHECK_OF_TWO(1, 2) {
      @Override
      void send(Table table, byte[] row) throws IOException {
        Delete other = new Delete(row).addColumns(TestTable.F, Bytes.toBytes("n"));
        table.checkAndMutate(existing(row).build(RowMutations.of(List.of(put(row), other))));
      }
    },
    MUTATE_ROW(0, 2) {
      @Override
      void send(Table table, byte[] row) throws IOException {
        Delete other = new Delete(row).addColumns(TestTable.F, Bytes.toBytes("n"));
        table.mutateRow(RowMutations.of(List.of(put(row), other)));
      }
    };

    final int reads;
    final int writes;

    Request(int reads, int writes) {
      this.reads = reads;
      this.writes = writes;
    }

    abstract void send(Table table, byte[] row) throws IOException;

    /** How many of the requests of all rows are gets. */
    long gets() {
      return writes == 0 ? ROWS.size() : 0;
    }

    /** How many mutations the gateway counts; a conditional one counts once. */
    long mutations() {
      return this == CHECK_OF_TWO ? ROWS.size() : (long) writes * ROWS.size();
    }

    private static Put put(byte[] row) {
      return new Put(row).addColumn(TestTable.F, TestTable.Q, row);
    }

    private static CheckAndMutate.Builder existing(byte[] row) {
      return CheckAndMutate.newBuilder(row).ifEquals(TestTable.F, TestTable.Q, row);
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachBucketHasTheRequestsOfItsRowsAndTheGatewayThoseOfAllRows(
      Request request, EmbeddedCluster cluster) throws Exception {
    try (TestTable table = filled(cluster)) {
      for (String row : ROWS) {
        request.send(table.table(), Bytes.toBytes(row));
      }
      Spread spread = SaltedTableOperations.of(table.connection(), table.name()).spread();
      assertThat(of(spread, Spread.Share::rows))
          .isEqualTo(request == Request.DELETE ? rowsTimes(0) : rowsTimes(1));
      assertThat(of(spread, Spread.Share::reads)).as("reads").isEqualTo(rowsTimes(request.reads));
      assertThat(of(spread, Spread.Share::writes))
          .as("writes, with the put of each row")
          .isEqualTo(rowsTimes(1 + request.writes));
      // All rows begin with "r", so one region takes the puts and requests of all of them.
      assertThat(spread.gateways())
          .singleElement()
          .extracting(Spread.Share::name, Spread.Share::reads, Spread.Share::writes)
          .containsExactly("[03, +∞)", request.gets(), ROWS.size() + request.mutations());
    }
  }

  @Test
  void aScanCountsTheRowsThatEachBucketReads(EmbeddedCluster cluster) throws Exception {
    try (TestTable table = filled(cluster)) {
      assertThat(table.scan(new Scan())).isEqualTo(ROWS);
      Spread spread = SaltedTableOperations.of(table.connection(), table.name()).spread();
      Map<String, Long> rows = rowsTimes(1);
      // Each of the four gateway regions asks each bucket once whether it has more rows.
      of(spread, Spread.Share::reads)
          .forEach((bucket, reads) -> assertThat(reads - rows.get(bucket)).isBetween(0L, 4L));
    }
  }

  @Test
  void requestsBeforeARegionReopensOnItsServerAreNotCounted(EmbeddedCluster cluster)
      throws Exception {
    try (TestTable table = filled(cluster)) {
      table
          .admin()
          .modifyTable(
              TableDescriptorBuilder.newBuilder(table.admin().getDescriptor(table.name()))
                  .setValue("reopened", "yes")
                  .build());
      for (String row : ROWS) {
        Request.GET.send(table.table(), Bytes.toBytes(row));
      }
      Spread spread = SaltedTableOperations.of(table.connection(), table.name()).spread();
      assertThat(of(spread, Spread.Share::reads)).as("reads").isEqualTo(rowsTimes(1));
      assertThat(of(spread, Spread.Share::writes)).as("writes").isEqualTo(rowsTimes(0));
    }
  }

  private static TestTable filled(EmbeddedCluster cluster) throws IOException {
    TestTable table =
        TestTable.numbered("spread").salted(TestTable.FOUR_BUCKETS).splitBuckets().create(cluster);
    table.put(ROWS);
    return table;
  }

  /** For each bucket, by its prefix, a multiple of its rows. */
  private static Map<String, Long> rowsTimes(long each) {
    return ROWS.stream()
        .map(row -> SPEC.salt().places(Bytes.toBytes(row)).get(0))
        .map(stored -> KeyBytes.readable(new byte[] {stored[0]}))
        .collect(
            Collectors.groupingBy(
                Function.identity(), TreeMap::new, Collectors.summingLong(row -> each)));
  }

  private static Map<String, Long> of(Spread spread, ToLongFunction<Spread.Share> count) {
    Map<String, Long> counts = new TreeMap<>();
    spread.buckets().forEach(share -> counts.put(share.name(), count.applyAsLong(share)));
    return counts;
  }
}
