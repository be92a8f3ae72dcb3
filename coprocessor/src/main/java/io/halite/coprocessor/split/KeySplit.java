package io.halite.coprocessor.split;

import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.RegionSplitter.SplitAlgorithm;

/**
 * A split algorithm for HBase's shell: it returns the split points for a number of regions.
 *
 * <p>It refuses the other methods, by which HBase's {@code RegionSplitter} tool splits existing
 * regions: a salted table is split when it is created, and later by HBase itself.
 */
abstract class KeySplit implements SplitAlgorithm {
  /** Returns the split points for this number of regions. */
  abstract List<byte[]> points(int regions);

  @Override
  public final byte[][] split(int regions) {
    return points(regions).toArray(byte[][]::new);
  }

  @Override
  public final byte[] split(byte[] start, byte[] end) {
    throw refused();
  }

  @Override
  public final byte[][] split(byte[] start, byte[] end, int splits, boolean inclusive) {
    throw refused();
  }

  @Override
  public final byte[] firstRow() {
    return new byte[0];
  }

  @Override
  public final byte[] lastRow() {
    return new byte[0];
  }

  @Override
  public final void setFirstRow(String row) {
    throw refused();
  }

  @Override
  public final void setLastRow(String row) {
    throw refused();
  }

  @Override
  public final void setFirstRow(byte[] row) {
    throw refused();
  }

  @Override
  public final void setLastRow(byte[] row) {
    throw refused();
  }

  @Override
  public final byte[] strToRow(String text) {
    return Bytes.toBytesBinary(text);
  }

  @Override
  public final String rowToStr(byte[] row) {
    return Bytes.toStringBinary(row);
  }

  @Override
  public final String separator() {
    return " ";
  }

  private UnsupportedOperationException refused() {
    return new UnsupportedOperationException(
        getClass().getName()
            + " splits only a new table: create 't', 'f', {NUMREGIONS => 16, SPLITALGO => '"
            + getClass().getName()
            + "'}; use the shell's split for a region of an existing one");
  }
}
