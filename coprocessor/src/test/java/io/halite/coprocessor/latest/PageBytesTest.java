package io.halite.coprocessor.latest;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.Aggregation;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.ColumnType;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageBudget;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Selection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.junit.jupiter.api.Test;

/** A page of 20,000 bytes, over 100 keys. */
class PageBytesTest {
  private static final PageBudget BUDGET = new PageBudget(20_000, 5_000);

  private static StoredRows table(int keyWidth) {
    return new StoredRows(
        SaltingSpec.parse("key=name:%d ts:8:revtime,salt=none".formatted(keyWidth)));
  }

  private static byte[] row(int key, int keyWidth, long time) {
    return ByteBuffer.allocate(keyWidth + Long.BYTES)
        .put((byte) key)
        .putLong(keyWidth, Long.MAX_VALUE - time)
        .array();
  }

  private static Page page(StoredRows table, Selection selection) throws IOException {
    SaltingSpec spec = table.spec();
    PageRequest request =
        new PageRequest(spec.fingerprint(), 1, List.of(KeyRange.all()), 0, selection, BUDGET);
    return new LatestRows(
            request,
            LatestKeys.of(spec.layout()),
            spec.salt(),
            table.from(new byte[0], Integer.MAX_VALUE),
            table.backward(),
            new PageLimits(BUDGET, Long.MAX_VALUE, () -> 0))
        .select(new byte[0]);
  }

  private static long aggregates(StoredRows table) throws IOException {
    Selection figures =
        Selection.ofLimit(10)
            .withAggregation(new Aggregation(Column.parse("f:q"), ColumnType.DECIMAL));
    Page page = page(table, figures);
    return page.parts().stream().filter(part -> part.aggregate().isPresent()).count();
  }

  @Test
  void anAggregateCountsItsKey() throws IOException {
    StoredRows table = table(2_000);
    for (int key = 0; key < 100; key++) {
      table.put(row(key, 2_000, 1), "1");
    }
    assertThat(aggregates(table)).isBetween(7L, 10L);
  }

  /** The sum has 2,001 digits, and the other numbers are short. */
  @Test
  void anAggregateCountsItsNumbers() throws IOException {
    StoredRows table = table(2);
    for (int key = 0; key < 100; key++) {
      table.put(row(key, 2, 1), "1E1000");
      table.put(row(key, 2, 2), "1E-1000");
    }
    assertThat(aggregates(table)).isBetween(7L, 10L);
  }

  /** As it is held: each cell in memory has its row key. */
  @Test
  void aRowCountsItsKeyInEachOfItsCells() throws IOException {
    StoredRows table = table(200);
    for (int key = 0; key < 100; key++) {
      byte[] row = row(key, 200, 1);
      List<Cell> cells = new ArrayList<>();
      for (byte qualifier = 0; qualifier < 10; qualifier++) {
        cells.add(new KeyValue(row, StoredRows.FAMILY, new byte[] {qualifier}, 1, new byte[1]));
      }
      table.rows().put(row, cells);
    }
    assertThat(page(table, Selection.ofLimit(1)).parts().size()).isBetween(7, 10);
  }
}
