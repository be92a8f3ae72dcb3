package io.halite.it.techniques;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.oracle.Techniques;
import io.halite.it.techniques.TechniquesPage.Section;
import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import io.halite.keys.SplitPoints;
import java.util.Map;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs docs/techniques.md: the stored key of each section, and its table beside a plain one. */
@ExtendWith(SharedCluster.class)
class TechniquesIT {
  private static final int OPERATIONS = 250;

  private final EmbeddedCluster cluster;

  TechniquesIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
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
    try (TechniqueTable table = TechniqueTable.create(cluster, section.line(), Map.of(), "8")) {
      byte[] value = Bytes.toBytes("value");
      table
          .table()
          .put(new Put(section.natural()).addColumn(TechniqueTable.F, TechniqueTable.Q, 0, value));
      assertThat(table.table().get(new Get(section.natural())).value()).isEqualTo(value);
      byte[] stored = Bytes.toBytesBinary(table.stored().first());
      assertThat(KeyBytes.readable(stored, spec.salt().prefixWidth())).isEqualTo(section.stored());
    }
  }

  @ParameterizedTest
  @MethodSource("io.halite.it.techniques.TechniquesPage#sections")
  void tableAnswersAsItsPlainTwin(Section section) throws Exception {
    Techniques.run(cluster, section.line(), OPERATIONS);
  }
}
