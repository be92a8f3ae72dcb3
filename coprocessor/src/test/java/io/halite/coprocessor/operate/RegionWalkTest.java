package io.halite.coprocessor.operate;

import static io.halite.coprocessor.latest.RegionOnDisk.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.latest.RegionOnDisk;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.Walk;
import io.halite.routing.endpoint.WalkPage;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Walks over a real region, on a clock that goes on by a millisecond at each look. */
class RegionWalkTest {
  private static final SaltedTable TABLE =
      new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse("key=row:*,salt=hash(*) % 4"));
  private static final byte[] ROW = Bytes.toBytes("k9");

  @TempDir private Path directory;
  private final AtomicLong now = new AtomicLong(1_000_000);
  private RegionOnDisk disk;

  @BeforeEach
  void open() throws IOException {
    disk = RegionOnDisk.create(directory);
    EnvironmentEdgeManager.injectEdge(now::incrementAndGet);
  }

  @AfterEach
  void close() throws IOException {
    EnvironmentEdgeManager.reset();
    disk.close();
  }

  private static byte[] stored(String natural) {
    return TABLE.salt().salt(Bytes.toBytes(natural));
  }

  private void put(byte[] stored) throws IOException {
    disk.region().put(new Put(stored).addColumn(F, F, 1, F));
  }

  private WalkPage count(byte[] start) throws IOException {
    Walk walk =
        new Walk(
            0,
            Walk.Act.COUNT_PREFIX,
            KeyRange.of(start, new byte[0]),
            new Walk.Prefix(Bytes.toBytes("k")));
    return new RegionWalk(disk.region(), TABLE, walk).prefix(new Scan().withStartRow(start), false);
  }

  @Test
  void aPageOverDeletedRowsEndsInTimeAndTheNextOneGoesOnBehindThem() throws Exception {
    for (int i = 0; i < 3_000; i++) {
      byte[] deleted = stored("k%04d".formatted(i));
      put(deleted);
      disk.region().delete(new Delete(deleted));
    }
    put(stored(Bytes.toString(ROW)));
    int pages = 0;
    long rows = 0;
    Optional<byte[]> next = Optional.of(new byte[0]);
    while (next.isPresent()) {
      byte[] start = next.get();
      long begun = now.get();
      WalkPage page = count(start);
      assertThat(now.get() - begun).as("milliseconds of a page").isLessThan(2_500);
      next = page.next();
      next.ifPresent(row -> assertThat(KeyBytes.compare(row, start)).isPositive());
      rows += page.rows();
      pages++;
    }
    assertThat(rows).isEqualTo(1);
    assertThat(pages).isGreaterThan(1);
  }

  @Test
  void aRowOfManyDeletedCellsIsPassedInOnePage() throws Exception {
    byte[] stored = stored("k1");
    for (int i = 0; i < 3_000; i++) {
      disk.region().put(new Put(stored).addColumn(F, Bytes.toBytes(i), 1, F));
    }
    disk.region().delete(new Delete(stored));
    WalkPage page = count(stored);
    assertThat(page.rows()).isZero();
    assertThat(page.next()).isEmpty();
  }
}
