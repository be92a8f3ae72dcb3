package io.halite.client.plugin;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs over HBase 3, where the asynchronous plug-in may be the only one. */
class StoredKeyToolsTest {
  private static final String SNAPSHOTS =
      "org.apache.hadoop.hbase.mapreduce.TableSnapshotInputFormat";

  private static Configuration job(Map<String, String> settings) {
    Configuration job = new Configuration(false);
    settings.forEach(job::set);
    return job;
  }

  @ParameterizedTest
  @CsvSource({
    "wal.input.tables, events",
    "mapreduce.job.inputformat.class, " + SNAPSHOTS,
    "mapred.input.format.class, " + SNAPSHOTS
  })
  void aToolOfStoredKeysIsRefusedUntilItIsJudged(String key, String value) {
    Configuration job = job(Map.of(key, value, SaltedConnection.REPLAYED_SPEC_KEY, "key=row:*"));
    assertThatThrownBy(() -> StoredKeyTools.refuseAlone(job))
        .hasMessageContaining("set hbase.client.connection.impl and halite.client.replayed.spec");
    StoredKeyTools.forgetIn(job);
    assertThatCode(() -> StoredKeyTools.refuseAlone(job)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "mapreduce.job.inputformat.class, org.apache.hadoop.hbase.mapreduce.TableInputFormat",
    "hbase.mapreduce.inputtable, events"
  })
  void otherJobsAreServed(String key, String value) {
    assertThatCode(() -> StoredKeyTools.refuseAlone(job(Map.of(key, value))))
        .doesNotThrowAnyException();
  }

  @Test
  void aWalPlayerThatWritesFilesIsServed() {
    Configuration files = job(Map.of("wal.input.tables", "events", "wal.bulk.output", "files"));
    assertThatCode(() -> StoredKeyTools.refuseAlone(files)).doesNotThrowAnyException();
  }
}
