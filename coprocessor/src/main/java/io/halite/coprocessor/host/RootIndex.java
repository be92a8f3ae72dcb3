package io.halite.coprocessor.host;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.io.hfile.HFile;

/**
 * The root of a file's block index, one entry for each block or block of entries. By handles: the
 * class of the index is public in HBase 2.5.13 and 2.6.4, and not in 2.6.0 to 2.6.3. Immutable and
 * thread-safe.
 */
final class RootIndex {
  private static final Class<?> READER =
      HostMethod.type("org.apache.hadoop.hbase.io.hfile.HFileBlockIndex$BlockIndexReader");
  private static final MethodHandle COUNT =
      HostMethod.of(READER, "getRootBlockCount")
          .asType(MethodType.methodType(int.class, Object.class));
  private static final MethodHandle CONTAINING =
      HostMethod.of(READER, "rootBlockContainingKey", Cell.class)
          .asType(MethodType.methodType(int.class, Object.class, Cell.class));

  private final Object reader;

  /** The root of a file whose index is in memory. */
  RootIndex(HFile.Reader file) {
    this.reader = file.getDataBlockIndexReader();
  }

  /** How many entries it has. */
  int entries() {
    try {
      return reader == null ? 0 : (int) COUNT.invokeExact(reader);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** The last entry that begins before a row; {@code none} if the row is empty. */
  int entryOf(byte[] row, int none) {
    if (row.length == 0) {
      return none;
    }
    try {
      Cell first = PrivateCellUtil.createFirstOnRow(row);
      return (int) CONTAINING.invokeExact(reader, first);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  private static IllegalStateException failed(Throwable e) {
    return new IllegalStateException("a method of HFileBlockIndex failed", e);
  }
}
