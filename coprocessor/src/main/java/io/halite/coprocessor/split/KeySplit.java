package io.halite.coprocessor.split;

import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.RegionSplitter.SplitAlgorithm;

/**
 * What HBase's shell asks of a split algorithm: points for a number of regions.
 *
 * <p>The rolling split of existing regions, which HBase's {@code RegionSplitter} tool does with the
 * other methods, is refused: a salted table is cut as it is made, and by HBase itself later.
 */
abstract class KeySplit implements SplitAlgorithm {
  /** The points for so many regions. */
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
            + " cuts a whole new table, create 't', 'f', {NUMREGIONS => 16, SPLITALGO => '"
            + getClass().getName()
            + "'}, not ranges of one");
  }
}
