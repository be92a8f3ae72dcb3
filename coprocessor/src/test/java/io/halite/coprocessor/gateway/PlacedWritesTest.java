package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.owner.CopyLimit;
import io.halite.coprocessor.table.Setting;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

class PlacedWritesTest {
  private static final SaltedTable TABLE =
      new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse("key=row:3,salt=random % 4"));
  private static final byte[] ROW = {0x41, 0x54, 0x4C};
  private static final byte[] OTHER = {0x41, 0x54, 0x4D};
  private static final byte[] F = {'f'};
  private static final int LARGE = 1 << 20;

  private static Write put(long... stamps) {
    return put(ROW, stamps);
  }

  private static Write put(byte[] row, long... stamps) {
    Put put = new Put(row);
    for (long stamp : stamps) {
      put.addColumn(F, F, stamp, F);
    }
    return Write.of(put, TABLE);
  }

  private static Write withMarker(long... stamps) {
    Write write = put(stamps);
    try {
      ((Put) write.natural()).add(new KeyValue(ROW, F, F, 9, KeyValue.Type.DeleteColumn));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return write;
  }

  private static Write delete() {
    return delete(ROW);
  }

  private static Write delete(byte[] row) {
    return Write.of(new Delete(row).addFamily(F, 1_000), TABLE);
  }

  private static PlacedWrites placed(Configuration site, Write... batch) {
    return new PlacedWrites(
        List.of(batch), TABLE.multiPlaceWrites(), 1_000, new CopyLimit(site), TABLE);
  }

  private static Object[] answers(int count) {
    Object[] answers = new Object[count];
    Arrays.fill(answers, Result.EMPTY_RESULT);
    return answers;
  }

  @Test
  void aPutHasOneStoredWriteForEachStampAndADeleteOneForEachPlace() {
    Configuration site = new Configuration(false);
    assertThat(placed(site, put(1, 2, 2)).stored()).hasSize(2);
    assertThat(placed(site, delete()).stored()).hasSize(4);
  }

  @Test
  void aDeleteAndAPutOfOneRowAreNotSentAtOnce() {
    Configuration site = new Configuration(false);
    assertThat(placed(site, put(1), put(2), delete(), put(3)).stored()).hasSize(2);
    assertThat(placed(site, delete(), delete(), put(1)).stored()).hasSize(4 + 4);
    assertThat(placed(site, delete(), put(OTHER, 1), delete()).stored()).hasSize(4 + 1 + 4);
  }

  /** An owner may refuse a request with more. */
  @Test
  void oneRequestHasNoMoreWritesThanAnOwnerTakes() {
    Configuration site = new Configuration(false);
    assertSentAtOnce(site, 5_000);
    site.setInt("hbase.rpc.rows.warning.threshold", 10_000);
    assertSentAtOnce(site, 5_000);
    site.setInt("hbase.rpc.rows.warning.threshold", 1_000);
    site.setBoolean("hbase.rpc.rows.size.threshold.reject", true);
    assertSentAtOnce(site, 1_000);
  }

  private static void assertSentAtOnce(Configuration site, int writes) {
    Write[] deletes = new Write[2_000];
    Arrays.setAll(deletes, i -> delete(row(i)));
    assertThat(placed(site, deletes).stored().size()).isEqualTo(writes);
    Write[] mixed = new Write[6_000];
    Arrays.setAll(mixed, i -> i < 100 ? delete(row(i)) : put(row(i), 1));
    assertThat(placed(site, mixed).stored().size()).isEqualTo(writes);
  }

  @Test
  void aSinglePutWithMoreStampsThanAnOwnerTakesIsSentAlone() {
    Configuration site = new Configuration(false);
    long[] stamps = LongStream.rangeClosed(1, new CopyLimit(site).atOnce() + 1).toArray();
    assertThat(placed(site, put(stamps), put(OTHER, 1)).stored().size()).isEqualTo(stamps.length);
    assertThat(placed(site, put(OTHER, 1), put(stamps)).stored().size()).isEqualTo(1);
  }

  private static byte[] row(int i) {
    return new byte[] {0x41, (byte) (i >> 8), (byte) i};
  }

  @Test
  void aPutWithADeleteMarkerHasOneStoredWriteForEachPlace() {
    Configuration site = new Configuration(false);
    assertThat(placed(site, withMarker(1, 2)).stored()).hasSize(4);
  }

  @Test
  void aDeleteMarkerInAPutIsNotSentAtOnceWithAValueOfItsRow() {
    Configuration site = new Configuration(false);
    assertThat(placed(site, put(1), withMarker()).stored()).hasSize(1);
    assertThat(placed(site, withMarker(), put(1)).stored()).hasSize(4);
    assertThat(placed(site, withMarker(), delete(), withMarker()).stored()).hasSize(4 + 4 + 4);
    assertThat(placed(site, withMarker(1), withMarker()).stored()).hasSize(4);
    assertThat(placed(site, delete(), withMarker(1)).stored()).hasSize(4);
    assertThat(placed(site, withMarker(1), put(OTHER, 1)).stored()).hasSize(4 + 1);
  }

  @Test
  void aWriteFailsIfOneOfItsStoredWritesFails() {
    PlacedWrites placed = placed(new Configuration(false), put(1), put(2), delete(OTHER));
    Object[] answers = answers(1 + 1 + 4);
    IOException failure = new RegionTooBusyException("x");
    answers[3] = failure;
    assertThat(placed.failures(answers))
        .containsExactly(Optional.empty(), Optional.empty(), Optional.of(failure));
  }

  @Test
  void aRefusedWriteHasNoStoredWrite() {
    Write refused = Write.of(new Put(F).addColumn(F, F, F), TABLE);
    PlacedWrites placed = placed(new Configuration(false), refused, put(1));
    assertThat(placed.stored()).hasSize(1);
    assertThat(placed.failures(answers(1))).containsExactly(refused.refusal(), Optional.empty());
  }

  @Test
  void writesBeyondTheLimitOfCopiesAreLeftOut() {
    Configuration site = new Configuration(false);
    site.setLong(Setting.REQUEST_COPIES_BYTES.key(), 6 * delete().natural().heapSize());
    assertThat(placed(site, delete(), delete()).failures(answers(4))).hasSize(1);
  }

  /** All at once, since the copies of a put are as large as the put itself. */
  @Test
  void theCellsOfPutsAreCountedInFull() {
    Configuration site = new Configuration(false);
    site.setLong(Setting.REQUEST_COPIES_BYTES.key(), 10_000);
    Write put = large();
    Write other = large();
    assertThat(placed(site, put, other).stored()).hasSize(2);
    assertThat(bytes(site, put, other)).isGreaterThan(2 * LARGE).isLessThan(2 * LARGE + 2_000);
  }

  @Test
  void deletesAreCountedWithTheirCopiesButNotBeyondTheLimit() {
    Configuration site = new Configuration(false);
    long one = 4 * delete().natural().heapSize();
    site.setLong(Setting.REQUEST_COPIES_BYTES.key(), 2 * one);
    assertThat(bytes(site, delete())).isEqualTo(one);
    assertThat(bytes(site, delete(), delete(), delete())).isEqualTo(2 * one);
    assertThat(bytes(site, large(), delete(), delete(), delete()))
        .isEqualTo(bytes(site, large()) + 2 * one);
  }

  @Test
  void whatIsRefusedIsNotCounted() {
    Write refused = Write.of(new Put(F).addColumn(F, F, new byte[LARGE]), TABLE);
    assertThat(bytes(new Configuration(false), refused)).isZero();
  }

  private static Write large() {
    return Write.of(new Put(ROW).addColumn(F, F, 1, new byte[LARGE]), TABLE);
  }

  private static long bytes(Configuration site, Write... batch) {
    return PlacedWrites.bytes(List.of(batch), TABLE.multiPlaceWrites(), new CopyLimit(site));
  }

  @Test
  void aSingleWriteBeyondTheLimitOfCopiesIsRefused() {
    Configuration site = new Configuration(false);
    site.setLong(Setting.REQUEST_COPIES_BYTES.key(), 3 * delete().natural().heapSize());
    PlacedWrites placed = placed(site, delete());
    assertThat(placed.stored()).isEmpty();
    assertThat(placed.failures(answers(0)).get(0).orElseThrow())
        .hasMessageContaining(Setting.REQUEST_COPIES_BYTES.key());
  }
}
