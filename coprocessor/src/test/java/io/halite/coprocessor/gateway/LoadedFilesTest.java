package io.halite.coprocessor.gateway;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.coprocessor.table.RegionSettings;
import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadedFilesTest {
  private static final SaltedTable TABLE =
      new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse("key=row:*,salt=hash(*) % 4"));
  private static final byte[] F = {'f'};

  @TempDir java.nio.file.Path directory;

  /** While a file is opened, another load of its user ends, and HBase closes what it has open. */
  public static final class Interrupted extends RawLocalFileSystem {
    private boolean closed;

    @Override
    public URI getUri() {
      return URI.create("interrupted:///");
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
      FileSystem.closeAllForUGI(UserGroupInformation.getCurrentUser());
      if (closed) {
        throw new IOException("Filesystem closed");
      }
      return super.open(path, bufferSize);
    }

    @Override
    public void close() throws IOException {
      closed = true;
      super.close();
    }
  }

  private String file(byte[]... rows) throws IOException {
    Configuration conf = new Configuration(false);
    Path path = new Path(directory.resolve("one").toUri());
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, CacheConfig.DISABLED)
            .withPath(FileSystem.newInstanceLocal(conf), path)
            .withFileContext(new HFileContextBuilder().withBlockSize(256).build())
            .create()) {
      for (byte[] row : rows) {
        writer.append(new KeyValue(row, F, F, 1, row));
      }
    }
    return "interrupted://" + path.toUri().getPath();
  }

  private static void check(String file) throws IOException {
    check(TABLE, file);
  }

  private static void check(SaltedTable table, String file) throws IOException {
    check(table, file, TableDescriptorBuilder.newBuilder(table.name()).build());
  }

  private static void check(SaltedTable table, String file, TableDescriptor described)
      throws IOException {
    Configuration conf = new Configuration(false);
    // A site cannot say of all tables which files they load.
    conf.set("halite.bulkload.stored", "true");
    conf.setClass("fs.interrupted.impl", Interrupted.class, FileSystem.class);
    User loader = User.createUserForTesting(conf, "loader", new String[0]);
    new LoadedFiles(table, new RegionSettings(conf, described))
        .check(List.of(Pair.newPair(F, file)), loader);
  }

  @Test
  void theEndOfAnotherLoadOfTheUserDoesNotRefuseThisOne() throws Exception {
    byte[] natural = "row".getBytes(StandardCharsets.US_ASCII);
    String stored = file(TABLE.salt().salt(natural));
    assertThatCode(() -> check(stored)).doesNotThrowAnyException();
    String bare = file(natural);
    assertThatThrownBy(() -> check(bare)).hasMessageContaining("its first row is not a stored key");
  }

  /** A row behind the given one that is not stored there. */
  private static byte[] misplaced(byte[] row) {
    byte[] longer = Arrays.copyOf(row, row.length + 1);
    while (TABLE.objection(longer).isEmpty()) {
      longer[row.length]++;
    }
    return longer;
  }

  /** Its index shortens keys: that of its middle is a row of none. */
  @Test
  void aFileOfManyBlocksIsReadAsWhatItHolds() throws Exception {
    TreeSet<byte[]> rows = new TreeSet<>(KeyBytes::compare);
    for (int i = 0; i < 1_000; i++) {
      byte[] natural = "%06d".formatted(i * 37).getBytes(StandardCharsets.US_ASCII);
      rows.add(TABLE.salt().salt(natural));
    }
    String stored = file(rows.toArray(byte[][]::new));
    assertThatCode(() -> check(stored)).doesNotThrowAnyException();
    List<byte[]> wrong = new ArrayList<>(rows);
    wrong.subList(100, 900).replaceAll(LoadedFilesTest::misplaced);
    String natural = file(wrong.toArray(byte[][]::new));
    assertThatThrownBy(() -> check(natural))
        .hasMessageContaining("its middle row is not a stored key");
  }

  /** First, middle and last row have users of bucket 0; a user between them is of another one. */
  @Test
  void rowsBetweenAreVerifiedToo() throws Exception {
    SaltingSpec spec = SaltingSpec.parse("key=user:1 order:4,salt=hash(user) % 4");
    SaltedTable users = new SaltedTable(TableName.valueOf("t"), spec);
    List<byte[]> rows = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      boolean right = i < 600 || i > 800;
      byte[] row = new byte[6];
      row[1] = userOf(users, i < 600 ? 0 : i <= 800 ? 0x40 : 0x60, right);
      System.arraycopy(Bytes.toBytes(i), 0, row, 2, 4);
      rows.add(row);
    }
    String wrong = file(rows.toArray(byte[][]::new));
    assertThatThrownBy(() -> check(users, wrong))
        .hasMessageContaining("its inner row is not a stored key");
    rows.removeIf(row -> users.objection(row).isPresent());
    String stored = file(rows.toArray(byte[][]::new));
    assertThatCode(() -> check(users, stored)).doesNotThrowAnyException();
  }

  private static TableDescriptor saying(SaltedTable table, String value) {
    return TableDescriptorBuilder.newBuilder(table.name())
        .setValue("halite.bulkload.stored", value)
        .build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"reverse(user order)", "random % 64", "random-suffix % 64"})
  void whereOtherKeysLookStoredTheOwnerSaysThatFilesHoldStoredKeys(String salt) throws Exception {
    SaltingSpec spec = SaltingSpec.parse("key=user:2 order:2,salt=" + salt);
    SaltedTable table = new SaltedTable(TableName.valueOf("t"), spec);
    String file = file(table.salt().salt("1234".getBytes(StandardCharsets.US_ASCII)));
    assertThatThrownBy(() -> check(table, file))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("under " + salt + " other keys look like stored ones")
        .hasMessageContaining("halite.bulkload.stored is not set")
        .hasMessageContaining("alter 't', CONFIGURATION => {'halite.bulkload.stored' => 'true'}");
    assertThatThrownBy(() -> check(table, file, saying(table, "yes")))
        .hasMessageContaining("halite.bulkload.stored is 'yes'");
    assertThatCode(() -> check(table, file, saying(table, " true"))).doesNotThrowAnyException();
    String misfit = file("1".getBytes(StandardCharsets.US_ASCII));
    assertThatThrownBy(() -> check(table, misfit, saying(table, "true")))
        .hasMessageContaining("its first row is not a stored key");
  }

  /** A user from the given one on, of bucket 0 or of another one. */
  private static byte userOf(SaltedTable table, int from, boolean ofBucket0) {
    int user = from;
    while ((table.salt().salt(new byte[] {(byte) user, 0, 0, 0, 0})[0] == 0) != ofBucket0) {
      user++;
    }
    return (byte) user;
  }
}
