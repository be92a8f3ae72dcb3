package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.MapReduceExtendedCell;

/** What a mapper writes becomes what a client's write of it becomes, and nothing else changes. */
class StoredOutputProperties {
  private static final long NOW = 777;
  private static final byte[] F = {'f'};

  private record Written(byte[] row, Object value) {}

  /** Each layout with each salt that it can have. */
  @Provide
  Arbitrary<SaltedTable> tables() {
    Arbitrary<String> layouts =
        Arbitraries.of(
            "row:*",
            "user:2 row:*",
            "user:2:text:x row:2",
            "user:2:digits row:2",
            "user:2 row:2:digits",
            "row~: user:*");
    Arbitrary<String> techniques =
        Arbitraries.of(
            "hash(*) % N",
            "hash(*) % N digits",
            "hash(*) % 26 letters-",
            "hash(row) % N",
            "phoenix % N",
            "hbasewd % N",
            "md5(*)[0:4]",
            "MD5(row)[0:32]:",
            "reverse(row)",
            "random % N",
            "random % N digits",
            "random-suffix % N",
            "random-suffix % N digits",
            "none");
    Arbitrary<Integer> buckets = Arbitraries.of(2, 4, 16, 100, 256);
    return Combinators.combine(layouts, techniques, buckets)
        .as((layout, salt, n) -> "key=" + layout + ",salt=" + salt.replace("N", n.toString()))
        // A suffix needs a layout of fixed width.
        .filter(spec -> !spec.contains("suffix") || !spec.matches(".*[*~].*"))
        .map(spec -> new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse(spec)));
  }

  @Provide
  Arbitrary<KeyValue> cells() {
    Arbitrary<byte[]> rows =
        Arbitraries.integers().between(0, 99).map(i -> bytes("%02d".formatted(i)));
    Arbitrary<KeyValue.Type> types =
        Arbitraries.of(
            KeyValue.Type.Put,
            KeyValue.Type.Put,
            KeyValue.Type.Delete,
            KeyValue.Type.DeleteColumn,
            KeyValue.Type.DeleteFamily);
    Arbitrary<Long> times =
        Arbitraries.oneOf(
            Arbitraries.longs().between(0, 1000), Arbitraries.just(HConstants.LATEST_TIMESTAMP));
    Arbitrary<Integer> sequences = Arbitraries.integers().between(0, 9);
    return Combinators.combine(rows, rows, types, times, sequences)
        .as(
            (first, second, type, time, sequence) -> {
              byte[] row = KeyBytes.concat(first, second);
              boolean putNow = time == HConstants.LATEST_TIMESTAMP && type != KeyValue.Type.Put;
              Tag tag = new ArrayBackedTag((byte) 77, second);
              KeyValue cell =
                  new KeyValue(row, F, first, putNow ? 1 : time, type, second, List.of(tag));
              cell.setSequenceId(sequence);
              return cell;
            });
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static KeyValue fitting(KeyValue cell, SaltedTable table) {
    if (!table.layout().toString().contains("~")) {
      return cell;
    }
    byte[] row = KeyBytes.concat(bytes("0:"), CellUtil.cloneRow(cell));
    KeyValue changed =
        new KeyValue(
            row,
            F,
            CellUtil.cloneQualifier(cell),
            cell.getTimestamp(),
            KeyValue.Type.codeToType(cell.getTypeByte()),
            CellUtil.cloneValue(cell),
            PrivateCellUtil.getTags(cell));
    changed.setSequenceId(cell.getSequenceId());
    return changed;
  }

  private static List<Written> write(SaltedTable table, Object value) throws Exception {
    List<Written> written = new ArrayList<>();
    new StoredOutput(table, NOW)
        .write(value, (row, stored) -> written.add(new Written(row.copyBytes(), stored)));
    return written;
  }

  private static void assertSame(Cell stored, KeyValue natural, boolean stamped) {
    boolean now = stamped && natural.getTimestamp() == HConstants.LATEST_TIMESTAMP;
    assertThat(stored.getTimestamp()).isEqualTo(now ? NOW : natural.getTimestamp());
    assertThat(stored.getTypeByte()).isEqualTo(natural.getTypeByte());
    assertThat(CellUtil.cloneFamily(stored)).isEqualTo(F);
    assertThat(CellUtil.cloneQualifier(stored)).isEqualTo(CellUtil.cloneQualifier(natural));
    assertThat(CellUtil.cloneValue(stored)).isEqualTo(CellUtil.cloneValue(natural));
    assertThat(PrivateCellUtil.cloneTags(stored)).isEqualTo(PrivateCellUtil.cloneTags(natural));
    assertThat(stored.getSequenceId()).isEqualTo(natural.getSequenceId());
  }

  @Property(tries = 600)
  void aCellGoesWhereAClientsWriteOfItWouldGo(
      @ForAll("tables") SaltedTable table, @ForAll("cells") KeyValue any, @ForAll boolean wrapped)
      throws Exception {
    KeyValue natural = fitting(any, table);
    byte[] row = CellUtil.cloneRow(natural);
    boolean single = table.salt().isSinglePlace();
    List<Written> written = write(table, wrapped ? new MapReduceExtendedCell(natural) : natural);
    long time =
        natural.getTimestamp() == HConstants.LATEST_TIMESTAMP ? NOW : natural.getTimestamp();
    List<byte[]> places =
        CellUtil.isDelete(natural)
            ? table.salt().places(row)
            : List.of(table.salt().salt(row, time));
    assertThat(written).extracting(Written::row).containsExactlyElementsOf(places);
    for (Written each : written) {
      assertThat(each.value().getClass())
          .isEqualTo(wrapped ? MapReduceExtendedCell.class : KeyValue.class);
      Cell stored = (Cell) each.value();
      assertThat(CellUtil.cloneRow(stored)).isEqualTo(each.row());
      assertThat(table.salt().unsalt(each.row())).isEqualTo(row);
      assertSame(stored, natural, !single);
    }
  }

  @Property(tries = 300)
  void aPutGoesWhereItsCellsGo(
      @ForAll("tables") SaltedTable table, @ForAll("cells") KeyValue any, @ForAll long ttl)
      throws Exception {
    KeyValue cell = fitting(any, table);
    byte[] row = CellUtil.cloneRow(cell);
    Put natural = new Put(row).setTTL(ttl);
    natural.addColumn(F, bytes("a"), 5, bytes("5")).addColumn(F, bytes("b"), 9, bytes("9"));
    natural.addColumn(F, bytes("c"), bytes("now"));
    Map<String, String> stored = new TreeMap<>();
    for (Written each : write(table, natural)) {
      Put put = (Put) each.value();
      assertThat(put.getRow()).isEqualTo(each.row());
      assertThat(put.getTTL()).isEqualTo(ttl);
      for (Cell of : put.getFamilyCellMap().get(F)) {
        assertThat(CellUtil.cloneRow(of)).isEqualTo(each.row());
        stored.put(
            new String(CellUtil.cloneQualifier(of), StandardCharsets.US_ASCII),
            KeyBytes.readable(each.row()));
      }
    }
    assertThat(stored)
        .isEqualTo(
            Map.of(
                "a", KeyBytes.readable(table.salt().salt(row, 5)),
                "b", KeyBytes.readable(table.salt().salt(row, 9)),
                "c", KeyBytes.readable(table.salt().salt(row, NOW))));
  }

  @Property(tries = 300)
  void aCellOfAPutGoesWhereItGoesByItself(
      @ForAll("tables") SaltedTable table, @ForAll("cells") KeyValue any) throws Exception {
    KeyValue cell = fitting(any, table);
    Put natural = new Put(CellUtil.cloneRow(cell)).add(cell);
    List<String> places =
        write(table, cell).stream().map(each -> KeyBytes.readable(each.row())).toList();
    List<Written> written = write(table, natural);
    assertThat(written)
        .extracting(each -> KeyBytes.readable(each.row()))
        .containsExactlyInAnyOrderElementsOf(places);
    for (Written each : written) {
      Cell stored = ((Put) each.value()).getFamilyCellMap().get(F).get(0);
      assertThat(stored.getTypeByte()).isEqualTo(cell.getTypeByte());
    }
  }
}
