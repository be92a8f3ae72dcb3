package io.halite.it.mapreduce;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.FOUR_BUCKETS;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.mapreduce.SaltedBulkLoad;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A load that is interrupted while its job runs. */
@Tag("wide")
@ExtendWith(SharedCluster.class)
@Timeout(120)
class InterruptedBulkLoadIT {
  private final EmbeddedCluster cluster;
  private final LocalJobs jobs;

  InterruptedBulkLoadIT(EmbeddedCluster cluster, @TempDir java.nio.file.Path directory) {
    this.cluster = cluster;
    this.jobs = new LocalJobs(cluster, directory);
  }

  @Test
  void aCommandThatIsInterruptedKillsItsJobAndLeavesNothing() throws Exception {
    Path made = cluster.unusedPath();
    NaturalFiles natural = NaturalFiles.in(cluster).with(manyCells());
    try (TestTable table = ofOneRegion()) {
      PrintStream interrupting =
          new PrintStream(OutputStream.nullOutputStream()) {
            @Override
            public PrintStream printf(String format, Object... arguments) {
              if (format.startsWith("made")) {
                awaitFiles(made);
                Thread.currentThread().interrupt();
              }
              return this;
            }
          };
      SaltedBulkLoad command = new SaltedBulkLoad(interrupting);
      command.setConf(jobs.configuration());
      assertThatThrownBy(() -> command.load(natural.directory(), table.name(), made))
          .isInstanceOf(InterruptedException.class);
      assertThat(exists(made)).isFalse();
      assertThat(exists(made.suffix(".refusal"))).isFalse();
      assertThat(table.store().keys()).isEmpty();
      assertThat(Thread.getAllStackTraces().keySet())
          .extracting(Thread::getName)
          .noneMatch(name -> name.startsWith("localfetcher"));
    }
  }

  private static List<KeyValue> manyCells() {
    List<KeyValue> cells = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      byte[] row = Bytes.toBytes("row%05d".formatted(i));
      cells.add(new KeyValue(row, F, Q, 1, row));
    }
    return cells;
  }

  /** A job for it has one reduce task, which has all rows before it writes one. */
  private TestTable ofOneRegion() throws IOException {
    return TestTable.numbered("bulk")
        .salted(FOUR_BUCKETS)
        .value("halite.bulkload.stored", "true")
        .create(cluster);
  }

  /**
   * Waits until the reduce task has begun to write. A local job that is killed earlier, while it
   * fetches the output of its map tasks, leaves a thread of Hadoop that asks for it without end.
   */
  private void awaitFiles(Path made) {
    try {
      while (!hasReducedFiles(made)) {
        if (exists(new Path(made, "_SUCCESS"))) {
          throw new IllegalStateException("the job has ended before it was interrupted");
        }
        Thread.sleep(10);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean hasReducedFiles(Path made) throws IOException {
    FileStatus[] attempts =
        files(made).globStatus(new Path(made, "_temporary/*/_temporary/*_r_*/*"));
    return attempts != null && attempts.length > 0;
  }

  private boolean exists(Path path) throws IOException {
    return files(path).exists(path);
  }

  private FileSystem files(Path path) throws IOException {
    return path.getFileSystem(cluster.configuration());
  }
}
