package io.halite.it.fire;

import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Files of HBase with histories of one length, under the layout {@code unit:8:digits ts:8:revtime
 * tag:1}. The tag is the last digit of the time, and the value the time itself. Stateless.
 */
final class HistoryFiles {
  static final String LAYOUT = "key=unit:8:digits ts:8:revtime tag:1";
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] Q = Bytes.toBytes("v");

  private HistoryFiles() {}

  static byte[] key(int number) {
    return Bytes.toBytes("%08d".formatted(number));
  }

  /** The natural row of a key at a time. */
  static byte[] row(byte[] key, long time) {
    return ByteBuffer.allocate(17)
        .put(key)
        .putLong(Long.MAX_VALUE - time)
        .put((byte) ('0' + time % 10))
        .array();
  }

  /** Writes one file for each region of a table, below a directory of the family. */
  static void write(
      Configuration conf, Path directory, ScaleTable table, List<byte[]> splits, String spec)
      throws Exception {
    Salt salt = SaltingSpec.parse(spec).salt();
    TreeMap<byte[], HFile.Writer> writers = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    writers.put(HConstants.EMPTY_START_ROW, writer(conf, directory, 0));
    for (byte[] split : splits) {
      writers.put(split, writer(conf, directory, writers.size()));
    }
    // Rows of one bucket are written in natural order, which is their stored order.
    for (int i = 0; i < table.keys(); i++) {
      byte[] key = key(i);
      for (long time = table.history() - 1; time >= 0; time--) {
        byte[] stored = salt.salt(row(key, time));
        writers
            .floorEntry(stored)
            .getValue()
            .append(new KeyValue(stored, F, Q, 1, Bytes.toBytes(time)));
      }
    }
    for (HFile.Writer writer : writers.values()) {
      writer.close();
    }
  }

  private static HFile.Writer writer(Configuration conf, Path directory, int number)
      throws Exception {
    FileSystem files = FileSystem.getLocal(conf).getRaw();
    return HFile.getWriterFactory(conf, CacheConfig.DISABLED)
        .withPath(
            files,
            new org.apache.hadoop.fs.Path(directory.resolve("f").resolve("file" + number).toUri()))
        .withFileContext(
            new HFileContextBuilder().withDataBlockEncoding(DataBlockEncoding.ROW_INDEX_V1).build())
        .create();
  }
}
