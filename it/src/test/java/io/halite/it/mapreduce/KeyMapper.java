package io.halite.it.mapreduce;

import java.io.IOException;
import java.util.HexFormat;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableMapper;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;

/** Writes each row key that it is given, and checks that the cells are of that row. */
final class KeyMapper extends TableMapper<Text, NullWritable> {
  @Override
  protected void map(ImmutableBytesWritable row, Result result, Context context)
      throws IOException, InterruptedException {
    if (!Bytes.equals(row.copyBytes(), result.value())) {
      throw new IOException("row " + row + " holds the cells of another: " + result);
    }
    context.write(new Text(HexFormat.of().formatHex(row.copyBytes())), NullWritable.get());
  }
}
