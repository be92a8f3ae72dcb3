package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ClientServiceCallable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.tool.LoadIncrementalHFiles;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.common.collect.ArrayListMultimap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** HBase's load of two files, of which it loads what each test says. */
@Timeout(60)
class EachRegionLoadTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] F = {'f'};

  private final Path directory;
  private final LoadIncrementalHFiles.LoadQueueItem first;
  private final LoadIncrementalHFiles.LoadQueueItem second;
  private final StoredFiles stored;

  EachRegionLoadTest(@TempDir java.nio.file.Path directory) throws IOException {
    this.directory = new Path(directory.toUri());
    FileSystem files = FileSystem.getLocal(new Configuration(false)).getRaw();
    this.first = file(files, "a");
    this.second = file(files, "b");
    this.stored = StoredFiles.in(files, this.directory);
  }

  private LoadIncrementalHFiles.LoadQueueItem file(FileSystem files, String name)
      throws IOException {
    Path file = new Path(directory, "f/" + name);
    files.create(file).close();
    return new LoadIncrementalHFiles.LoadQueueItem(F, files.getFileStatus(file).getPath());
  }

  /** What HBase does with the files. */
  private interface Files {
    void load(Load load) throws IOException;
  }

  /** What a region answers. */
  private interface Region {
    List<LoadIncrementalHFiles.LoadQueueItem> again() throws IOException;
  }

  /** A load in the place of HBase's, which needs a cluster. */
  private final class Load extends EachRegionLoad {
    private final Files files;
    private final AtomicInteger asked = new AtomicInteger();
    private Region region = List::of;

    Load(Files files) {
      super(new Configuration(false), stored);
      this.files = files;
    }

    @Override
    public Map<BulkLoadHFiles.LoadQueueItem, ByteBuffer> bulkLoad(TableName table, Path from)
        throws IOException {
      files.load(this);
      return Map.of();
    }

    List<LoadIncrementalHFiles.LoadQueueItem> region(LoadIncrementalHFiles.LoadQueueItem... items) {
      return tryAtomicRegionLoad((Connection) null, TABLE, new byte[0], List.of(items), false);
    }

    Pair<List<LoadIncrementalHFiles.LoadQueueItem>, String> group(
        LoadIncrementalHFiles.LoadQueueItem item) {
      return groupOrSplit(ArrayListMultimap.create(), item, null, new Pair<>());
    }

    @Override
    protected ClientServiceCallable<byte[]> buildClientServiceCallable(
        Connection connection,
        TableName table,
        byte[] row,
        Collection<LoadIncrementalHFiles.LoadQueueItem> items,
        boolean copyFile) {
      return null;
    }

    @Override
    protected List<LoadIncrementalHFiles.LoadQueueItem> tryAtomicRegionLoad(
        ClientServiceCallable<byte[]> call,
        TableName table,
        byte[] row,
        Collection<LoadIncrementalHFiles.LoadQueueItem> items)
        throws IOException {
      asked.incrementAndGet();
      return region.again();
    }
  }

  @Test
  void aLoadOfAllFilesSucceeds() throws Exception {
    new Load(load -> load.region(first, second)).load(TABLE);
    assertThat(stored.count()).isZero();
  }

  @Test
  void aFileThatHBasePassesOverIsNoSuccess() {
    Load load = new Load(each -> each.region(first));
    assertThatThrownBy(() -> load.load(TABLE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("without 1 files");
  }

  /** The region's server has moved it and lost it: HBase puts it back into its queue. */
  @Test
  void aFileThatIsGoneWhenHBaseTriesAgainIsNoSuccess() {
    Load load =
        new Load(
            each -> {
              each.region(first);
              each.region = () -> List.of(second);
              each.region(second);
              FileSystem.getLocal(new Configuration(false)).delete(second.getFilePath(), false);
              assertThat(each.group(second).getFirst()).isNull();
            });
    assertThatThrownBy(() -> load.load(TABLE)).hasMessageContaining("without 1 files");
    assertThat(stored.count()).isEqualTo(1);
  }

  @Test
  void aFileThatCannotBeReadDoesNotKeepTheOthers() throws Exception {
    try (FileOutputStream out = new FileOutputStream(second.getFilePath().toUri().getPath())) {
      out.write(new byte[100]);
    }
    Load load =
        new Load(
            each -> {
              assertThat(each.group(second)).isNull();
              each.region(first);
            });
    assertThatThrownBy(() -> load.load(TABLE))
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("HFile");
    assertThat(stored.count()).isEqualTo(1);
  }

  @Test
  void allRefusalsAreInTheError() {
    Load load =
        new Load(
            each -> {
              refuse(each, "no", first);
              refuse(each, "never", second);
            });
    assertThatThrownBy(() -> load.load(TABLE))
        .hasMessageContaining("no")
        .satisfies(refusal -> assertThat(refusal.getSuppressed()).hasSize(1));
  }

  @Test
  void anErrorOfHBaseDoesNotHideTheRefusals() {
    Load load =
        new Load(
            each -> {
              refuse(each, "no", first);
              throw new IllegalStateException("broken");
            });
    assertThatThrownBy(() -> load.load(TABLE))
        .hasMessage("broken")
        .satisfies(error -> assertThat(error.getSuppressed()[0]).hasMessage("no"));
  }

  private static void refuse(Load load, String why, LoadIncrementalHFiles.LoadQueueItem file) {
    load.region =
        () -> {
          throw new IOException(why);
        };
    load.region(file);
  }

  @Test
  void aLoadThatIsInterruptedWaitsForItsRegions() throws Exception {
    Thread loading = Thread.currentThread();
    CountDownLatch asked = new CountDownLatch(1);
    AtomicBoolean over = new AtomicBoolean();
    Load load =
        new Load(
            each -> {
              each.region =
                  () -> {
                    asked.countDown();
                    while (loading.getState() != Thread.State.WAITING && !over.get()) {
                      Thread.onSpinWait();
                    }
                    return List.of();
                  };
              new Thread(() -> each.region(first)).start();
              awaitUnparked(asked);
              throw new InterruptedIOException("interrupted");
            });
    Throwable error = catchThrowable(() -> load.load(TABLE));
    int open = stored.count();
    over.set(true);
    assertThat(error).hasMessage("interrupted");
    assertThat(open).as("files that no region has loaded").isEqualTo(1);
    assertThat(load.region(second)).isEmpty();
    assertThat(load.asked).as("regions that were asked").hasValue(1);
  }

  /** Spins: a thread that waits already would end the wait of the region. */
  private static void awaitUnparked(CountDownLatch latch) {
    while (latch.getCount() > 0 && !Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }
}
