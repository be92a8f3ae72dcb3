package io.halite.client.mapreduce;

import io.halite.routing.table.SaltedTable;
import io.halite.routing.table.StoredKeyEvidence;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.util.MapReduceExtendedCell;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Writes the cells of one file, as {@link SaltingMapper} expects them.
 *
 * <p>It refuses a file of stored keys, which would be salted twice. Why a file is refused lies in a
 * file of its own when the job has failed, since a job reports its state and no more.
 */
final class NaturalFileMapper
    extends Mapper<NullWritable, Cell, ImmutableBytesWritable, MapReduceExtendedCell> {
  /** The path of the file that holds the reason of a refusal, in the job's configuration. */
  static final String REFUSAL = "halite.mapreduce.refusal";

  private byte[] row = new byte[0];
  private int rows;

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    SaltedTable table = SaltingMapper.table(conf);
    StoredKeyEvidence evidence = new StoredKeyEvidence(table);
    try {
      while (context.nextKeyValue()) {
        Cell cell = context.getCurrentValue();
        if (!CellUtil.matchingRows(cell, row)) {
          begin(CellUtil.cloneRow(cell), table, evidence);
        }
        context.write(new ImmutableBytesWritable(row), new MapReduceExtendedCell(cell));
      }
    } catch (IOException e) {
      throw refused(e, context.getInputSplit(), conf);
    }
  }

  private void begin(byte[] next, SaltedTable table, StoredKeyEvidence evidence)
      throws IOException {
    row = next;
    rows++;
    evidence.add(row);
    if (evidence.isSure()) {
      throw new IOException(
          "its first %d rows are stored keys of the table, which would be salted twice: load files"
                  .formatted(rows)
              + " of stored keys by HBase's own tool, 'completebulkload' ("
              + table
              + ")");
    }
  }

  private static IOException refused(IOException cause, InputSplit split, Configuration conf)
      throws IOException {
    String file = split instanceof FileSplit of ? of.getPath().toString() : split.toString();
    IOException refusal = new IOException("file '" + file + "': " + cause.getMessage(), cause);
    Path reason = new Path(conf.get(REFUSAL, ""));
    try (FSDataOutputStream out = reason.getFileSystem(conf).create(reason, true)) {
      out.writeUTF(refusal.getMessage());
    }
    return refusal;
  }
}
