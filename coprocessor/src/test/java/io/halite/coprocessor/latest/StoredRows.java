package io.halite.coprocessor.latest;

import io.halite.coprocessor.latest.SeekableRows.Step;
import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;

/** A table in memory: stored rows in order, as a scanner gives them. */
final class StoredRows {
  static final byte[] FAMILY = {'f'};
  static final byte[] QUALIFIER = {'q'};

  private final SaltingSpec spec;
  private final NavigableMap<byte[], List<Cell>> rows = new TreeMap<>(KeyBytes::compare);
  long given;

  StoredRows(SaltingSpec spec) {
    this.spec = spec;
  }

  SaltingSpec spec() {
    return spec;
  }

  void put(byte[] naturalKey, String value) {
    byte[] stored = spec.salt().salt(naturalKey);
    byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
    rows.put(stored, List.of(new KeyValue(stored, FAMILY, QUALIFIER, 1, bytes)));
  }

  NavigableMap<byte[], List<Cell>> rows() {
    return rows;
  }

  /** Scanners that read backward. */
  RowsBefore backward() {
    return (first, stop, limit, patient) -> {
      NavigableMap<byte[], List<Cell>> range =
          stop.length == 0 ? rows.tailMap(first, true) : rows.subMap(first, true, stop, false);
      List<Step> last = new ArrayList<>();
      for (Map.Entry<byte[], List<Cell>> row : range.descendingMap().entrySet()) {
        if (last.size() < limit) {
          given++;
          last.add(Step.of(row.getKey(), row.getValue()));
        }
      }
      return Optional.of(last);
    };
  }

  /** A scanner from {@code start} on, which is interrupted before each {@code patience}-th row. */
  SeekableRows from(byte[] start, int patience) {
    return new SeekableRows() {
      private byte[] position = start;
      private int steps;

      @Override
      public Step next() {
        Map.Entry<byte[], List<Cell>> row = rows.ceilingEntry(position);
        if (row == null) {
          return Step.END;
        }
        if (++steps % patience == 0 && KeyBytes.compare(row.getKey(), start) > 0) {
          return Step.interruptedAt(row.getKey());
        }
        position = KeyBytes.next(row.getKey());
        given++;
        return Step.of(row.getKey(), row.getValue());
      }

      @Override
      public void seek(byte[] row) {
        if (KeyBytes.compare(row, position) < 0) {
          throw new IllegalStateException(
              "a jump back, to " + KeyBytes.readable(row) + " from " + KeyBytes.readable(position));
        }
        position = row;
      }
    };
  }
}
