package io.halite.it.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.halite.it.cluster.EmbeddedCluster;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HBaseShellIT {
  private static EmbeddedCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = EmbeddedCluster.startWithoutHdfs(1);
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  private static HBaseShell open(Duration limit) throws Exception {
    return HBaseShell.open("localhost", cluster.zooKeeperPort(), limit);
  }

  @Test
  void operatorsFindTheirCommands() throws Exception {
    try (HBaseShell shell = open(Duration.ofMinutes(2))) {
      assertThat(shell.run("create 't', 'f', SPLITS => [\"\\x01\", \"\\x02\"]"))
          .contains("Created table t");
      assertThat(shell.run("put 't', 'a', 'f:q', 'one'\nput 't', 'b', 'f:q', 'two'"))
          .contains("Took")
          .doesNotContain("hbase:");
      assertThat(shell.run("get 't', 'a'")).contains("value=one").contains("1 row(s)");
      assertThat(shell.run("scan 't', {REVERSED => true, LIMIT => 1}"))
          .contains("value=two")
          .doesNotContain("value=one");
      assertThat(shell.run("incr 't', 'a', 'f:n', 5")).contains("COUNTER VALUE = 5");
      assertThat(shell.run("count 't'")).contains("2 row(s)");
    }
  }

  @Test
  void aRefusedCommandEndsTheSessionAndSaysWhy() throws Exception {
    try (HBaseShell shell = open(Duration.ofMinutes(2))) {
      assertThatExceptionOfType(ShellException.class)
          .isThrownBy(() -> shell.run("get 'nowhere', 'a'"))
          .satisfies(
              refused -> {
                assertThat(refused.output()).contains("Unknown table nowhere!");
                assertThat(refused.status()).isEqualTo(1);
              });
      assertThatExceptionOfType(ShellException.class).isThrownBy(() -> shell.run("list"));
    }
  }

  @Tag("wide")
  @Test
  void aCommandWithoutEndIsKilled() throws Exception {
    try (HBaseShell shell = open(Duration.ofSeconds(40))) {
      String printed = shell.run("puts \"#{$$}\"");
      long process =
          printed
              .lines()
              .filter(line -> line.matches("[0-9]+"))
              .findFirst()
              .map(Long::valueOf)
              .get();
      assertThatExceptionOfType(ShellException.class)
          .isThrownBy(() -> shell.run("sleep"))
          .withMessageContaining("took longer than PT40S");
      assertThat(ProcessHandle.of(process)).as("the shell's process").isEmpty();
    }
  }
}
