package io.halite.coprocessor.master;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableFilesTest {
  @TempDir private java.nio.file.Path root;
  private final Configuration site = new Configuration(false);

  /** Where a region's directory is archived as soon as it is listed. */
  public static final class Archiving extends RawLocalFileSystem {
    @Override
    public FileStatus[] listStatus(Path directory) throws IOException {
      FileStatus[] listed = super.listStatus(directory);
      if (directory.getName().equals("t")) {
        for (FileStatus region : listed) {
          delete(region.getPath(), true);
        }
      }
      return listed;
    }
  }

  @BeforeEach
  void create() throws IOException {
    site.set(HConstants.HBASE_DIR, root.toUri().toString());
    site.setBoolean("fs.file.impl.disable.cache", true);
    java.nio.file.Path family = Files.createDirectories(root.resolve("data/default/t/r1/f"));
    Files.createFile(family.resolve("rows"));
  }

  private boolean exist(Class<? extends FileSystem> files, String table) throws IOException {
    site.setClass("fs.file.impl", files, FileSystem.class);
    return new TableFiles(site, TableName.valueOf(table)).exist();
  }

  @Test
  void aTableHasTheFilesOfItsRegions() throws IOException {
    assertThat(exist(RawLocalFileSystem.class, "t")).isTrue();
    assertThat(exist(RawLocalFileSystem.class, "other")).isFalse();
  }

  @Test
  void aRegionThatIsArchivedMeanwhileHasNone() throws IOException {
    assertThat(exist(Archiving.class, "t")).isFalse();
  }
}
