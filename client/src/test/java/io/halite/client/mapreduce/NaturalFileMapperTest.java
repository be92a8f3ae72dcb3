package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MapContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Why a file is refused is kept for the command; why one attempt failed is not. */
class NaturalFileMapperTest {
  private static final SaltingSpec SPEC = SaltingSpec.parse("key=row:*,salt=hash(*) % 4");
  private static final byte[] F = {'f'};

  @TempDir private Path directory;

  /** What a task of Hadoop reads of the file and does with it. */
  private interface Cells {
    boolean next() throws IOException;
  }

  private void map(SaltingSpec spec, Stream<byte[]> rows) throws Exception {
    Iterator<byte[]> left = rows.iterator();
    map(spec, left, left::hasNext);
  }

  private void map(SaltingSpec spec, Iterator<byte[]> rows, Cells cells) throws Exception {
    Job job = Job.getInstance(new Configuration());
    job.setMapperClass(NaturalFileMapper.class);
    SaltingMapper.install(job, new SaltedTable(TableName.valueOf("t"), spec));
    Configuration conf = job.getConfiguration();
    conf.set(NaturalFileMapper.REFUSAL, kept().toUri().toString());
    new SaltingMapper<NullWritable, Cell>()
        .run(
            new WrappedMapper<NullWritable, Cell, ImmutableBytesWritable, Object>()
                .getMapContext(attempt(conf, rows, cells)));
  }

  @SuppressWarnings("unchecked") // A proxy has no type arguments.
  private static MapContext<NullWritable, Cell, ImmutableBytesWritable, Object> attempt(
      Configuration conf, Iterator<byte[]> rows, Cells cells) {
    return (MapContext<NullWritable, Cell, ImmutableBytesWritable, Object>)
        Proxy.newProxyInstance(
            MapContext.class.getClassLoader(),
            new Class<?>[] {MapContext.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "getConfiguration" -> conf;
                  case "getInputSplit" ->
                      new FileSplit(
                          new org.apache.hadoop.fs.Path("/natural/f/one"), 0, 1, new String[0]);
                  case "nextKeyValue" -> cells.next();
                  case "getCurrentValue" -> new KeyValue(rows.next(), F, F, F);
                  case "write" -> null;
                  default -> throw new AssertionError("unexpected call of " + method);
                });
  }

  private Path kept() {
    return directory.resolve("made.refusal");
  }

  private String reason() throws IOException {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(kept()))) {
      return in.readUTF();
    }
  }

  @Test
  void aRowThatTheTableCannotStoreIsTheReasonOfARefusal() throws Exception {
    SaltingSpec digits = SaltingSpec.parse("key=user:2:digits order:2,salt=hash(user) % 4");
    assertThatThrownBy(() -> map(digits, Stream.of("1234", "ab34").map(Bytes::toBytes)))
        .isInstanceOf(IOException.class);
    assertThat(reason()).startsWith("file '/natural/f/one': ").contains("'user'", "table 't'");
  }

  @Test
  void storedKeysAreTheReasonOfARefusal() throws Exception {
    Salt salt = SPEC.salt();
    Stream<byte[]> stored = IntStream.range(0, 100).mapToObj(i -> salt.salt(Bytes.toBytes(i)));
    assertThatThrownBy(() -> map(SPEC, stored)).isInstanceOf(IOException.class);
    assertThat(reason()).startsWith("file '/natural/f/one': its first 32 rows are stored keys");
  }

  /** Hadoop's next attempt may succeed, and the job fail by something else. */
  @Test
  void theFailureOfOneAttemptIsNoReason() {
    Cells closed =
        () -> {
          throw new IOException("Filesystem closed");
        };
    assertThatThrownBy(() -> map(SPEC, Stream.<byte[]>of().iterator(), closed))
        .isInstanceOf(IOException.class)
        .hasMessage("file '/natural/f/one': Filesystem closed");
    assertThat(kept()).doesNotExist();
  }
}
