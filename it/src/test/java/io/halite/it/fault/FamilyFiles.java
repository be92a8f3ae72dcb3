package io.halite.it.fault;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Files to load of a table with families {@code f} and {@code g} and four buckets. */
final class FamilyFiles {
  static final byte[] G = Bytes.toBytes("g");
  static final byte[] LOADED = Bytes.toBytes("loaded");

  private FamilyFiles() {}

  /** The bucket of a natural key. */
  static byte bucket(byte[] row) {
    return stored(row)[0];
  }

  private static byte[] stored(byte[] row) {
    return SaltingSpec.parse(TestTable.FOUR_BUCKETS).salt().salt(row);
  }

  /** Writes a file for each family with one cell of the row; returns their directory. */
  static Path write(EmbeddedCluster cluster, byte[] row) throws IOException {
    FileSystem files = FileSystem.get(cluster.configuration());
    Path directory = cluster.unusedPath();
    for (byte[] family : new byte[][] {TestTable.F, G}) {
      try (HFile.Writer writer =
          HFile.getWriterFactory(cluster.configuration(), CacheConfig.DISABLED)
              .withPath(files, new Path(directory, Bytes.toString(family) + "/one"))
              .withFileContext(new HFileContextBuilder().build())
              .create()) {
        writer.append(new KeyValue(stored(row), family, LOADED, 1, LOADED));
      }
    }
    return directory;
  }
}
