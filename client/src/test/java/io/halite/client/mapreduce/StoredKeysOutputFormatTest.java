package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.HFileOutputFormat2;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.junit.jupiter.api.Test;

/** Only what the salting mapper has written reaches the files of a salted table. */
class StoredKeysOutputFormatTest {
  private static final SaltedTable TABLE =
      new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse("key=row:*,salt=hash(*) % 16"));

  private final List<Cell> written = new ArrayList<>();
  private final RecordWriter<ImmutableBytesWritable, Cell> verifying =
      new StoredKeysOutputFormat.Verifying(
          new RecordWriter<>() {
            @Override
            public void write(ImmutableBytesWritable row, Cell cell) {
              written.add(cell);
            }

            @Override
            public void close(TaskAttemptContext context) {}
          },
          TABLE);

  private static KeyValue cell(byte[] row, String column) {
    return new KeyValue(row, row, Bytes.toBytes(column), row);
  }

  @Test
  void aMapperThatReplacesTheSaltingOneIsRefused() throws Exception {
    Job job = Job.getInstance(new Configuration(false), "lines");
    SaltingMapper.install(job, TABLE);
    job.setMapperClass(Mapper.class);
    assertThatThrownBy(() -> new StoredKeysOutputFormat().checkOutputSpecs(job))
        .hasMessageContaining("mapper org.apache.hadoop.mapreduce.Mapper of job 'lines'")
        .hasMessageContaining("set the mapper before configureIncrementalLoad");
  }

  /** As Spark does, from a package of its own. */
  @Test
  void everyoneCanMakeOne() throws Exception {
    Constructor<?> constructor = StoredKeysOutputFormat.class.getConstructor();
    assertThat(Modifier.isPublic(constructor.getDeclaringClass().getModifiers())).isTrue();
    assertThat(constructor.newInstance()).isInstanceOf(HFileOutputFormat2.class);
  }

  @Test
  void storedKeysAreWrittenAndSoIsTheEndOfAFile() throws Exception {
    byte[] stored = TABLE.salt().salt(Bytes.toBytes("ATL"));
    List<Cell> cells = new ArrayList<>(List.of(cell(stored, "a"), cell(stored, "b")));
    cells.add(null);
    for (Cell cell : cells) {
      verifying.write(new ImmutableBytesWritable(), cell);
    }
    assertThat(written).isEqualTo(cells);
  }

  @Test
  void aNaturalKeyIsRefused() throws Exception {
    verifying.write(null, cell(TABLE.salt().salt(Bytes.toBytes("ATL")), "a"));
    assertThatThrownBy(() -> verifying.write(null, cell(Bytes.toBytes("ATL"), "a")))
        .hasMessageContaining("41 54 4C is not a stored key")
        .hasMessageContaining("set the mapper before configureIncrementalLoad");
    assertThat(written).hasSize(1);
  }
}
