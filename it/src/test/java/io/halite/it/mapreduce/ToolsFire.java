package io.halite.it.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.door.SharedDoorCluster;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each of HBase's tools that reads or writes as clients do, in each direction, under each salt,
 * over each route. {@code -Dhalite.tools.cases='copy.*by door'} selects cases.
 */
@ExtendWith(SharedDoorCluster.class)
class ToolsFire {
  private static final String WANTED = System.getProperty("halite.tools.cases", ".*");

  private final EmbeddedCluster cluster;

  ToolsFire(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @ParameterizedTest
  @EnumSource
  void hbasesToolsReadAndWriteNaturalRows(StoredAs salt, @TempDir Path directory) throws Exception {
    List<ToolCase> cases =
        ToolCase.all().stream()
            .filter(each -> each.salt() == salt && each.toString().matches(WANTED))
            .toList();
    var failures = new ToolRuns(cluster, directory).failures(cases);
    System.out.printf("fire: %s: %d cases, %d failed%n", salt, cases.size(), failures.size());
    assertThat(failures).isEmpty();
  }
}
