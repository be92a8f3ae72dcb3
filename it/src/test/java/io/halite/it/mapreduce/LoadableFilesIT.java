package io.halite.it.mapreduce;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.mapreduce.SaltedBulkLoad;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Salts whose stored keys look like natural ones, and files of either. */
@ExtendWith(SharedCluster.class)
@Timeout(120)
class LoadableFilesIT {
  private static final String SETTING = "halite.bulkload.stored";

  private final EmbeddedCluster cluster;
  private final LocalJobs jobs;

  LoadableFilesIT(EmbeddedCluster cluster, @TempDir Path directory) {
    this.cluster = cluster;
    this.jobs = new LocalJobs(cluster, directory);
  }

  private String saltedLoad(NaturalFiles files, TestTable table) throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    SaltedBulkLoad load = new SaltedBulkLoad(new PrintStream(said, true, StandardCharsets.UTF_8));
    String made = cluster.unusedPath().toString();
    int status = jobs.run(load, files.directory().toString(), table.name().getNameAsString(), made);
    return status + " " + said.toString(StandardCharsets.UTF_8);
  }

  /** These natural keys begin with a bucket's digits. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "key=user:2 order:2,salt=reverse(user order)",
        "key=row:*,salt=random % 20 digits",
      })
  void filesOfNaturalKeysAreNotLoadedSilently(String spec) throws Exception {
    List<String> rows = IntStream.range(1000, 1040).mapToObj(Integer::toString).toList();
    NaturalFiles natural =
        NaturalFiles.in(cluster)
            .with(
                rows.stream()
                    .map(row -> new KeyValue(Bytes.toBytes(row), F, Q, 1, Bytes.toBytes(row)))
                    .toList());
    TablePlan plan = TestTable.numbered("loadable").salted(spec);
    try (TestTable table = plan.create(cluster)) {
      Configuration hasty = new Configuration(cluster.configuration());
      hasty.setInt("hbase.client.retries.number", 2);
      hasty.setInt("hbase.bulkload.retries.number", 1);
      hasty.setBoolean(BulkLoadHFiles.ALWAYS_COPY_FILES, true);
      assertThatThrownBy(
              () -> BulkLoadHFiles.create(hasty).bulkLoad(table.name(), natural.directory()))
          .hasStackTraceContaining(SETTING + " is not set");
      assertThat(saltedLoad(natural, table))
          .startsWith("1 ")
          .contains("CONFIGURATION => {'halite.bulkload.stored' => 'true'}")
          .doesNotContain("made");
      assertThat(table.store().keys()).isEmpty();
      table.admin().modifyTable(plan.value(SETTING, "true").descriptor());
      assertThat(saltedLoad(natural, table)).startsWith("0 ");
      assertThat(table.scan(new Scan())).isEqualTo(rows);
    }
  }
}
