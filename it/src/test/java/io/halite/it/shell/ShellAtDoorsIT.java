package io.halite.it.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.Polling;
import io.halite.it.door.SharedDoorCluster;
import java.time.Duration;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The unchanged shell of HBase 2.4, without Halite's jar, at doors. */
@ExtendWith(SharedDoorCluster.class)
@Timeout(240)
class ShellAtDoorsIT {
  /** So many that most are not probes: a server asks each other one once in 20 seconds. */
  private static final int SERVED = 200;

  /** Rows in seven gateway regions, so that no server is the gateway of all of them. */
  private static final String PROGRAM =
      """
      %%w(1 3 B R b r z).each { |first|
        (0...5).each { |i|
          put '%1$s', "#{first}row#{i}", 'f:q', "v%2$d-#{i}", %2$d
          incr '%1$s', "#{first}count", 'f:n', i
        }
        put '%1$s', "#{first}gone", 'f:q', 'gone', %2$d
        deleteall '%1$s', "#{first}gone"
        get '%1$s', "#{first}row3", 'f:q'
        get '%1$s', "#{first}gone"
        get_counter '%1$s', "#{first}count", 'f:n'
      }
      scan '%1$s', {COLUMNS => 'f:q'}
      scan '%1$s', {COLUMNS => 'f:q', REVERSED => true, STARTROW => 'b', LIMIT => 7}
      count '%1$s'""";

  private final EmbeddedCluster cluster;

  ShellAtDoorsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  /** What the program prints, without the times that it took and the table's name. */
  private static String run(HBaseShell shell, TableName table, int round) throws Exception {
    return shell
        .run(PROGRAM.formatted(table.getNameAsString(), round))
        .replaceAll("(?m)^Took .*\\R", "")
        .replace(table.getNameAsString(), "t");
  }

  @Test
  void theShellWritesAndReadsThroughDoorsAsOnAPlainTable() throws Exception {
    try (TestTable plain = TestTable.numbered("shell").create(cluster);
        TestTable salted =
            TestTable.numbered("shell")
                .salted(TestTable.FOUR_BUCKETS)
                .splitBuckets()
                .splitGateways()
                .create(cluster);
        HBaseShell shell =
            HBaseShell.open("localhost", cluster.zooKeeperPort(), Duration.ofMinutes(1))) {
      assertThat(shell.run("version")).contains("2.4.17");
      long redirected = DoorCluster.sum(cluster, DoorCounts::redirected);
      long served = DoorCluster.sum(cluster, DoorCounts::served);
      int[] round = {0};
      Polling.until(
          "guests serve the shell",
          () -> {
            round[0]++;
            String expected = run(shell, plain.name(), round[0]);
            assertThat(expected).contains("value=v%d-3".formatted(round[0]), "42 row(s)");
            assertThat(run(shell, salted.name(), round[0])).isEqualTo(expected);
            return DoorCluster.sum(cluster, DoorCounts::served) > served + SERVED;
          });
      assertThat(DoorCluster.sum(cluster, DoorCounts::redirected)).isGreaterThan(redirected);
    }
  }
}
