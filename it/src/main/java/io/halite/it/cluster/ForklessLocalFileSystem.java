package io.halite.it.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Hadoop's local file system, which sets the permissions of a file without a process of its own.
 *
 * <p>Without its native library Hadoop runs {@code chmod} for each file that it creates, and HBase
 * creates some for each region that opens: seven test classes ran it 1,700 times. As safe for
 * threads as Hadoop's.
 */
final class ForklessLocalFileSystem extends LocalFileSystem {
  /** For Hadoop, as {@code fs.file.impl}. */
  ForklessLocalFileSystem() {
    super(new Raw());
  }

  private static final class Raw extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      if (permission.getStickyBit()) {
        super.setPermission(path, permission);
      } else {
        Files.setPosixFilePermissions(
            pathToFile(path).toPath(), PosixFilePermissions.fromString(permission.toString()));
      }
    }
  }
}
