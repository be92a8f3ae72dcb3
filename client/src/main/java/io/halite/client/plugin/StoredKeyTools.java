package io.halite.client.plugin;

import java.io.UncheckedIOException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * Tools of HBase that read stored keys and write them as natural ones: WALPlayer, and jobs over a
 * snapshot, such as {@code CopyTable --snapshot}. Stateless.
 */
final class StoredKeyTools {
  /** HBase's WALPlayer names in it the tables whose WAL it replays. */
  private static final String WAL_TABLES = "wal.input.tables";

  /** Where WALPlayer writes files, if it does not write to tables. */
  private static final String WAL_FILES = "wal.bulk.output";

  /** The snapshot of a job that reads one. */
  private static final String SNAPSHOT = "hbase.TableSnapshotInputFormat.snapshot.name";

  /** Where Hadoop's two interfaces for jobs keep the class that reads their input. */
  private static final Set<String> INPUT_FORMATS =
      Set.of("mapreduce.job.inputformat.class", "mapred.input.format.class");

  private static final Set<String> OF_SNAPSHOTS =
      Set.of(
          "org.apache.hadoop.hbase.mapreduce.TableSnapshotInputFormat",
          "org.apache.hadoop.hbase.mapreduce.MultiTableSnapshotInputFormat",
          "org.apache.hadoop.hbase.mapred.TableSnapshotInputFormat",
          "org.apache.hadoop.hbase.mapred.MultiTableSnapshotInputFormat");

  private StoredKeyTools() {}

  private static boolean replays(Configuration conf) {
    return conf.get(WAL_TABLES) != null && conf.get(WAL_FILES) == null;
  }

  private static boolean readsSnapshot(Configuration conf) {
    return INPUT_FORMATS.stream().anyMatch(key -> OF_SNAPSHOTS.contains(conf.get(key, "")));
  }

  /** Refuses them where {@link SaltedConnection#REPLAYED_SPEC_KEY} is not set. */
  static void refuse(Configuration conf) throws DoNotRetryIOException {
    if (replays(conf)) {
      throw new DoNotRetryIOException(
          ("WALPlayer replays table '%s' over the connection plug-in without %s, so that"
                  + " stored keys would be salted twice: set it to the spec under which the rows"
                  + " of the WAL are stored (halite.spec in describe), or, for the WAL of a plain"
                  + " table, leave out %s (docs/tools.md)")
              .formatted(
                  conf.get(WAL_TABLES),
                  SaltedConnection.REPLAYED_SPEC_KEY,
                  SaltedConnection.CONNECTION_KEY));
    }
    if (readsSnapshot(conf)) {
      throw new DoNotRetryIOException(
          ("a job reads snapshot '%s' by HBase's input format, which shows stored keys, and writes"
                  + " over the connection plug-in without %s, so that stored keys would be salted"
                  + " twice: set it to the spec under which the rows of the snapshot are stored"
                  + " (halite.spec in describe), read it by SaltedSnapshotInputFormat, or, for the"
                  + " snapshot of a plain table, leave out %s (docs/tools.md)")
              .formatted(
                  conf.get(SNAPSHOT, "of several tables"),
                  SaltedConnection.REPLAYED_SPEC_KEY,
                  SaltedConnection.CONNECTION_KEY));
    }
  }

  /**
   * Refuses them where HBase 3 writes over {@link SaltedAsyncConnection} alone, which replays none.
   */
  static void refuseAlone(Configuration conf) {
    if (replays(conf) || readsSnapshot(conf)) {
      throw new UncheckedIOException(
          new DoNotRetryIOException(
              ("WALPlayer, or a job over a snapshot, writes over %s alone, so that stored keys"
                      + " would be salted twice: set %s and %s, too (docs/tools.md)")
                  .formatted(
                      SaltedConnection.ASYNC_CONNECTION_KEY,
                      SaltedConnection.CONNECTION_KEY,
                      SaltedConnection.REPLAYED_SPEC_KEY)));
    }
  }

  /** Takes what shows them from the configuration of a connection that has judged already. */
  static void forgetIn(Configuration own) {
    own.unset(WAL_TABLES);
    INPUT_FORMATS.forEach(own::unset);
  }
}
