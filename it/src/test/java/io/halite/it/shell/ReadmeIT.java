package io.halite.it.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The shell commands of README.md and docs/start.md do what the pages say. */
@ExtendWith(SharedCluster.class)
class ReadmeIT {
  /** As the page has it, for a table of {@code create_salted}. */
  private static final String UNSET =
      "alter 'flights', METHOD => 'table_att_unset',\n"
          + "      NAME => ['coprocessor$1', 'SPLIT_POLICY', 'hbase.coprocessor.abortonerror']";

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

  private HBaseShell shell(ShellExtension extension) throws IOException {
    return HBaseShell.open("localhost", cluster.zooKeeperPort(), Duration.ofMinutes(2), extension);
  }

  @AfterEach
  void drop() throws Exception {
    try (HBaseShell shell = shell(ShellExtension.NONE)) {
      shell.run("disable 'flights'\ndrop 'flights'");
    }
  }

  @Test
  void theReadmesCommandsSaltATableAndReadItInOrder() throws Exception {
    List<String> commands = commands("README.md");
    assertThat(commands).hasSize(9);
    try (HBaseShell shell = shell(ShellExtension.NONE)) {
      shell.run(String.join("\n", commands.subList(0, 5)));
      assertThat(shell.run(commands.get(5))).contains("value=19", "1 row(s)");
      assertThat(shell.run(commands.get(6)))
          .containsSubsequence("200101010001ANCLAX", "200101010001ATLSAV", "2 row(s)");
      assertThat(shell.run(commands.get(7)))
          .containsSubsequence("200101010001ANCLAX", "200101020600ATLLAX", "2 row(s)");
      assertThat(shell.run(commands.get(8))).contains("3 row(s)");
      assertThat(shell.run("describe 'flights'")).contains("io.halite.coprocessor");
      shell.run("truncate_preserve 'flights'");
      shell.run("alter 'flights', METHOD => 'table_att_unset', NAME => 'coprocessor$1'");
      assertThat(shell.run("describe 'flights'")).doesNotContain("io.halite.coprocessor");
    }
  }

  @Test
  void theFirstHoursCommandsCreateASaltedTableAndShowIt() throws Exception {
    List<String> commands = commands("docs", "start.md");
    try (HBaseShell shell = shell(ShellExtension.built())) {
      for (String command : commands.subList(0, commands.size() - 1)) {
        shell.run(command);
      }
      assertThat(shell.run(commands.get(commands.size() - 1)))
          .containsSubsequence("200101010001ANCLAX", "200101010001ATLSAV", "2 row(s)");
      assertThat(Files.readString(Path.of("..", "docs", "start.md"))).contains(UNSET);
      shell.run("truncate_preserve 'flights'\n" + UNSET);
      assertThat(shell.run("describe 'flights'")).doesNotContain("halite");
    }
  }
}
