package io.halite.it.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cluster deletes files of clusters alone. */
class ClusterFilesTest {
  @TempDir Path directory;

  private Path written(String file) throws Exception {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, "kept");
  }

  @ParameterizedTest
  @ValueSource(strings = {"data/x", "tmp/x", "logs/x", "settings/x", "pids/x"})
  void filesOfOtherProgramsAreNotDeleted(String file) throws Exception {
    Path other = written(file);
    ClusterFiles files = new ClusterFiles(directory);
    assertThatThrownBy(files::prepare)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + other.getParent() + "' is there")
        .hasMessageContaining("HALITE_CLUSTER");
    assertThatThrownBy(files::deleteData).isInstanceOf(IllegalArgumentException.class);
    assertThat(other).hasContent("kept");
    assertThat(directory.toFile().list()).hasSize(1);
  }

  @Test
  void filesOfAClusterAreDeletedAndItsLogsAtTheNextStart() throws Exception {
    ClusterFiles files = new ClusterFiles(directory);
    files.prepare();
    Path data = written("data/x");
    Path log = written("logs/x");
    files.deleteData();
    assertThat(data).doesNotExist();
    assertThat(log).exists();
    files.prepare();
    assertThat(log).doesNotExist();
  }

  @Test
  void aClusterOfAnEarlierBuildWhichLeftNoMarkerIsKnownByItsLogs() throws Exception {
    Path data = written("data/x");
    written("logs/zookeeper.out");
    assertRefused(data);
    written("logs/namenode.out");
    new ClusterFiles(directory).prepare();
    assertThat(data).doesNotExist();
  }

  @Test
  void aDirectoryWithTheNameOfTheMarkerIsNone() throws Exception {
    Path data = written("data/x");
    Files.createDirectories(directory.resolve("halite-cluster"));
    assertRefused(data);
  }

  private void assertRefused(Path data) {
    ClusterFiles files = new ClusterFiles(directory);
    assertThatThrownBy(files::prepare).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(files::deleteData).isInstanceOf(IllegalArgumentException.class);
    assertThat(data).exists();
  }
}
