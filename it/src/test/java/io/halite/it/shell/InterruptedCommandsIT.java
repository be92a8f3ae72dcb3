package io.halite.it.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Commands that wait for a server which does not answer end when the user types Control-C. */
@Tag("wide")
@ExtendWith(SharedCluster.class)
class InterruptedCommandsIT {
  private static final String SPEC = "key=row:*,salt=hash(*) % 4,index=byRow(row)";

  /** Each waits in another call; a server holds all of them. */
  private static final List<String> COMMANDS =
      List.of(
          "spread '%s'",
          "verify_salted '%s'",
          "delete_by_prefix '%s', 'row', DRY_RUN => true",
          "explain_where '%s', 'row = row1', RUN => true",
          "find_by '%s', 'byRow', 'row1'",
          "fill_index '%s', 'byRow'");

  private final EmbeddedCluster cluster;

  InterruptedCommandsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private static CompletableFuture<String> running(HBaseShell shell, String command) {
    // HBase's shell ends with an interrupted command, unless a program catches what IRB raises.
    String caught = "begin\n%s\nrescue Exception => e\nputs 'raised: ' + e.class.name\nend";
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return shell.run(caught.formatted(command));
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void anInterruptEndsTheCommandWhileTheServerHoldsItAndTheShellGoesOn() throws Exception {
    try (TestTable table =
            TestTable.numbered("held")
                .salted(SPEC)
                .coprocessor(HeldScans.class.getName())
                .create(cluster);
        HBaseShell shell =
            HBaseShell.openInterruptible(
                "localhost",
                cluster.zooKeeperPort(),
                Duration.ofMinutes(2),
                ShellExtension.built())) {
      table.put(List.of("row1"));
      shell.run("require 'halite'");
      for (String command : COMMANDS) {
        String typed = command.formatted(table.name());
        try (HeldScans.Hold hold = new HeldScans.Hold()) {
          CompletableFuture<String> running = running(shell, typed);
          hold.await();
          shell.interrupt();
          // The server lets nothing go before the command has ended.
          assertThat(running.get(40, TimeUnit.SECONDS)).as(typed).contains("raised: IRB::Abort");
        }
      }
      assertThat(shell.run("verify_salted '%s'".formatted(table.name())))
          .contains("1 rows verified, 0 wrong");
    }
  }
}
