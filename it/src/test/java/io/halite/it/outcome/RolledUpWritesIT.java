package io.halite.it.outcome;

import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.outcome.OneRowBatch.NEW;
import static io.halite.it.outcome.OneRowBatch.bytes;
import static io.halite.it.outcome.OneRowBatch.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.outcome.NestedWriter.Hook;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Get;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** After each write of a row another coprocessor writes the row that sums it up, and so on. */
@Timeout(120)
@ExtendWith(SharedCluster.class)
class RolledUpWritesIT {
  private static TestTable table;

  @BeforeAll
  static void create(EmbeddedCluster cluster) throws Exception {
    table =
        TestTable.numbered("rolled-up")
            .coprocessor(NestedWriter.class, NestedWriter.AHEAD)
            .salted(FOUR_BUCKETS)
            .create(cluster);
  }

  @AfterAll
  static void drop() throws Exception {
    table.close();
  }

  private static byte[] row(int level) {
    return bytes("level-%02d".formatted(level));
  }

  /** Has each row up to the last written in the middle of the write of the one before. */
  private static void rollUp(int from, int to) {
    if (from < to) {
      NestedWriter.next(
          Hook.AFTER_PUT,
          row(from),
          env -> {
            rollUp(from + 1, to);
            env.getRegion().put(put(row(from + 1), "q", NEW));
          });
    }
  }

  @Test
  void eachRowOfTenLevelsIsStoredThoughAllAreWrittenInsideOfTheFirst() throws Exception {
    rollUp(1, 10);
    table.table().put(put(row(1), "q", NEW));
    assertThat(NestedWriter.isOver()).isTrue();
    List<Get> gets = IntStream.rangeClosed(1, 10).mapToObj(level -> new Get(row(level))).toList();
    assertThat(table.table().existsAll(gets)).containsOnly(true);
  }
}
