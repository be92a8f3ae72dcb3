package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SaltingMapperTest {
  private static final byte[] F = {'f'};
  private static final int ROWS = 20;

  /** Else reducers that fetch from two attempts would miss rows, or store them twice. */
  @ParameterizedTest
  @ValueSource(strings = {"random % 16", "random-suffix % 16", "hash(*) % 16"})
  void aMapTaskThatRunsAgainWritesTheSame(String salt) throws Exception {
    SaltingSpec spec = SaltingSpec.parse("key=row:1,salt=" + salt);
    Job job = Job.getInstance(new Configuration(false));
    SaltingMapper.install(job, new SaltedTable(TableName.valueOf("t"), spec));

    List<String> first = attempt(job.getConfiguration());
    long then = System.currentTimeMillis();
    while (System.currentTimeMillis() == then) {
      Thread.onSpinWait();
    }

    assertThat(attempt(job.getConfiguration())).isEqualTo(first).hasSize(2 * ROWS);
  }

  /** What one attempt of a task makes of rows without a time: stored keys and cells. */
  private static List<String> attempt(Configuration conf) throws Exception {
    StoredOutput output = SaltingMapper.output(conf);
    List<String> written = new ArrayList<>();
    for (byte row = 0; row < ROWS; row++) {
      byte[] natural = {row};
      for (Object value :
          new Object[] {new Put(natural).addColumn(F, F, F), new KeyValue(natural, F, F, F)}) {
        output.write(value, (key, stored) -> written.add(KeyBytes.readable(key.get()) + stored));
      }
    }
    return written;
  }
}
