package io.halite.coprocessor.host;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Halite's files beside the regions of a table, {@code .halite} in the table's directory. A file
 * lives for a day. HBase ignores the directory, and deletes it with the table. Thread-safe.
 */
public final class TableDirectory {
  private static final String NAME = ".halite";
  private static final long LIFE_MILLIS = 86_400_000;

  private final FileSystem files;
  private final Path directory;

  /** Writes a file. */
  public interface Writing {
    /** Writes the content of the file. */
    void to(DataOutputStream out) throws IOException;
  }

  /** Reads a file. */
  public interface Reading<T> {
    /** Returns what the caller looks for. */
    Optional<T> from(DataInputStream in) throws IOException;
  }

  private TableDirectory(FileSystem files, Path directory) {
    this.files = files;
    this.directory = directory;
  }

  /**
   * The directory of a region's table; empty if a family of the table is encrypted, because this
   * directory is not.
   */
  public static Optional<TableDirectory> of(Region region) {
    boolean encrypted =
        Stream.of(region.getTableDescriptor().getColumnFamilies())
            .anyMatch(family -> family.getEncryptionType() != null);
    if (encrypted || !(region instanceof HRegion stored)) {
      return Optional.empty();
    }
    HRegionFileSystem system = stored.getRegionFileSystem();
    return Optional.of(
        new TableDirectory(system.getFileSystem(), new Path(system.getTableDir(), NAME)));
  }

  /** Writes a file, and deletes those that are older than a day. */
  public void write(String name, Writing writing) throws IOException {
    try (DataOutputStream out = files.create(new Path(directory, name), true)) {
      writing.to(out);
    }
    long oldest = EnvironmentEdgeManager.currentTime() - LIFE_MILLIS;
    for (FileStatus file : files.listStatus(directory)) {
      if (file.getModificationTime() < oldest) {
        files.delete(file.getPath(), false);
      }
    }
  }

  /** Returns what {@code reading} finds in a file; empty if there is no such file. */
  public <T> Optional<T> read(String name, Reading<T> reading) throws IOException {
    try (DataInputStream in = files.open(new Path(directory, name))) {
      return reading.from(in);
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }
}
