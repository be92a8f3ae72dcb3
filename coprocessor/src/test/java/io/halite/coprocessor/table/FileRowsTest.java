package io.halite.coprocessor.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows between the first and the last row of a file, of whose blocks the index has keys. */
class FileRowsTest {
  /** So large that each row begins a block. */
  private static final byte[] VALUE = new byte[64];

  private static final Configuration CONF = new Configuration(false);

  @TempDir java.nio.file.Path directory;

  private HFile.Reader file(List<byte[]> rows) throws IOException {
    FileSystem files = FileSystem.newInstanceLocal(CONF);
    Path path = new Path(directory.resolve("one").toUri());
    try (HFile.Writer writer =
        HFile.getWriterFactory(CONF, CacheConfig.DISABLED)
            .withPath(files, path)
            .withFileContext(new HFileContextBuilder().withBlockSize(32).build())
            .create()) {
      for (byte[] row : rows) {
        writer.append(new KeyValue(row, row, row, 1, VALUE));
      }
    }
    return HFile.createReader(files, path, CacheConfig.DISABLED, true, CONF);
  }

  private static byte[] row(int... bytes) {
    byte[] row = new byte[bytes.length];
    IntStream.range(0, bytes.length).forEach(i -> row[i] = (byte) bytes[i]);
    return row;
  }

  private static List<String> texts(List<byte[]> rows) {
    return rows.stream().map(KeyBytes::readable).toList();
  }

  /** The index has the key 21 for the block of row 60: a seek of 40 ends between the two. */
  @Test
  void aPointBetweenTheShortenedKeyOfABlockAndItsFirstRowLeadsToThatRow() throws Exception {
    try (HFile.Reader reader = file(List.of(row(0, 0), row(0x20, 0), row(0x60, 0), row(0x80, 0)))) {
      try (HFileScanner scanner = reader.getScanner(CONF, false, true)) {
        assertThat(scanner.seekTo(PrivateCellUtil.createFirstOnRow(row(0x40, 0)))).isEqualTo(-2);
      }
      assertThat(texts(FileRows.between(reader, CONF, 1)))
          .isEqualTo(texts(List.of(row(0, 0), row(0x60, 0), row(0x80, 0))));
    }
  }

  @Test
  void thePointsOfAFileOfManyBlocksLeadToRowsAtThemOrBehindThem() throws Exception {
    List<byte[]> rows = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      rows.add("%06d".formatted(i * i).getBytes(StandardCharsets.US_ASCII));
    }
    try (HFile.Reader reader = file(rows)) {
      List<String> read = texts(FileRows.between(reader, CONF, 16));
      assertThat(read).isSubsetOf(texts(rows)).doesNotHaveDuplicates().hasSizeGreaterThan(10);
      assertThat(read).isSorted();
    }
  }

  @Test
  void aFileOfOneRowHasThatRow() throws Exception {
    try (HFile.Reader reader = file(List.of(row(1)))) {
      assertThat(texts(FileRows.between(reader, CONF, 16))).containsExactly("01");
    }
  }
}
