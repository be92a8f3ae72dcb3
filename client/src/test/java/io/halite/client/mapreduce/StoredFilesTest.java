package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a load that has failed leaves of the files of stored keys. */
class StoredFilesTest {
  private final FileSystem files;
  private final Path directory;

  StoredFilesTest(@TempDir java.nio.file.Path directory) throws IOException {
    this.files = FileSystem.getLocal(new Configuration(false)).getRaw();
    this.directory = new Path(directory.toUri());
  }

  private Path file(String name) throws IOException {
    Path file = new Path(directory, name);
    files.create(file).close();
    return files.getFileStatus(file).getPath();
  }

  private List<String> left() throws IOException {
    return Arrays.stream(files.listStatus(new Path(directory, "f")))
        .filter(FileStatus::isFile)
        .map(file -> file.getPath().getName())
        .sorted()
        .toList();
  }

  @BeforeEach
  void make() throws IOException {
    file("_SUCCESS");
    file("f/a");
    file("f/b");
  }

  @Test
  void filesThatWereCopiedAreDeletedWhenTheyAreLoaded() throws Exception {
    StoredFiles stored = StoredFiles.in(files, directory);
    assertThat(stored.count()).isEqualTo(2);
    stored.loaded(List.of(file("f/a")));
    assertThat(stored.leaveRest()).isEqualTo(new StoredFiles.Rest(2, 1, 0));
    assertThat(left()).containsExactly("b");
  }

  @Test
  void thePartsOfAFileTakeItsPlaceUnderNamesThatAreNoReferences() throws Exception {
    StoredFiles stored = StoredFiles.in(files, directory);
    Path bottom = file("f/.tmp/0123abcd.bottom");
    Path top = file("f/.tmp/0123abcd.top");
    stored.split(new Path(bottom.getParent().getParent(), "a"), List.of(bottom, top));
    stored.loaded(List.of(bottom));
    assertThat(stored.leaveRest()).isEqualTo(new StoredFiles.Rest(3, 2, 0));
    assertThat(left()).hasSize(2).contains("b").noneMatch(name -> name.contains("."));
    assertThat(Files.list(java.nio.file.Path.of(bottom.getParent().toUri()))).isEmpty();
  }

  @Test
  void aPartThatCannotBeRenamedDoesNotKeepTheOthers() throws Exception {
    FileSystem stubborn =
        new FilterFileSystem(files) {
          @Override
          public boolean rename(Path from, Path to) throws IOException {
            return !from.getName().endsWith("top") && super.rename(from, to);
          }
        };
    StoredFiles stored = StoredFiles.in(stubborn, directory);
    List<Path> parts = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      parts.add(file("f/.tmp/" + i + ".bottom"));
      parts.add(file("f/.tmp/" + i + ".top"));
    }
    stored.split(file("f/a"), parts);
    assertThatThrownBy(stored::leaveRest)
        .hasMessageContaining("could not be renamed")
        .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(9));
    assertThat(left()).as("b and the renamed parts").hasSize(11).doesNotContain("a");
  }

  @Test
  void aFileThatIsGoneAndNotKnownToBeLoadedIsCounted() throws Exception {
    StoredFiles stored = StoredFiles.in(files, directory);
    files.delete(file("f/a"), false);
    Path part = file("f/.tmp/0123abcd.top");
    assertThat(stored.leaveRest()).isEqualTo(new StoredFiles.Rest(2, 1, 1));
    assertThat(left()).containsExactly("b");
    assertThat(files.exists(part)).as("a part that nobody has reported").isTrue();
  }
}
