package io.halite.it.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The shell commands of README.md and docs/start.md do what the pages say. */
@ExtendWith(SharedCluster.class)
class ReadmeIT {
  /** As the page has it, for a table of {@code create_salted}. */
  private static final String UNSET =
      "alter 'flights', METHOD => 'table_att_unset',\n"
          + "      NAME => ['coprocessor$1', 'SPLIT_POLICY', 'hbase.coprocessor.abortonerror']";

  @RegisterExtension static final ClassShell PLAIN = ClassShell.plain();
  @RegisterExtension static final ClassShell WITH_HALITE = ClassShell.withHalite();

  private final EmbeddedCluster cluster;

  ReadmeIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** The commands of a page's one fenced block; an indented line continues the one before it. */
  private static List<String> commands(String... page) throws IOException {
    String[] blocks = Files.readString(Path.of("..", page)).split("(?m)^```", -1);
    assertThat(blocks).as("%s has one fenced block", String.join("/", page)).hasSize(3);
    List<String> commands = new ArrayList<>();
    for (String line : blocks[1].strip().lines().toList()) {
      if (line.startsWith(" ")) {
        commands.set(commands.size() - 1, commands.get(commands.size() - 1) + "\n" + line);
      } else {
        commands.add(line);
      }
    }
    return commands;
  }

  @AfterEach
  void drop() throws Exception {
    PLAIN.run(cluster, "disable 'flights'\ndrop 'flights'");
  }

  @Test
  void theReadmesCommandsSaltATableAndReadItInOrder() throws Exception {
    List<String> commands = commands("README.md");
    assertThat(commands).hasSize(9);
    PLAIN.run(cluster, String.join("\n", commands.subList(0, 5)));
    assertThat(PLAIN.run(cluster, commands.get(5))).contains("value=19", "1 row(s)");
    assertThat(PLAIN.run(cluster, commands.get(6)))
        .containsSubsequence("200101010001ANCLAX", "200101010001ATLSAV", "2 row(s)");
    assertThat(PLAIN.run(cluster, commands.get(7)))
        .containsSubsequence("200101010001ANCLAX", "200101020600ATLLAX", "2 row(s)");
    assertThat(PLAIN.run(cluster, commands.get(8))).contains("3 row(s)");
    assertThat(PLAIN.run(cluster, "describe 'flights'")).contains("io.halite.coprocessor");
    PLAIN.run(cluster, "truncate_preserve 'flights'");
    PLAIN.run(cluster, "alter 'flights', METHOD => 'table_att_unset', NAME => 'coprocessor$1'");
    assertThat(PLAIN.run(cluster, "describe 'flights'")).doesNotContain("io.halite.coprocessor");
  }

  @Test
  void theFirstHoursCommandsCreateASaltedTableAndShowIt() throws Exception {
    List<String> commands = commands("docs", "start.md");
    for (String command : commands.subList(0, commands.size() - 1)) {
      WITH_HALITE.run(cluster, command);
    }
    assertThat(WITH_HALITE.run(cluster, commands.get(commands.size() - 1)))
        .containsSubsequence("200101010001ANCLAX", "200101010001ATLSAV", "2 row(s)");
    assertThat(Files.readString(Path.of("..", "docs", "start.md"))).contains(UNSET);
    WITH_HALITE.run(cluster, "truncate_preserve 'flights'\n" + UNSET);
    assertThat(WITH_HALITE.run(cluster, "describe 'flights'")).doesNotContain("halite");
  }
}
