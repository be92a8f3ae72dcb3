package io.halite.it.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
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

  /** The indented block of the README that creates the table without Halite's commands. */
  private static String withoutHalitesCommands() throws IOException {
    return Files.readString(Path.of("..", "README.md"))
        .lines()
        .dropWhile(line -> !line.startsWith("    create 'flights'"))
        .takeWhile(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  private void assertSaltsAndReadsInOrder(ClassShell shell, String create) throws Exception {
    List<String> commands = commands("README.md");
    assertThat(commands).hasSize(8);
    shell.run(cluster, create + "\n" + String.join("\n", commands.subList(1, 4)));
    assertThat(shell.run(cluster, commands.get(4))).contains("value=19", "1 row(s)");
    assertThat(shell.run(cluster, commands.get(5)))
        .containsSubsequence("200101010001ANCLAX", "200101010001ATLSAV", "2 row(s)");
    assertThat(shell.run(cluster, commands.get(6)))
        .containsSubsequence("200101010001ANCLAX", "200101020600ATLLAX", "2 row(s)");
    assertThat(shell.run(cluster, commands.get(7))).contains("3 row(s)");
    assertThat(shell.run(cluster, "describe 'flights'")).contains("io.halite.coprocessor");
  }

  @Test
  void theReadmesCommandsSaltATableAndReadItInOrder() throws Exception {
    assertSaltsAndReadsInOrder(WITH_HALITE, commands("README.md").get(0));
  }

  @Test
  void theReadmesCommandsOfHBaseAloneSaltATableAndReadItInOrder() throws Exception {
    assertSaltsAndReadsInOrder(PLAIN, withoutHalitesCommands());
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
