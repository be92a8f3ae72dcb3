package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each reader of an input format, and each making of splits, has a connection of its own. */
class ReadersOfOneFormatTest {
  private static final List<String> ROWS =
      IntStream.range(0, 40).mapToObj("row%02d"::formatted).toList();

  private final Configuration conf = new Configuration(false);
  private final OpenedConnections connections =
      new OpenedConnections("key=row:*,salt=hash(*) % 4", ROWS);
  private final SaltedTableInputFormat format = new SaltedTableInputFormat(connections);

  @BeforeEach
  void configure() {
    conf.set(TableInputFormat.INPUT_TABLE, OpenedConnections.NAME.getNameAsString());
    format.setConf(conf);
  }

  private List<InputSplit> splits() throws Exception {
    return format.getSplits(new JobContextImpl(conf, new JobID("job", 1)));
  }

  private RecordReader<ImmutableBytesWritable, Result> reader(InputSplit split) throws Exception {
    TaskAttemptContext task = new TaskAttemptContextImpl(conf, new TaskAttemptID());
    RecordReader<ImmutableBytesWritable, Result> reader = format.createRecordReader(split, task);
    reader.initialize(split, task);
    return reader;
  }

  /** Takes the next row of a reader to the others; returns whether it had one. */
  private static boolean next(
      RecordReader<ImmutableBytesWritable, Result> reader, List<String> rows) throws Exception {
    boolean any = reader.nextKeyValue();
    if (any) {
      rows.add(Bytes.toString(reader.getCurrentKey().copyBytes()));
    }
    return any;
  }

  private static void readRest(
      RecordReader<ImmutableBytesWritable, Result> reader, List<String> rows) throws Exception {
    boolean more = true;
    while (more) {
      more = next(reader, rows);
    }
    reader.close();
  }

  @Test
  void readersReadToTheEndSideBySideAndEachClosesItsOwnConnection() throws Exception {
    List<String> rows = new ArrayList<>();
    List<RecordReader<ImmutableBytesWritable, Result>> readers = new ArrayList<>();
    for (InputSplit split : splits()) {
      readers.add(reader(split));
    }
    assertThat(readers).hasSize(4);
    for (RecordReader<ImmutableBytesWritable, Result> reader : readers) {
      assertThat(next(reader, rows)).isTrue();
    }
    for (int i = 0; i < 4; i++) {
      assertThat(connections.stillOpen()).isEqualTo(4 - i);
      readRest(readers.get(i), rows);
    }
    assertThat(rows).containsExactlyInAnyOrderElementsOf(ROWS);
    assertThat(connections.count()).as("of the splits and each reader").isEqualTo(5);
    assertThat(connections.stillOpen()).isZero();
  }

  @Test
  void splitsMadeBesideAReaderLeaveItItsConnection() throws Exception {
    List<InputSplit> splits = splits();
    List<String> rows = new ArrayList<>();
    for (InputSplit split : splits) {
      RecordReader<ImmutableBytesWritable, Result> reader = reader(split);
      assertThat(next(reader, rows)).isTrue();
      assertThat(splits()).hasSameSizeAs(splits);
      assertThat(connections.stillOpen()).isOne();
      readRest(reader, rows);
      assertThat(connections.stillOpen()).isZero();
    }
    assertThat(rows).containsExactlyInAnyOrderElementsOf(ROWS);
  }

  /** A cursor is a place that a scan has reached, and no row. */
  @Test
  void tasksAreGivenRowsAlone() throws Exception {
    format.setScan(new Scan().setNeedCursorResult(true));
    for (int natural : new int[] {0, 3}) {
      if (natural > 0) {
        conf.setInt(SaltedTableInputFormat.NATURAL_SPLITS_KEY, natural);
      }
      List<String> rows = new ArrayList<>();
      for (InputSplit split : splits()) {
        readRest(reader(split), rows);
      }
      assertThat(rows).containsExactlyInAnyOrderElementsOf(ROWS);
    }
  }

  @Test
  void whatCannotBeginLeavesNoConnectionOpen() throws Exception {
    InputSplit split = splits().get(0);
    format.setScan(new Scan().setFilter(new PageFilter(3)));
    assertThatThrownBy(() -> reader(split))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the scan of the job is not the one for which it made this split");
    conf.unset(TableInputFormat.INPUT_TABLE);
    assertThatThrownBy(this::splits)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not set: name the table in it");
    assertThat(connections.stillOpen()).isZero();
  }

  /** Hadoop's tasks close a reader that could not begin; not every framework does. */
  @Test
  void aReaderWhoseTableHasAnotherSpecLeavesNoConnectionOpen() throws Exception {
    InputSplit split = splits().get(0);
    connections.change("key=row:*,salt=hash(*) % 8");
    assertThatThrownBy(() -> reader(split))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("the table has another spec now");
    assertThat(connections.count()).isEqualTo(2);
    assertThat(connections.stillOpen()).isZero();
  }

  @Test
  void splitsThatCannotBeginLeaveNoConnectionOpen() {
    connections.haveNoAdmin();
    assertThatThrownBy(this::splits)
        .isInstanceOf(IOException.class)
        .hasMessage("the connection has no admin");
    assertThat(connections.count()).isOne();
    assertThat(connections.stillOpen()).isZero();
  }
}
