package io.halite.it.rights;

import static io.halite.it.rights.Rows.AFTER;
import static io.halite.it.rights.Rows.F;
import static io.halite.it.rights.Rows.Q;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.EnumSet;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;

/** One file of one stored row, which belongs to the user and which the servers may read. */
final class BulkLoads {
  private static final FsPermission EVERYBODY = new FsPermission((short) 0777);

  private BulkLoads() {}

  static Request load() {
    return Request.write("bulk load", BulkLoads::load)
        .by(EnumSet.of(Door.LOCAL_OWNER, Door.REMOTE_OWNER));
  }

  private static void load(Side side, Outcome outcome) throws Exception {
    Configuration conf = new Configuration(side.clients().configuration());
    conf.setInt("hbase.bulkload.retries.number", 1);
    Path directory = write(conf, side.storedRow(0), side.actor().userName());
    PrivilegedExceptionAction<Object> loading =
        () -> BulkLoadHFiles.create(conf).bulkLoad(side.table().name(), directory).size();
    try {
      outcome.answer(side.clients().user(side.actor()).runAs(loading));
    } catch (IOException e) {
      // What the region said is the cause of what the loader says.
      outcome.fail(e.getCause() instanceof IOException cause ? cause : e);
    }
  }

  private static Path write(Configuration conf, byte[] row, String owner) throws Exception {
    FileSystem files = FileSystem.get(conf);
    Path directory = new Path("/loads/" + UUID.randomUUID());
    Path file = new Path(directory, "f/one");
    files.mkdirs(file.getParent());
    for (Path path = file.getParent(); !path.isRoot(); path = path.getParent()) {
      files.setPermission(path, EVERYBODY);
    }
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, CacheConfig.DISABLED)
            .withPath(files, file)
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      writer.append(new KeyValue(row, F, Q, AFTER, Bytes.toBytes(9L)));
    }
    files.setPermission(file, EVERYBODY);
    files.setOwner(file, owner, owner);
    return directory;
  }
}
