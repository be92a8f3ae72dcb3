package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a load of two files says when it has failed. */
class LoadFailureTest {
  private static final TableName NAME = TableName.valueOf("t");

  private final FileSystem files;
  private final Path directory;
  private final StoredFiles stored;

  LoadFailureTest(@TempDir java.nio.file.Path directory) throws IOException {
    this.files = FileSystem.getLocal(new Configuration(false)).getRaw();
    this.directory = new Path(directory.toUri());
    files.create(new Path(this.directory, "f/a")).close();
    files.create(new Path(this.directory, "f/b")).close();
    this.stored = StoredFiles.in(files, this.directory);
  }

  private IOException failure() {
    return LoadFailure.of(new IOException("refused"), stored, NAME);
  }

  @Test
  void whatStaysIsNamedWithTheCommandThatLoadsIt() {
    assertThat(failure())
        .hasMessageStartingWith("refused; 2 of 2 files of stored keys are not loaded and stay in")
        .hasMessageEndingWith("'hbase completebulkload -Dcreate.table=no " + directory + " t'")
        .hasRootCauseMessage("refused");
  }

  @Test
  void filesThatAreGoneAreNotToBeLoadedFromTheDirectory() throws Exception {
    files.delete(new Path(directory, "f"), true);
    files.mkdirs(directory);
    assertThat(failure())
        .hasMessageContaining("of 2 of 2 files HBase does not say whether they are loaded")
        .hasMessageContaining("cells without a time get a later one")
        .hasMessageNotContaining("completebulkload")
        .hasMessageNotContaining("stay in");
  }

  @Test
  void anErrorAfterTheLastFileSaysThatAllAreLoaded() {
    stored.loaded(List.of(new Path(directory, "f/a"), new Path(directory, "f/b")));
    assertThat(failure())
        .hasMessage("refused; all 2 files of stored keys are loaded: do not load them again");
  }

  @Test
  void anErrorWhileTheRestIsLookedAtDoesNotReplaceTheRefusal() throws Exception {
    files.delete(directory, true);
    IOException failure = failure();
    assertThat(failure)
        .hasMessageStartingWith("refused; the state of the files of stored keys in '" + directory)
        .hasMessageContaining("is unknown");
    assertThat(failure.getSuppressed()[0]).isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void anErrorWithoutAMessageIsNamedByItsClass() {
    assertThat(LoadFailure.of(new IllegalStateException(), stored, NAME))
        .hasMessageStartingWith("java.lang.IllegalStateException; 2 of 2 files");
  }

  /** The question is asked when the job has made the files. */
  @Test
  void aTableThatDoesNotAnswerAfterTheJobLeavesAllFilesAndTheirNames() {
    Table silent =
        (Table)
            Proxy.newProxyInstance(
                Table.class.getClassLoader(),
                new Class<?>[] {Table.class},
                (proxy, method, arguments) -> {
                  throw new IOException("no answer");
                });
    SaltedTable salted = new SaltedTable(NAME, SaltingSpec.parse("key=row:*,salt=hash(*) % 4"));
    SaltedBulkLoad command = new SaltedBulkLoad(new PrintStream(OutputStream.nullOutputStream()));
    command.setConf(new Configuration(false));
    assertThatThrownBy(() -> command.loadStored(silent, salted, directory))
        .hasMessageStartingWith("no answer; 2 of 2 files")
        .hasMessageContaining(directory.toString());
  }
}
