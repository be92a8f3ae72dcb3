package io.halite.client.mapreduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * The files of stored keys that a job has made, while they are being loaded.
 *
 * <p>HBase moves a file when it loads it, or copies it and leaves it there. It splits a file whose
 * region has split since: the parts lie in {@code family/.tmp}, where HBase's tool does not look
 * for files. So this remembers what has been loaded, and after a failure leaves exactly the rest,
 * as that tool expects it. Thread-safe, but for {@link #leaveRest}.
 */
final class StoredFiles {
  /** Where HBase puts the parts of a file, below the directory of the family. */
  private static final String PARTS = ".tmp";

  private final FileSystem files;
  private final Path directory;
  private final Set<Path> open;

  /** Loaded, or written as parts. */
  private final Set<Path> done = new HashSet<>();

  private int loaded;

  /**
   * What a load has left.
   *
   * @param all files, and parts of files that HBase has split
   * @param left those in the directory
   * @param unknown those that HBase may have loaded or not: it does not say
   */
  record Rest(int all, int left, int unknown) {}

  private StoredFiles(FileSystem files, Path directory, Set<Path> open) {
    this.files = files;
    this.directory = directory;
    this.open = open;
  }

  /** The files that lie in a directory now. */
  static StoredFiles in(FileSystem files, Path directory) throws IOException {
    return new StoredFiles(files, directory, found(files, directory));
  }

  /** The directory that has a directory for each family. */
  Path directory() {
    return directory;
  }

  /** How many are not loaded. */
  synchronized int count() {
    return open.size();
  }

  /** HBase has written two parts in place of a file. */
  synchronized void split(Path file, Collection<Path> parts) {
    open.remove(file);
    done.add(file);
    open.addAll(parts);
  }

  /** A region has loaded these files. */
  synchronized void loaded(Collection<Path> paths) {
    open.removeAll(paths);
    done.addAll(paths);
    loaded += paths.size();
  }

  /**
   * Deletes what has been loaded, and puts the parts of files where HBase's tool finds them.
   *
   * @throws IOException if that has not been possible, after it has been done with all others
   */
  synchronized Rest leaveRest() throws IOException {
    Set<Path> there = found(files, directory);
    List<IOException> failures = new ArrayList<>();
    int left = 0;
    for (Path file : there) {
      try {
        if (open.contains(file)) {
          left++;
          settle(file);
        } else if (done.contains(file)) {
          files.delete(file, false);
        }
      } catch (IOException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      IOException first = failures.remove(0);
      failures.forEach(first::addSuppressed);
      throw first;
    }
    return new Rest(loaded + open.size(), left, open.size() - left);
  }

  private void settle(Path file) throws IOException {
    Path parent = file.getParent();
    if (parent.getName().equals(PARTS)) {
      // By its own name it looks like a reference, which HBase's tool leaves out.
      Path found = new Path(parent.getParent(), UUID.randomUUID().toString().replace("-", ""));
      if (!files.rename(file, found)) {
        throw new IOException("'" + file + "' could not be renamed to '" + found + "'");
      }
    }
  }

  private static Set<Path> found(FileSystem files, Path directory) throws IOException {
    Set<Path> found = new HashSet<>();
    RemoteIterator<LocatedFileStatus> all = files.listFiles(directory, true);
    while (all.hasNext()) {
      Path file = all.next().getPath();
      if (!file.getName().startsWith("_")) {
        found.add(file);
      }
    }
    return found;
  }
}
