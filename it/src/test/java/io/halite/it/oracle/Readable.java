package io.halite.it.oracle;

import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;

/** Keys, cells and mutations as a person reads them: {@code 03 41 | a:q1/t17/Put=x}. */
final class Readable {
  private static final HexFormat HEX = HexFormat.ofDelimiter(" ").withUpperCase();
  private static final int SHOWN_BYTES = 48;

  private Readable() {}

  static String key(byte[] key) {
    return key.length == 0 ? "(empty)" : HEX.formatHex(key);
  }

  static String keys(List<byte[]> keys) {
    return keys.stream().map(Readable::key).collect(Collectors.joining(", ", "[", "]"));
  }

  static String cell(Cell cell, TwinClock clock) {
    return Bytes.toString(CellUtil.cloneFamily(cell))
        + ':'
        + text(CellUtil.cloneQualifier(cell))
        + '/'
        + clock.name(cell.getTimestamp())
        + '/'
        + cell.getType()
        + '='
        + text(CellUtil.cloneValue(cell));
  }

  static String text(byte[] bytes) {
    return bytes.length <= SHOWN_BYTES
        ? Bytes.toStringBinary(bytes)
        : bytes.length + " bytes #" + Integer.toHexString(Bytes.hashCode(bytes));
  }

  static String mutation(Mutation mutation, TwinClock clock) {
    StringBuilder out = new StringBuilder(mutation.getClass().getSimpleName());
    out.append(' ').append(key(mutation.getRow()));
    mutation.getFamilyCellMap().values().stream()
        .flatMap(List::stream)
        .forEach(cell -> out.append(" | ").append(cell(cell, clock)));
    if (mutation.isEmpty()) {
      out.append(" | whole row at ").append(clock.name(mutation.getTimestamp()));
    }
    if (mutation.getTTL() != Long.MAX_VALUE) {
      out.append(" ttl ").append(mutation.getTTL());
    }
    if (mutation instanceof Increment increment) {
      out.append(range(increment.getTimeRange(), clock));
    } else if (mutation instanceof Append append) {
      out.append(range(append.getTimeRange(), clock));
    }
    return out.append(' ').append(mutation.getDurability()).toString();
  }

  static String mutations(List<? extends Mutation> mutations, TwinClock clock) {
    return mutations.stream()
        .map(mutation -> mutation(mutation, clock))
        .collect(Collectors.joining("\n      ", "\n      ", ""));
  }

  static String mutations(RowMutations mutations, TwinClock clock) {
    return "RowMutations" + mutations(mutations.getMutations(), clock);
  }

  static String range(TimeRange range, TwinClock clock) {
    return range.isAllTime()
        ? ""
        : " in [" + clock.name(range.getMin()) + ", " + clock.name(range.getMax()) + ")";
  }
}
