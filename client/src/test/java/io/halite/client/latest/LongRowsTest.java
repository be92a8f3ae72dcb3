package io.halite.client.latest;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.Page;
import io.halite.routing.latest.PageRequest;
import io.halite.routing.latest.Work;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;

/** A query goes on at a row as long as HBase can store. */
class LongRowsTest {
  private static final byte[] LONGEST = new byte[KeyBytes.MAX_STORED_LENGTH];

  static {
    Arrays.fill(LONGEST, (byte) 'b');
  }

  /** The first page ends before the long row, and the second has the rest. */
  private static final class TwoPages implements LatestRegions {
    private final List<byte[]> rows = new ArrayList<>();
    private final List<byte[]> starts = new ArrayList<>();

    @Override
    public CompletableFuture<List<byte[]>> starts() {
      return CompletableFuture.completedFuture(List.of(new byte[0]));
    }

    @Override
    public CompletableFuture<Page> ask(byte[] row, PageRequest request) {
      rows.add(row);
      starts.add(request.ranges().get(0).start());
      byte[] end = rows.size() == 1 ? LONGEST : new byte[0];
      return CompletableFuture.completedFuture(new Page(List.of(), end, Work.NONE));
    }
  }

  @Test
  void aRegionIsAskedByARowThatHBaseCanLookUp() {
    TwoPages regions = new TwoPages();
    SaltingSpec spec = SaltingSpec.parse("key=unit~: ts:8:revtime rest:*,salt=none");
    LatestClient client = LatestClient.of(regions, spec);
    assertThat(client.ask(LatestQuery.newest(1), answer -> {})).isCompleted();
    assertThat(regions.starts).containsExactly(new byte[0], LONGEST);
    byte[] row = regions.rows.get(1);
    assertThat(KeyBytes.readable(row)).isEqualTo(KeyBytes.readable(KeyBytes.lookUp(LONGEST)));
    // As HBase's client does; the bound of all keys is that of the meta table, too.
    new Scan()
        .withStartRow(
            RegionInfo.createRegionName(TableName.valueOf("t"), row, HConstants.NINES, false));
  }
}
