package io.halite.routing.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.merge.OwnerCounts;
import io.halite.routing.merge.Rounds;
import io.halite.routing.merge.ScanMemory;
import io.halite.routing.table.SaltedTable;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FetchingTest {
  private final List<Scan> sent = new ArrayList<>();

  /** A share of a server's memory. */
  private record Reserved(long reserved) implements ScanMemory {
    @Override
    public void add(long bytes) {}

    @Override
    public boolean isShort() {
      return false;
    }
  }

  @SuppressWarnings("unchecked")
  private AsyncTable<AdvancedScanResultConsumer> table() {
    return (AsyncTable<AdvancedScanResultConsumer>)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {AsyncTable.class},
            (proxy, method, arguments) -> {
              sent.add((Scan) arguments[0]);
              return null;
            });
  }

  @ParameterizedTest
  @CsvSource({"2097152, 524288", "40000, 10000", "100, 1024"})
  void theImagesReadNoMoreAheadThanIsReservedForTheScan(long reserved, long ofEach)
      throws Exception {
    SaltingSpec spec = SaltingSpec.parse("salt=hash(*) % 4");
    SaltedTable salted = new SaltedTable(TableName.valueOf("t"), spec);
    ScanPlan plan = ScanPlan.of(new Scan(), KeyRange.all(), salted, Set.of());
    Fetching fetching =
        new Fetching(
            table(),
            0,
            0,
            1,
            -1,
            Rounds.NONE,
            new OwnerCounts(true),
            new Reserved(reserved),
            true,
            0,
            () -> {});
    ((MergedPlan) plan).open(fetching);
    assertThat(sent).hasSize(4).allMatch(scan -> scan.getMaxResultSize() == ofEach);
  }

  @ParameterizedTest
  @CsvSource({"4, -1, 2097152", "16, -1, 524288", "64, -1, 131072", "16, 400000, 100000"})
  void theImagesOfAClientsScanReadSomeAnswersAheadTogether(int buckets, long size, long ofEach)
      throws Exception {
    assertThat(sent(buckets, new Scan().setMaxResultSize(size)))
        .hasSize(buckets)
        .allMatch(scan -> scan.getMaxResultSize() == ofEach);
  }

  @Test
  void ofPiecesAndSmallAnswersAClientReadsOneAhead() throws Exception {
    List<Scan> naturals =
        List.of(
            new Scan().setBatch(2),
            new Scan().setAllowPartialResults(true),
            new Scan().setCaching(9));
    for (Scan natural : naturals) {
      assertThat(sent(16, natural)).allMatch(scan -> scan.getMaxResultSize() == 131_072);
    }
  }

  /** What a client sends for a scan of so many buckets. */
  private List<Scan> sent(int buckets, Scan natural) throws Exception {
    sent.clear();
    SaltingSpec spec = SaltingSpec.parse("salt=hash(*) %% %d".formatted(buckets));
    SaltedTable salted = new SaltedTable(TableName.valueOf("t"), spec);
    ScanPlan plan = ScanPlan.of(natural, KeyRange.all(), salted, Set.of());
    ((MergedPlan) plan).open(Fetching.byClient(table(), natural, new OwnerCounts(true), () -> {}));
    return sent;
  }
}
