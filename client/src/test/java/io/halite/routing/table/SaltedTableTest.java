package io.halite.routing.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.Filter.ReturnCode;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SaltedTableTest {
  private static final byte[] F = Bytes.toBytes("f");

  @ParameterizedTest
  @ValueSource(strings = {"hash(*) % 4", "reverse(row)"})
  void aReversedFuzzyFilterThatWouldAskItselfWithoutEndEndsOnAnOwner(String salt)
      throws IOException {
    SaltingSpec spec = SaltingSpec.parse("key=row:8,salt=" + salt);
    SaltedTable table = new SaltedTable(TableName.valueOf("t"), spec);
    Filter fuzzy = new FuzzyRowFilter(List.of(new Pair<>(Bytes.toBytes(5L), new byte[8])));
    Filter view = table.naturalView(new Scan().setReversed(true).setFilter(fuzzy)).orElseThrow();
    view.setReversed(true);
    List<byte[]> kept = new ArrayList<>();
    for (byte[] stored : descending(table, 7, 6, 5, 4)) {
      Cell cell = new KeyValue(stored, F, F, stored);
      view.reset();
      ReturnCode code = view.filterRowKey(cell) ? ReturnCode.NEXT_ROW : view.filterCell(cell);
      if (code == ReturnCode.SEEK_NEXT_USING_HINT) {
        view.getNextCellHint(cell);
      } else if (code != ReturnCode.NEXT_ROW && !view.filterRow()) {
        kept.add(spec.salt().unsalt(stored));
      }
    }
    assertThat(kept).containsExactly(Bytes.toBytes(5L));
  }

  private static List<byte[]> descending(SaltedTable table, long... rows) {
    return Arrays.stream(rows)
        .mapToObj(row -> table.salt().salt(Bytes.toBytes(row)))
        .sorted(Bytes.BYTES_COMPARATOR.reversed())
        .toList();
  }
}
