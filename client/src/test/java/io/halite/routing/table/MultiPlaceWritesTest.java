package io.halite.routing.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyBytes;
import io.halite.keys.RowKeyException;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.Test;

class MultiPlaceWritesTest {
  private static final byte[] ROW = {'k', '1'};
  private static final byte[] F = {'f'};
  private static final byte[] Q = {'q'};

  private final SaltingSpec spec = SaltingSpec.parse("key=k:2,salt=random % 16");
  private final MultiPlaceWrites places =
      new MultiPlaceWrites(spec.salt(), new StoredMutations(Mark.of(spec)));

  private static List<Cell> cells(Mutation mutation) {
    return mutation.getFamilyCellMap().values().stream().flatMap(List::stream).toList();
  }

  private static List<Long> stamps(Mutation mutation) {
    return cells(mutation).stream().map(Cell::getTimestamp).toList();
  }

  @Test
  void putIsOnePutInThePlaceOfItsStamp() throws IOException {
    List<Mutation> stored = places.copies(new Put(ROW).addColumn(F, Q, Q), 1_000);
    assertThat(stored).hasSize(1);
    assertThat(stored.get(0).getRow()).isEqualTo(spec.salt().salt(ROW, 1_000));
    assertThat(stamps(stored.get(0))).containsExactly(1_000L);
    assertThat(Mark.isOn(stored.get(0))).isTrue();
  }

  @Test
  void putOfSeveralStampsIsSeveralPuts() throws IOException {
    Put put =
        new Put(ROW).setTTL(77).addColumn(F, Q, 5, Q).addColumn(F, F, 9, Q).addColumn(Q, Q, 5, Q);
    put.setDurability(Durability.FSYNC_WAL).setPriority(3);
    List<Mutation> stored = places.copies(put, 1_000);
    assertThat(stored).hasSize(2);
    assertThat(stamps(stored.get(0))).containsExactly(5L, 5L);
    assertThat(stored.get(0).getRow()).isEqualTo(spec.salt().salt(ROW, 5));
    assertThat(stamps(stored.get(1))).containsExactly(9L);
    assertThat(stored.get(1).getRow()).isEqualTo(spec.salt().salt(ROW, 9));
    assertThat(stored).allMatch(each -> each.getTTL() == 77);
    assertThat(stored).allMatch(each -> each.getDurability() == Durability.FSYNC_WAL);
    assertThat(stored).allMatch(each -> each.getPriority() == 3);
  }

  @Test
  void putOfDeleteMarkersGoesToAllPlacesAndItsValuesToTheirs() throws IOException {
    Put put = new Put(ROW).setTTL(77);
    put.addColumn(F, Q, 5, Q).addColumn(F, F, Q).addColumn(Q, Q, 9, Q);
    put.add(marker(KeyValue.Type.DeleteColumn, HConstants.LATEST_TIMESTAMP));
    put.add(marker(KeyValue.Type.DeleteFamily, 7)).setDurability(Durability.FSYNC_WAL);
    List<Mutation> stored = places.copies(put, 1_000);
    assertThat(places.count(put)).isEqualTo(stored.size());
    assertThat(rows(stored)).containsExactlyElementsOf(readable(spec.salt().places(ROW)));
    List<String> values = new ArrayList<>();
    for (Mutation each : stored) {
      List<Long> markers = new ArrayList<>();
      for (Cell cell : cells(each)) {
        assertThat(CellUtil.cloneRow(cell)).isEqualTo(each.getRow());
        if (CellUtil.isDelete(cell)) {
          markers.add(cell.getTimestamp());
        } else {
          assertThat(each.getRow()).isEqualTo(spec.salt().salt(ROW, cell.getTimestamp()));
          values.add(CellUtil.cloneQualifier(cell)[0] + "@" + cell.getTimestamp());
        }
      }
      assertThat(markers).containsExactlyInAnyOrder(1_000L, 7L);
      assertThat(each.getTTL()).isEqualTo(77);
      assertThat(each.getDurability()).isEqualTo(Durability.FSYNC_WAL);
    }
    assertThat(values).containsExactlyInAnyOrder("113@5", "102@1000", "113@9");
  }

  private static Cell marker(KeyValue.Type type, long time) {
    return new KeyValue(ROW, F, Q, time, type);
  }

  private static List<String> rows(List<Mutation> stored) {
    return readable(stored.stream().map(Mutation::getRow).toList());
  }

  private static List<String> readable(List<byte[]> rows) {
    return rows.stream().map(KeyBytes::readable).toList();
  }

  @Test
  void deleteGoesToAllPlacesWithOneStamp() throws IOException {
    Delete delete = new Delete(ROW).addFamily(F).addColumns(Q, Q).addColumn(Q, F, 7);
    List<Mutation> stored = places.copies(delete, 1_000);
    assertThat(rows(stored)).containsExactlyElementsOf(readable(spec.salt().places(ROW)));
    assertThat(stored)
        .allSatisfy(each -> assertThat(stamps(each)).containsExactly(1_000L, 1_000L, 7L));
  }

  @Test
  void whatNeedsOnePlaceIsRefusedWithTheSaltToUseInstead() {
    for (Mutation refused :
        List.of(
            new Increment(ROW).addColumn(F, Q, 1),
            new Append(ROW).addColumn(F, Q, Q),
            new Delete(ROW).addFamily(F).addColumn(F, Q))) {
      assertThatThrownBy(() -> places.copies(refused, 1_000))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("needs its row in one place")
          .hasMessageContaining("'random % 16' keeps a row in many places")
          .hasMessageContaining("salt by 'hash(*) % N'");
    }
  }

  @Test
  void keyThatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> places.copies(new Delete(F), 1_000))
        .isInstanceOf(RowKeyException.class);
  }
}
