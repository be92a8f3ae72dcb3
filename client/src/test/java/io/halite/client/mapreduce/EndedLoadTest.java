package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.tool.LoadIncrementalHFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A load of two files whose command is ended by a signal. */
@Timeout(60)
class EndedLoadTest {
  private static final TableName TABLE = TableName.valueOf("t");

  private final FileSystem files;
  private final StoredFiles stored;
  private final Path directory;
  private final Queue<String> said = new ConcurrentLinkedQueue<>();

  EndedLoadTest(@TempDir java.nio.file.Path directory) throws IOException {
    this.files = FileSystem.getLocal(new Configuration(false)).getRaw();
    this.directory = new Path(directory.toUri());
    files.create(new Path(this.directory, "f/a")).close();
    files.create(new Path(this.directory, "f/b")).close();
    this.stored = StoredFiles.in(files, this.directory);
  }

  /** Loads one file, then waits for the signal before it goes to the second one. */
  private final class Load extends EachRegionLoad {
    private final CountDownLatch loaded = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    Load() {
      super(new Configuration(false), stored);
    }

    @Override
    public Map<BulkLoadHFiles.LoadQueueItem, ByteBuffer> bulkLoad(TableName table, Path from)
        throws IOException {
      stored.loaded(List.of(new Path(directory, "f/a")));
      loaded.countDown();
      try {
        stopped.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      LoadIncrementalHFiles.LoadQueueItem second =
          new LoadIncrementalHFiles.LoadQueueItem(new byte[] {'f'}, new Path(directory, "f/b"));
      assertThat(tryAtomicRegionLoad((Connection) null, TABLE, new byte[0], List.of(second), false))
          .as("a region would have been asked over no connection")
          .isEmpty();
      return Map.of();
    }

    @Override
    void stop() {
      super.stop();
      stopped.countDown();
    }
  }

  @Test
  void aCommandThatIsEndedBeginsNoOtherFileAndSaysWhatIsLeft() throws Exception {
    Load load = new Load();
    EndedLoad ended = new EndedLoad(load, failure -> said.add(failure.getMessage()));
    Thread signal = new Thread(ended);
    Thread command =
        new Thread(
            () -> {
              try {
                load.load(TABLE);
              } catch (IOException e) {
                ended.failed(LoadFailure.of(e, stored, TABLE));
              }
            });
    command.start();
    load.loaded.await();
    signal.start();
    signal.join();
    assertThat(said)
        .singleElement()
        .asString()
        .startsWith("the command was ended by a signal; 1 of 2 files of stored keys are not loaded")
        .endsWith("'hbase completebulkload -Dcreate.table=no " + directory + " t'");
    command.join();
  }

  @Test
  void aCommandThatIsEndedBehindItsLoadSaysNothing() {
    Load load = new Load();
    EndedLoad ended = new EndedLoad(load, failure -> said.add(failure.getMessage()));
    ended.over();
    ended.run();
    assertThat(said).isEmpty();
  }

  /** The thread that loads has the same error. */
  @Test
  void theErrorOfTheLoadIsThrownAsItIsSaid() {
    EndedLoad ended = new EndedLoad(new Load(), failure -> said.add(failure.getMessage()));
    IOException failure = new IOException("left");
    assertThatThrownBy(
            () -> {
              throw ended.failed(failure);
            })
        .isSameAs(failure);
    ended.over();
    ended.run();
    assertThat(said).containsExactly("left");
  }
}
