package io.halite.it.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadmeIT {
  private static List<String> quickStart() throws Exception {
    String readme = Files.readString(Path.of("..", "README.md"));
    String[] blocks = readme.split("```", -1);
    assertThat(blocks).as("README.md has one fenced block, the quick start").hasSize(3);
    return blocks[1].strip().lines().toList();
  }

  @Test
  void theQuickStartDoesWhatItSays() throws Exception {
    List<String> lines = quickStart();
    assertThat(lines).hasSize(5);
    try (EmbeddedCluster cluster = EmbeddedCluster.start(1);
        HBaseShell shell =
            HBaseShell.open("localhost", cluster.zooKeeperPort(), Duration.ofMinutes(2))) {
      for (String line : lines.subList(0, 4)) {
        shell.run(line);
      }
      assertThat(shell.run(lines.get(4)))
          .containsSubsequence("200101010001ANCLAX", "200101010001ATLSAV", "2 row(s)");
      assertThat(shell.run("describe 'flights'")).contains("io.halite.coprocessor");
      String unset = "alter 'flights', METHOD => 'table_att_unset', NAME => 'coprocessor$1'";
      assertThat(Files.readString(Path.of("..", "README.md"))).contains(unset);
      shell.run("truncate_preserve 'flights'\n" + unset);
      assertThat(shell.run("describe 'flights'")).doesNotContain("io.halite.coprocessor");
    }
  }
}
