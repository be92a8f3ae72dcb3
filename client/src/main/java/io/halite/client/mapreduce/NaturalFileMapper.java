package io.halite.client.mapreduce;

import io.halite.keys.RowKeyException;
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
 * file of its own when the job has failed, since a job reports its state and no more. Only what
 * every attempt would meet is a refusal: after a lost block Hadoop's next attempt may succeed.
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
      String failure = "file '" + file(context.getInputSplit()) + "': " + e.getMessage();
      if (isRefusal(e)) {
        keep(failure, conf);
      }
      throw new IOException(failure, e);
    }
  }

  private void begin(byte[] next, SaltedTable table, StoredKeyEvidence evidence)
      throws IOException {
    row = next;
    rows++;
    evidence.add(row);
    if (evidence.isSure()) {
      throw new StoredRowsException(
          "its first %d rows are stored keys of the table, which would be salted twice: load files"
                  .formatted(rows)
              + " of stored keys by HBase's own tool, 'completebulkload' ("
              + table
              + ")");
    }
  }

  private static String file(InputSplit split) {
    return split instanceof FileSplit of ? of.getPath().toString() : split.toString();
  }

  private static boolean isRefusal(IOException e) {
    return e instanceof StoredRowsException || e.getCause() instanceof RowKeyException;
  }

  private static void keep(String reason, Configuration conf) throws IOException {
    Path path = new Path(conf.get(REFUSAL, ""));
    try (FSDataOutputStream out = path.getFileSystem(conf).create(path, true)) {
      out.writeUTF(reason);
    }
  }

  /** The rows of a file are stored keys already. */
  private static final class StoredRowsException extends IOException {
    private static final long serialVersionUID = 1L;

    StoredRowsException(String message) {
      super(message);
    }
  }
}
