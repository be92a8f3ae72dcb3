package io.halite.coprocessor.master;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;

/**
 * The files of a table's regions that can hold rows: files of its families, and edits that a region
 * has yet to read.
 *
 * <p>A region that closes writes all of its rows into files, so that a disabled table without such
 * a file has no row. Names that begin with a dot hold none. Immutable.
 */
final class TableFiles {
  private static final String RECOVERED_EDITS = "recovered.edits";
  private static final String SEQUENCE_ID = ".seqid";

  private final Configuration site;
  private final TableName name;

  TableFiles(Configuration site, TableName name) {
    this.site = site;
    this.name = name;
  }

  /** Whether there is one. */
  boolean exist() throws IOException {
    Path root = new Path(site.get(HConstants.HBASE_DIR));
    // Edits lie beside the logs, which may have a file system of their own.
    Path logs = new Path(site.get("hbase.wal.dir", root.toString()));
    return exist(root) || (!logs.equals(root) && exist(logs));
  }

  private boolean exist(Path root) throws IOException {
    Path table =
        new Path(
            new Path(new Path(root, HConstants.BASE_NAMESPACE_DIR), name.getNamespaceAsString()),
            name.getQualifierAsString());
    FileSystem files = root.getFileSystem(site);
    for (FileStatus region : listed(files, table)) {
      for (FileStatus family : listed(files, region.getPath())) {
        if (family.isDirectory() && holdsRows(files, family.getPath())) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean holdsRows(FileSystem files, Path family) throws IOException {
    boolean edits = family.getName().equals(RECOVERED_EDITS);
    for (FileStatus file : listed(files, family)) {
      if (!edits || !file.getPath().getName().endsWith(SEQUENCE_ID)) {
        return true;
      }
    }
    return false;
  }

  /**
   * What lies in a directory; nothing if HBase has just archived it with a split or merged region.
   */
  private static FileStatus[] listed(FileSystem files, Path directory) throws IOException {
    try {
      return files.listStatus(directory, TableFiles::isShown);
    } catch (FileNotFoundException gone) {
      return new FileStatus[0];
    }
  }

  private static boolean isShown(Path path) {
    return !path.getName().startsWith(".");
  }
}
