package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.host.ClientRequest;
import io.halite.coprocessor.owner.Budget;
import io.halite.keys.KeyRange;
import io.halite.keys.RowIndex;
import io.halite.keys.SaltingSpec;
import io.halite.routing.index.IndexTable;
import io.halite.routing.index.IndexedReads;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Reads by an index whose entries are all stale, and never end. */
class ReadTimeTest {
  private static final SaltingSpec SPEC =
      SaltingSpec.parse("key=row:8,salt=hash(row) % 4,index=byBuyer(f:buyer)");
  private static final RowIndex INDEX = SPEC.index("byBuyer").orElseThrow();
  private static final SaltedTable TABLE = new SaltedTable(TableName.valueOf("t"), SPEC);
  private static final byte[] ANN = Bytes.toBytes("ann");

  private final AtomicLong now = new AtomicLong(1_000_000);
  private final List<Long> left = new ArrayList<>();
  private long rows;
  private boolean closing;

  /** Entries that begin at the range's start, whose rows are no longer there. */
  private static List<List<Result>> stale(List<KeyRange> ranges, int most, long bytes) {
    return ranges.stream().map(range -> stale(range, most)).toList();
  }

  private static List<Result> stale(KeyRange range, int most) {
    long first = range.start().length < 11 ? 0 : Bytes.toLong(range.start(), 3) + 1;
    List<Result> page = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      Put entry = IndexTable.put(INDEX, INDEX.entry(Bytes.toBytes(first + i), ANN));
      page.add(Result.create(entry.getFamilyCellMap().firstEntry().getValue()));
    }
    return page;
  }

  /** Each row takes 10 ms. */
  private Result gone(Budget budget) {
    rows++;
    left.add(budget.left());
    now.addAndGet(10);
    closing = rows == 1_000;
    return Result.EMPTY_RESULT;
  }

  private void find(long budgetMillis, long callerDeadline) throws IOException {
    ReadTime time =
        ReadTime.of(
            INDEX,
            TABLE,
            request -> {
              if (closing) {
                throw new NotServingRegionException("closing");
              }
              return Budget.of(budgetMillis, callerDeadline, () -> closing, now::get);
            },
            ClientRequest.current());
    new IndexedReads(
            INDEX,
            time.within(ReadTimeTest::stale),
            time.eachWithin((natural, budget) -> gone(budget)))
        .find(new Get(ANN), 2);
  }

  @Test
  void aReadWithoutADeadlineEndsWhenItsOwnTimeIsUp() {
    assertThatThrownBy(() -> find(8_000, Long.MAX_VALUE))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("byBuyer(f:buyer)")
        .hasMessageContaining("sweep_index");
    assertThat(rows).as("rows of 10 ms each in 8 seconds").isEqualTo(800);
    assertThat(left).as("what each row may take").startsWith(8_000L, 7_990L).endsWith(10L);
  }

  @Test
  void aReadEndsWhenNobodyWaitsAnyMore() {
    assertThatThrownBy(() -> find(8_000, now.get() + 50)).hasMessageContaining("sweep_index");
    assertThat(rows).isEqualTo(5);
  }

  @Test
  void aReadEndsWhenItsRegionCloses() {
    assertThatThrownBy(() -> find(60_000, Long.MAX_VALUE))
        .isInstanceOf(NotServingRegionException.class);
    assertThat(rows).isEqualTo(1_000);
  }
}
