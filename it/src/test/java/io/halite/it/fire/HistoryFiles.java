package io.halite.it.fire;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Files of HBase with histories of one length, {@code unit:8:digits ts:8:revtime}. Stateless. */
final class HistoryFiles {
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] Q = Bytes.toBytes("v");

  private HistoryFiles() {}

  static byte[] key(int number) {
    return Bytes.toBytes("%08d".formatted(number));
  }

  /** Writes one file for each region, below a directory of the family. */
  static void write(Configuration conf, Path directory, int keys, int history, int regions)
      throws Exception {
    FileSystem files = FileSystem.getLocal(conf).getRaw();
    for (int region = 0; region < regions; region++) {
      try (HFile.Writer writer =
          HFile.getWriterFactory(conf, CacheConfig.DISABLED)
              .withPath(
                  files,
                  new org.apache.hadoop.fs.Path(
                      directory.resolve("f").resolve("file" + region).toUri()))
              .withFileContext(
                  new HFileContextBuilder()
                      .withDataBlockEncoding(DataBlockEncoding.ROW_INDEX_V1)
                      .build())
              .create()) {
        for (int key = border(keys, region, regions);
            key < border(keys, region + 1, regions);
            key++) {
          ByteBuffer row = ByteBuffer.allocate(16).put(key(key));
          for (long time = history - 1; time >= 0; time--) {
            row.putLong(8, Long.MAX_VALUE - time);
            writer.append(new KeyValue(row.array().clone(), F, Q, 1, Bytes.toBytes(time)));
          }
        }
      }
    }
  }

  private static int border(int keys, int region, int regions) {
    return (int) ((long) keys * region / regions);
  }
}
