package io.halite.coprocessor.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.latest.RegionOnDisk;
import io.halite.keys.KeyRange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredCellsTest {
  private RegionOnDisk disk;

  @BeforeEach
  void create(@TempDir Path directory) throws IOException {
    disk = RegionOnDisk.create(directory);
  }

  @AfterEach
  void close() throws IOException {
    disk.close();
  }

  private void put(String row, byte[] family) throws IOException {
    disk.region().put(new Put(Bytes.toBytes(row)).addColumn(family, family, family));
  }

  private boolean areNone(String start, String stop) throws IOException {
    return StoredCells.areNone(
        disk.region(), KeyRange.of(Bytes.toBytes(start), Bytes.toBytes(stop)));
  }

  @Test
  void anEmptyRegionStoresNoCell() throws Exception {
    assertThat(areNone("", "")).isTrue();
    assertThat(areNone("a", "b")).isTrue();
  }

  @Test
  void cellsOfEachFamilyCountFromTheStartUpToTheStop() throws Exception {
    put("b", RegionOnDisk.F);
    put("d", RegionOnDisk.G);
    for (boolean inFiles : new boolean[] {false, true}) {
      if (inFiles) {
        disk.region().flush(true);
      }
      assertThat(areNone("a", "b")).isTrue();
      assertThat(areNone("a", "b\0")).isFalse();
      assertThat(areNone("b", "c")).isFalse();
      assertThat(areNone("b\0", "d")).isTrue();
      assertThat(areNone("d", "")).isFalse();
      assertThat(areNone("d\0", "")).isTrue();
      assertThat(areNone("", "")).isFalse();
    }
  }

  @Test
  void aDeletedRowCountsUntilACompactionRemovesItsMarker() throws Exception {
    put("b", RegionOnDisk.F);
    disk.region().flush(true);
    disk.region().delete(new Delete(Bytes.toBytes("b")));
    assertThat(areNone("a", "c")).isFalse();
    disk.region().flush(true);
    assertThat(areNone("a", "c")).isFalse();
    disk.region().compact(true);
    assertThat(areNone("a", "c")).isTrue();
  }

  /** Raw scans return such cells. */
  @Test
  void expiredCellsCountUntilAFlushRemovesThem() throws Exception {
    long expired = System.currentTimeMillis() - TimeUnit.DAYS.toMillis(2);
    disk.region()
        .put(
            new Put(Bytes.toBytes("b"))
                .addColumn(RegionOnDisk.G, RegionOnDisk.G, expired, RegionOnDisk.G));
    assertThat(areNone("a", "c")).isFalse();
    disk.region().flush(true);
    assertThat(areNone("a", "c")).isTrue();
  }

  @Test
  void aClosedRegionMayStoreAnything() throws Exception {
    assertThat(areNone("a", "c")).isTrue();
    disk.region().close();
    assertThat(areNone("a", "c")).isFalse();
  }
}
