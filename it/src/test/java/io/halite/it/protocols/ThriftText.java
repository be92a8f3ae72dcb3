package io.halite.it.protocols;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.thrift.generated.TCell;
import org.apache.hadoop.hbase.thrift.generated.TColumn;
import org.apache.hadoop.hbase.thrift.generated.TRowResult;
import org.apache.hadoop.hbase.thrift2.generated.TColumnValue;
import org.apache.hadoop.hbase.thrift2.generated.TResult;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;

/** Answers of Thrift servers as text. */
final class ThriftText {
  private ThriftText() {}

  static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  static ByteBuffer bytes(byte[] bytes) {
    return ByteBuffer.wrap(bytes);
  }

  static String text(ByteBuffer bytes) {
    return Bytes.toStringBinary(Bytes.toBytes(bytes.duplicate()));
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "-" : Bytes.toStringBinary(bytes);
  }

  /** The answer, or the class of a refusal and the first words of its reason. */
  static Transcript.Request of(Transcript.Request request) {
    return () -> {
      try {
        return request.send();
      } catch (TApplicationException e) {
        throw e;
      } catch (TException e) {
        String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        // The rest of this one describes the table and names the region.
        boolean unknown = reason.contains("NoSuchColumnFamilyException");
        return e.getClass().getSimpleName() + ' ' + (unknown ? "unknown family" : reason);
      }
    };
  }

  static String cells(List<TCell> cells) {
    StringBuilder text = new StringBuilder();
    cells.forEach(cell -> text.append(text(cell)));
    return text.toString();
  }

  private static String text(TCell cell) {
    return text(cell.getValue()) + '@' + cell.getTimestamp() + ' ';
  }

  static String rows(List<TRowResult> rows) {
    StringBuilder text = new StringBuilder();
    for (TRowResult row : rows) {
      text.append(text(row.getRow())).append(": ");
      if (row.isSetColumns()) {
        Map<String, String> columns = new TreeMap<>();
        row.getColumns().forEach((name, cell) -> columns.put(text(name), text(cell)));
        text.append(columns);
      }
      if (row.isSetSortedColumns()) {
        for (TColumn column : row.getSortedColumns()) {
          text.append(text(column.getColumnName())).append('=').append(text(column.getCell()));
        }
      }
      text.append('\n');
    }
    return text.toString();
  }

  static String result(TResult row) {
    StringBuilder text = new StringBuilder(text(row.getRow())).append(": ");
    for (TColumnValue cell : row.getColumnValues()) {
      text.append(text(cell.getFamily()))
          .append(':')
          .append(text(cell.getQualifier()))
          .append('=')
          .append(text(cell.getValue()))
          .append('@')
          .append(cell.getTimestamp())
          .append(' ');
    }
    // Not whether more cells may follow: a plain table says so of the last piece of a row, too.
    return text.append('\n').toString();
  }

  static String results(List<TResult> rows) {
    StringBuilder text = new StringBuilder();
    rows.forEach(row -> text.append(result(row)));
    return text.toString();
  }
}
