package io.halite.coprocessor.operate;

import static io.halite.coprocessor.latest.RegionOnDisk.F;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.latest.RegionOnDisk;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.Walk;
import io.halite.routing.endpoint.WalkPage;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.security.visibility.VisibilityExpEvaluator;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.SimpleMutableByteRange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Walks over a real region, on a clock that goes on by a millisecond at each look. */
class RegionWalkTest {
  private static final SaltedTable TABLE =
      new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse("key=row:*,salt=hash(*) % 4"));

  @TempDir private Path directory;
  private AtomicLong now;
  private RegionOnDisk disk;

  @BeforeEach
  void open() throws IOException {
    disk = RegionOnDisk.create(directory);
    now = disk.tick();
  }

  @AfterEach
  void close() throws IOException {
    disk.close();
  }

  private static byte[] stored(String natural) {
    return TABLE.salt().salt(Bytes.toBytes(natural));
  }

  private void put(byte[] stored) throws IOException {
    disk.region().put(new Put(stored).addColumn(F, F, 1, F));
  }

  private RegionWalk walk(byte[] start) {
    return walk(start, false);
  }

  private RegionWalk walk(byte[] start, boolean hidden) {
    Walk walk =
        new Walk(
            0,
            Walk.Act.COUNT_PREFIX,
            KeyRange.of(start, new byte[0]),
            new Walk.Prefix(Bytes.toBytes("k")));
    return new RegionWalk(disk.region(), TABLE, walk, hidden);
  }

  private WalkPage count(byte[] start) throws IOException {
    return walk(start).count(scan(start));
  }

  private static Scan scan(byte[] start) {
    return new Scan().withStartRow(start);
  }

  @Test
  void aPageOverDeletedRowsEndsInTimeAndTheNextOneGoesOnBehindThem() throws Exception {
    for (int i = 0; i < 3_000; i++) {
      byte[] deleted = stored("k%04d".formatted(i));
      put(deleted);
      disk.region().delete(new Delete(deleted));
    }
    put(stored("k9"));
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

  /** What HBase's VisibilityController sets on the scan of a user who may see one row. */
  private static Filter showing(byte[] row) throws Exception {
    Constructor<?> hidden =
        Class.forName("org.apache.hadoop.hbase.security.visibility.VisibilityLabelFilter")
            .getDeclaredConstructors()[0];
    hidden.setAccessible(true);
    VisibilityExpEvaluator evaluator = cell -> CellUtil.matchingRows(cell, row);
    return (Filter) hidden.newInstance(evaluator, Map.of(new SimpleMutableByteRange(F), 1));
  }

  /** Whichever coprocessor hides them. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPageThatEndsInRowsThatItsUserMayNotSeeNamesNoneOfThem(boolean foreign) throws Exception {
    byte[] seen = {0};
    put(seen);
    for (int i = 0; i < 3_000; i++) {
      put(stored("k%04d".formatted(i)));
    }
    Filter foreigner = new RowFilter(CompareOperator.EQUAL, new BinaryComparator(seen));
    Scan scan = new Scan().addFamily(F).setFilter(foreign ? foreigner : showing(seen));
    List<byte[]> rows = new ArrayList<>();
    WalkPage page = walk(new byte[0]).walk(scan, rows::add);
    assertThat(rows).containsExactly(seen);
    assertThat(page.next()).contains(KeyBytes.next(seen));
  }

  /** Its client would repeat a longer one, which would read the same rows again beside it. */
  @Test
  void aPageThatMeetsNoRowThatItsUserMayKnowOfEndsAndNamesNone() throws Exception {
    for (int i = 0; i < 3_000; i++) {
      put(stored("x%04d".formatted(i)));
    }
    byte[] all = new byte[0];
    EnvironmentEdgeManager.injectEdge(() -> now.addAndGet(20));
    long begun = now.get();
    assertThatThrownBy(() -> walk(all, true).delete(new Scan(), disk.region()::batchMutate))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("in 20 s")
        .hasMessageNotContaining("x0");
    assertThat(now.get() - begun).as("milliseconds of the page").isBetween(20_000L, 25_000L);
  }

  /** Who deletes rows by their prefix without the right to read need not learn of others. */
  @Test
  void aPageOfDeletesNamesNoRowThatItsUserMayNotRead() throws Exception {
    byte[] first = stored("k");
    put(first);
    List<byte[]> others = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      others.add(KeyBytes.concat(new byte[] {first[0]}, Bytes.toBytes("x%04d".formatted(i))));
    }
    for (byte[] other : others) {
      put(other);
    }
    WalkPage page = walk(first, true).delete(scan(first), disk.region()::batchMutate);
    assertThat(page.rows()).isEqualTo(1);
    assertThat(page.next()).contains(KeyBytes.next(first));
    assertThat(walk(first, false).delete(scan(first), disk.region()::batchMutate).next())
        .hasValueSatisfying(next -> assertThat(KeyBytes.compare(next, others.get(0))).isPositive());
  }

  /** Applies deletes, but not the second batch of them. */
  private DeleteBatches.Applied secondBatchFails() {
    AtomicInteger batches = new AtomicInteger();
    return deletes -> {
      if (batches.incrementAndGet() == 2) {
        throw new RegionTooBusyException("planted");
      }
      return disk.region().batchMutate(deletes);
    };
  }

  /** The page would end at a row that is still there. */
  @Test
  void aPageThatARegionDoesNotEndFailsForAUserWhoMayNotReadItsRows() throws Exception {
    for (int i = 0; i < 250; i++) {
      put(stored("k%04d".formatted(i)));
    }
    assertThatThrownBy(() -> walk(new byte[0], true).delete(new Scan(), secondBatchFails()))
        .isInstanceOf(RegionTooBusyException.class);
  }

  @Test
  void theRegionDoesNotCloseUnderAPage() throws Exception {
    put(stored("k1"));
    put(stored("k2"));
    List<Integer> operations = new ArrayList<>();
    walk(new byte[0]).walk(new Scan(), stored -> operations.add(disk.region().getReadLockCount()));
    assertThat(operations).containsExactly(1, 1);
    assertThat(disk.region().getReadLockCount()).isZero();
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

  /** A client would repeat the page, and no repeat finds the rows again that are gone. */
  @Test
  void aPageThatARegionDoesNotEndCountsTheRowsThatAreDeleted() throws Exception {
    TreeSet<byte[]> all = new TreeSet<>(KeyBytes::compare);
    for (int i = 0; i < 250; i++) {
      all.add(stored("k%04d".formatted(i)));
    }
    for (byte[] stored : all) {
      put(stored);
    }
    byte[] hundredFirst = List.copyOf(all).get(100);
    WalkPage first = walk(new byte[0]).delete(new Scan(), secondBatchFails());
    assertThat(first.rows()).isEqualTo(100);
    assertThat(first.next()).contains(hundredFirst);
    Scan rest = new Scan().withStartRow(hundredFirst);
    WalkPage second = walk(hundredFirst).delete(rest, disk.region()::batchMutate);
    assertThat(second.rows()).isEqualTo(150);
    assertThat(second.next()).isEmpty();
  }

  @Test
  void aPageOfWhichNothingIsDeletedFailsAsTheRegionDoes() throws Exception {
    put(stored("k1"));
    DeleteBatches.Applied busy =
        deletes -> {
          throw new RegionTooBusyException("planted");
        };
    assertThatThrownBy(() -> walk(new byte[0]).delete(new Scan(), busy))
        .isInstanceOf(RegionTooBusyException.class);
  }

  @Test
  void rowsOfABatchThatAreNotDeletedStayForTheNextOne() throws Exception {
    byte[] failed = stored("k2");
    DeleteBatches batches =
        new DeleteBatches(
            deletes ->
                Arrays.stream(deletes)
                    .map(
                        delete ->
                            Arrays.equals(delete.getRow(), failed)
                                ? new OperationStatus(OperationStatusCode.FAILURE, "planted")
                                : OperationStatus.SUCCESS)
                    .toArray(OperationStatus[]::new));
    batches.add(new Delete(stored("k1")), false);
    batches.add(new Delete(failed), true);
    batches.add(new Delete(stored("k3")), true);
    assertThatThrownBy(batches::settle).hasMessage("a row was not deleted, others may be: planted");
    assertThat(batches.done()).isEqualTo(2);
    assertThat(batches.left()).contains(failed);
  }
}
