package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyRange;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HRegionInfo;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.mapreduce.TableInputFormat;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.hbase.mapreduce.TableSnapshotInputFormatImpl;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SaltedSnapshotInputFormatTest {
  private static final TableName NAME = TableName.valueOf("t");
  private static final String SPEC = "key=row:*,salt=hash(*) % 4";

  @SuppressWarnings("deprecation") // HBase's split has no other constructor.
  private static SaltedSnapshotSplit split() {
    return new SaltedSnapshotSplit(
        SaltedTableSplit.ofStored("t", SPEC, KeyRange.all(), List.of(KeyRange.all()), "host1", 7),
        new TableSnapshotInputFormatImpl.InputSplit(
            TableDescriptorBuilder.newBuilder(NAME).setValue("halite.spec", SPEC).build(),
            new HRegionInfo(NAME),
            List.of("host1"),
            new Scan(),
            new Path("/restored")));
  }

  private static TaskAttemptContextImpl task(Scan scan) throws IOException {
    Configuration conf = new Configuration(false);
    conf.set(TableInputFormat.SCAN, TableMapReduceUtil.convertScanToString(scan));
    return new TaskAttemptContextImpl(conf, new TaskAttemptID());
  }

  /** HBase measures no region of a snapshot, and Spark reads no split of size 0. */
  @Test
  void aSplitHasASize() throws Exception {
    assertThat(split().region().getLength()).isZero();
    assertThat(split().getLength()).isPositive();
  }

  @Test
  void aReversedScanIsRefusedForItsOrder() throws Exception {
    TaskAttemptContextImpl reversed = task(new Scan().setReversed(true));
    SaltedSnapshotInputFormat format = new SaltedSnapshotInputFormat();
    for (ThrowingCallable asking :
        List.<ThrowingCallable>of(
            () -> format.getSplits(reversed), () -> format.createRecordReader(split(), reversed))) {
      assertThatThrownBy(asking)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the scan of a job is reversed")
          .hasMessageContaining("leave setReversed(true) out");
    }
  }

  @Test
  void aScanInPiecesIsRefusedSinceATaskReadsWholeRows() throws Exception {
    TaskAttemptContextImpl inPieces = task(new Scan().setBatch(10));
    assertThatThrownBy(() -> new SaltedSnapshotInputFormat().createRecordReader(split(), inPieces))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the scan of this job has a batch of 10");
  }
}
