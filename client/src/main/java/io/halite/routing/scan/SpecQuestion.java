package io.halite.routing.scan;

import io.halite.keys.KeyBytes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;

/**
 * The get that asks for the spec of a table on behalf of a scan or a write, of the same columns.
 *
 * <p>A client sends it with {@link io.halite.routing.table.Mark#asking}. Example: the question of a
 * scan of {@code f:delay} from {@code 41} asks for {@code f:delay} of row {@code 41}; a salted
 * table refuses it and shows its spec, any other table answers with one cell of each family at
 * most. Stateless.
 */
public final class SpecQuestion {
  /** The row of the question if the scan begins at none; a get must have one. */
  private static final byte[] ANY_ROW = {0};

  private SpecQuestion() {}

  /** Asks at the first row of the scan. */
  public static Get of(Scan natural) throws IOException {
    return at(natural.getStartRow(), natural);
  }

  /** Asks the region that covers a row, which need not be one of the scan. */
  public static Get at(byte[] row, Scan natural) throws IOException {
    Get get = new Get(row.length == 0 ? ANY_ROW : KeyBytes.lookUp(row));
    for (Map.Entry<byte[], @Nullable NavigableSet<byte[]>> family :
        natural.getFamilyMap().entrySet()) {
      NavigableSet<byte[]> qualifiers = family.getValue();
      if (qualifiers == null) {
        get.addFamily(family.getKey());
      } else {
        qualifiers.forEach(qualifier -> get.addColumn(family.getKey(), qualifier));
      }
    }
    get.setPriority(natural.getPriority());
    get.setReplicaId(natural.getReplicaId());
    return small(get.setConsistency(natural.getConsistency()));
  }

  /** Asks at the row of a write, for the columns that it changes. */
  public static Get of(Mutation write) {
    Get get = new Get(write.getRow());
    for (List<Cell> cells : write.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        if (cell.getQualifierLength() == 0) {
          get.addFamily(CellUtil.cloneFamily(cell));
        } else {
          get.addColumn(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
        }
      }
    }
    get.setPriority(write.getPriority());
    return small(get);
  }

  private static Get small(Get get) {
    // Not a question of existence: HBase judges one that names no column as a read of all columns.
    return get.setMaxResultsPerColumnFamily(1);
  }
}
