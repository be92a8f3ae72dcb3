package io.halite.client.mapreduce;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * The files of a directory as {@code HFileOutputFormat2} leaves it: {@code directory/family/file}.
 *
 * @param paths of all files
 * @param bytes that they have together
 */
record NaturalFiles(List<Path> paths, long bytes) {
  NaturalFiles {
    paths = List.copyOf(paths);
  }

  /**
   * Finds the files for a table. Names that begin with {@code _} or {@code .}, such as {@code
   * _SUCCESS}, are left out, as HBase's own tool leaves them out.
   *
   * @throws IOException if there is none, or anything else lies in the directory
   */
  static NaturalFiles in(Path directory, TableDescriptor table, Configuration conf)
      throws IOException {
    FileSystem files = directory.getFileSystem(conf);
    if (!files.exists(directory)) {
      throw new FileNotFoundException("directory '" + directory + "' does not exist");
    }
    Set<String> unknown = new TreeSet<>();
    List<FileStatus> found = new ArrayList<>();
    for (FileStatus family : visible(files, directory)) {
      if (!family.isDirectory()) {
        throw wrong(family, "a file, where a directory for each family is expected", directory);
      }
      if (!table.hasColumnFamily(family.getPath().getName().getBytes(UTF_8))) {
        unknown.add(family.getPath().getName());
      }
      for (FileStatus file : visible(files, family.getPath())) {
        if (!file.isFile()) {
          throw wrong(file, "a directory, where HFiles are expected", directory);
        }
        found.add(file);
      }
    }
    requireFamilies(unknown, table, directory);
    if (found.isEmpty()) {
      throw new IOException(
          "no file in '" + directory + "': HFiles are expected in a directory for each family");
    }
    return new NaturalFiles(
        found.stream().map(FileStatus::getPath).toList(),
        found.stream().mapToLong(FileStatus::getLen).sum());
  }

  private static List<FileStatus> visible(FileSystem files, Path directory) throws IOException {
    return List.of(
        files.listStatus(
            directory, path -> !path.getName().startsWith("_") && !path.getName().startsWith(".")));
  }

  private static IOException wrong(FileStatus given, String what, Path directory) {
    return new IOException(
        "'"
            + given.getPath()
            + "' is "
            + what
            + ": '"
            + directory
            + "' must be as HFileOutputFormat2 leaves it, directory/family/file");
  }

  private static void requireFamilies(Set<String> unknown, TableDescriptor table, Path directory)
      throws IOException {
    if (!unknown.isEmpty()) {
      Set<String> known =
          table.getColumnFamilyNames().stream()
              .map(name -> new String(name, UTF_8))
              .collect(Collectors.toCollection(TreeSet::new));
      throw new IOException(
          "'%s' has files of families %s, and table '%s' has families %s: add them to the table, or"
                  .formatted(directory, unknown, table.getTableName(), known)
              + " remove their directories");
    }
  }
}
