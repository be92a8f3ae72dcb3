package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The region looks into files that are to be loaded as whoever asks, on an HDFS that judges rights.
 */
@ExtendWith(SharedGuardedCluster.class)
class BulkLoadAccessIT {
  private static final TableName TABLE = TableName.valueOf("loaded");
  private static final String LINE = "key=row:*,salt=hash(*) % 4";
  private static final byte[] F = Bytes.toBytes("f");
  private static final String SECRET = "secret-7";
  private static GuardedCluster cluster;

  @BeforeAll
  static void start(GuardedCluster shared) throws Exception {
    cluster = shared;
    TestTable.named(TABLE).salted(LINE).create(cluster.cluster());
    cluster.grant("loader", TABLE, null, null, Permission.Action.CREATE);
    FileSystem files = FileSystem.get(conf());
    for (String user : new String[] {"loader", "server"}) {
      Path home = new Path("/home/" + user);
      files.mkdirs(home);
      files.setPermission(home, new FsPermission("700"));
    }
    files.setPermission(new Path("/home"), new FsPermission("755"));
    files.setOwner(new Path("/home/loader"), "loader", "loader");
  }

  private static Configuration conf() {
    return cluster.cluster().configuration();
  }

  private static Path file(FileSystem files, String path, byte[] row) throws Exception {
    Path file = new Path(path);
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf(), CacheConfig.DISABLED)
            .withPath(files, file)
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      writer.append(new KeyValue(row, F, F, 1L, row));
    }
    return file;
  }

  private static Path ownFile(String path, byte[] row) throws Exception {
    return cluster.as(
        "loader",
        connection -> {
          try (FileSystem files = FileSystem.newInstance(conf())) {
            return file(files, path, row);
          }
        });
  }

  private static boolean load(String path, boolean staged) throws Exception {
    return SentLoads.send(cluster, "loader", TABLE, List.of(Pair.newPair(F, path)), staged);
  }

  private static void assertRefused(String path, String... words) {
    for (boolean staged : new boolean[] {true, false}) {
      assertThatThrownBy(() -> load(path, staged))
          .satisfies(e -> assertThat(e.toString()).contains(path).contains(words))
          .satisfies(
              e ->
                  assertThat(e.toString())
                      .as("what is in the file")
                      .doesNotContain(SECRET)
                      .doesNotContain(Bytes.toStringBinary(Bytes.toBytes(SECRET)))
                      .doesNotContain(KeyBytes.readable(Bytes.toBytes("ret-7")))
                      .doesNotContain("Caused by"));
    }
  }

  @Test
  void aFileThatOnlyTheServerMayReadIsRefusedAndNothingOfItReported() throws Exception {
    FileSystem files = FileSystem.get(conf());
    Path natural = file(files, "/home/server/natural/f/one", Bytes.toBytes(SECRET));
    Path stored = file(files, "/home/server/stored/f/one", stored("row1"));
    String words = "could not be read as user 'loader'";
    assertRefused(natural.toString(), words);
    assertRefused(stored.toString(), words);
    assertRefused("/home/server/none/f/one", words);
    assertThat(files.exists(stored)).as("the file is still where it was").isTrue();
  }

  @Test
  void ofAnOwnFileWithoutStoredKeysOnlyTheRuleIsReported() throws Exception {
    Path natural = ownFile("/home/loader/natural/f/one", Bytes.toBytes(SECRET));
    assertRefused(natural.toString(), "its first row is not a stored key");
    assertRefused("/home/loader/none/f/one", "could not be read as user 'loader'");
  }

  @Test
  void ofAFileThatIsNotHBasesNothingIsReported() throws Exception {
    Path path = new Path("/home/loader/text/f/one");
    cluster.as(
        "loader",
        connection -> {
          try (FileSystem files = FileSystem.newInstance(conf());
              FSDataOutputStream out = files.create(path)) {
            for (int i = 0; i < 1_000; i++) {
              out.writeBytes(SECRET);
            }
          }
          return path;
        });
    assertRefused(path.toString(), "could not be read as user 'loader'");
  }

  @Test
  void anOwnFileOfStoredKeysIsLoaded() throws Exception {
    Path own = ownFile("/home/loader/own/f/one", stored("row2"));
    assertThat(load(own.toString(), true)).isTrue();
    try (Table table = cluster.cluster().connection().getTable(TABLE)) {
      assertThat(table.exists(new Get(Bytes.toBytes("row2")))).isTrue();
    }
  }

  private static byte[] stored(String row) {
    return SaltingSpec.parse(LINE).salt().salt(Bytes.toBytes(row));
  }
}
