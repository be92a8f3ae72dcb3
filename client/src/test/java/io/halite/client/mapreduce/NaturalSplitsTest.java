package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.junit.jupiter.api.Test;

class NaturalSplitsTest {
  private final OpenedConnections connections =
      new OpenedConnections("key=row:*,salt=hash(*) % 4", List.of("a", "b", "c", "d"));

  @Test
  void aJobThatIsInterruptedWhileItSamplesEnds() {
    Configuration conf = new Configuration(false);
    conf.set(TableInputFormat.INPUT_TABLE, OpenedConnections.NAME.getNameAsString());
    conf.setInt(SaltedTableInputFormat.NATURAL_SPLITS_KEY, 8);
    SaltedTableInputFormat format = new SaltedTableInputFormat(connections);
    format.setConf(conf);
    connections.interruptReaders();
    JobContextImpl job = new JobContextImpl(conf, new JobID("job", 1));
    assertThatThrownBy(() -> format.getSplits(job)).isInstanceOf(InterruptedIOException.class);
    assertThat(connections.stillOpen()).isZero();
  }
}
