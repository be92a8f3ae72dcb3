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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Halite's files beside the regions of a table, {@code .halite} in the table's directory. A file
 * can be read for a day. It is deleted at the first {@link #deleteOld} after that. HBase ignores
 * the directory, and deletes it with the table. Thread-safe.
 */
public final class TableDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(TableDirectory.class);
  private static final String NAME = ".halite";
  private static final String UNFINISHED = ".tmp";

  /** How long a file can be read, in milliseconds: a day. */
  public static final long LIFE_MILLIS = 86_400_000;

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

  /** The directory in {@code table}, the directory of a table. */
  public TableDirectory(FileSystem files, Path table) {
    this.files = files;
    this.directory = new Path(table, NAME);
  }

  /**
   * The directory of a region's table; empty if a family of the table is encrypted, because this
   * directory is not.
   */
  public static Optional<TableDirectory> of(Region region) {
    boolean encrypted =
        Stream.of(region.getTableDescriptor().getColumnFamilies())
            .anyMatch(family -> family.getEncryptionType() != null);
    return encrypted ? Optional.empty() : withoutRows(region);
  }

  /**
   * The directory of a region's table, also of an encrypted one, for files that hold nothing of a
   * row; empty if the region is not stored in files.
   */
  public static Optional<TableDirectory> withoutRows(Region region) {
    if (!(region instanceof HRegion stored)) {
      return Optional.empty();
    }
    HRegionFileSystem system = stored.getRegionFileSystem();
    return Optional.of(new TableDirectory(system.getFileSystem(), system.getTableDir()));
  }

  /**
   * Writes a file in place of the one that has this name, if any, once the new one is whole. If it
   * ends between the two, {@link #readReplaced} finds the new one.
   */
  public void replace(String name, Writing writing) throws IOException {
    Path file = new Path(directory, name);
    Path whole = unfinished(file, writing);
    files.delete(file, false);
    rename(whole, file);
  }

  /** Writes a new file, which nobody can read before it is whole. */
  public void write(String name, Writing writing) throws IOException {
    Path file = new Path(directory, name);
    rename(unfinished(file, writing), file);
  }

  private Path unfinished(Path file, Writing writing) throws IOException {
    Path unfinished = file.suffix(UNFINISHED);
    try (DataOutputStream out = files.create(unfinished, true)) {
      writing.to(out);
    }
    return unfinished;
  }

  private void rename(Path unfinished, Path file) throws IOException {
    if (!files.rename(unfinished, file)) {
      throw new IOException("cannot rename " + unfinished + " to " + file);
    }
  }

  /**
   * Deletes the files that are older than a day. What cannot be deleted is a warning in the log.
   */
  public void deleteOld() {
    try {
      for (FileStatus file : files.listStatus(directory)) {
        if (isOld(file)) {
          files.delete(file.getPath(), false);
        }
      }
    } catch (FileNotFoundException e) {
      // No region of the table has written a file.
    } catch (IOException | RuntimeException e) {
      LOG.warn("files of closed regions that are older than a day cannot be deleted", e);
    }
  }

  private static boolean isOld(FileStatus file) {
    return file.getModificationTime() < EnvironmentEdgeManager.currentTime() - LIFE_MILLIS;
  }

  /**
   * Returns what {@code reading} finds in a file; empty if there is no such file, or if it is older
   * than a day.
   */
  public <T> Optional<T> read(String name, Reading<T> reading) throws IOException {
    Path file = new Path(directory, name);
    try {
      if (isOld(files.getFileStatus(file))) {
        return Optional.empty();
      }
      try (DataInputStream in = files.open(file)) {
        return reading.from(in);
      }
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /** The same of a file that {@link #replace} writes. */
  public <T> Optional<T> readReplaced(String name, Reading<T> reading) throws IOException {
    Optional<T> found = read(name, reading);
    return found.isPresent() ? found : read(name + UNFINISHED, reading);
  }
}
