package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A load has all rows of the given files, or none. */
class StoredFilesJobTest {
  private static final TableName NAME = TableName.valueOf("t");
  private static final byte[] F = {'f'};
  private static final List<String> ALLOWED_FAILURES =
      List.of("mapreduce.map.failures.maxpercent", "mapreduce.reduce.failures.maxpercent");
  private static final TableDescriptor TABLE =
      TableDescriptorBuilder.newBuilder(NAME)
          .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
          .build();

  private final Configuration site = HBaseConfiguration.create();
  @TempDir private Path directory;

  @BeforeEach
  void keepAllFilesInOneDirectory() {
    site.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    site.set("hbase.fs.tmp.dir", directory.resolve("partitions").toString());
    ALLOWED_FAILURES.forEach(key -> site.setInt(key, 50));
  }

  private static <T> T fake(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              Object answer = answers.get(method.getName());
              if (answer == null) {
                throw new AssertionError("unexpected call of " + method);
              }
              return answer;
            }));
  }

  private org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(directory.resolve(name).toUri());
  }

  private StoredFilesJob job() throws Exception {
    return StoredFilesJob.of(
        site,
        new NaturalFiles(List.of(path("natural/f/one")), 0),
        new SaltedTable(NAME, SaltingSpec.parse("key=row:*,salt=hash(*) % 4")),
        fake(
            Table.class, Map.of("getName", NAME, "getDescriptor", TABLE, "getConfiguration", site)),
        fake(
            RegionLocator.class,
            Map.of("getName", NAME, "getStartKeys", new byte[][] {{}, {1}, {2}, {3}})),
        path("made"));
  }

  @Test
  void noTaskMayFailWhateverTheSiteAllows() throws Exception {
    Configuration conf = job().configuration();
    assertThat(ALLOWED_FAILURES).allSatisfy(key -> assertThat(conf.getInt(key, 50)).isZero());
  }
}
