package io.halite.it.techniques;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.oracle.Techniques;
import io.halite.it.techniques.TechniquesPage.Section;
import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import io.halite.keys.SplitPoints;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs docs/techniques.md: the stored key of each section, and its table beside a plain one. */
@Tag("wide")
@ExtendWith(SharedCluster.class)
@TestInstance(Lifecycle.PER_CLASS)
class TechniquesIT {
  /** {@link TechniquesFire} has 20,000. */
  private static final int OPERATIONS = 90;

  private static final int BUCKETS = 4;
  private static final int AT_ONCE = 4;

  private final EmbeddedCluster cluster;
  private final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
  private final Map<String, Future<Set<String>>> runs = new HashMap<>();

  TechniquesIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** Each run waits for its operations one by one; side by side they keep the processors busy. */
  @BeforeAll
  void startRuns() throws IOException {
    for (Section section : TechniquesPage.sections()) {
      Callable<Set<String>> run =
          () -> Techniques.run(cluster, section.line(), section.data(), BUCKETS, OPERATIONS);
      runs.put(section.title(), threads.submit(run));
    }
  }

  @AfterAll
  void stopRuns() {
    threads.shutdownNow();
  }

  @ParameterizedTest
  @MethodSource("io.halite.it.techniques.TechniquesPage#sections")
  void keyIsStoredAsThePageSays(Section section) throws Exception {
    SaltingSpec spec = SaltingSpec.parse(section.line());
    assertThat(spec).hasToString(section.line());
    if (section.regions().isPresent()) {
      assertThat(String.join(" ", SplitPoints.written(SplitPoints.of(spec, 4))))
          .isEqualTo(section.regions().get());
    }
    try (TestTable table =
        TestTable.numbered("technique").salted(section.line()).splits("8").create(cluster)) {
      byte[] value = Bytes.toBytes("value");
      table.table().put(new Put(section.natural()).addColumn(TestTable.F, TestTable.Q, 0, value));
      assertThat(table.table().get(new Get(section.natural())).value()).isEqualTo(value);
      byte[] stored = Bytes.toBytesBinary(table.store().keys().first());
      assertThat(KeyBytes.readable(stored, spec.salt().prefixWidth())).isEqualTo(section.stored());
    }
  }

  @ParameterizedTest
  @MethodSource("io.halite.it.techniques.TechniquesPage#sections")
  void tableAnswersAsItsPlainTwin(Section section) throws Exception {
    runs.get(section.title()).get();
  }

  @Test
  void someRunMeetsEachBound() throws Exception {
    Set<String> missing = new TreeSet<>(runs.values().iterator().next().get());
    for (Future<Set<String>> run : runs.values()) {
      missing.retainAll(run.get());
    }
    assertThat(missing).isEmpty();
  }
}
