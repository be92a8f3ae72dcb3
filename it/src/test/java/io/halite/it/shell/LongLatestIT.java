package io.halite.it.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.it.latest.DelayingObserver;
import io.halite.routing.endpoint.RegionFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A query in the shell that takes long: what it says meanwhile, and how it ends early. */
@Tag("wide")
@ExtendWith(SharedCluster.class)
class LongLatestIT {
  private static final int KEYS = 10_000;

  /** Of a mebibyte, and some more. */
  private static final int ROWS_OF_A_PAGE = 700;

  private static final Pattern PROGRESS =
      Pattern.compile(
          "latest: about (\\d+) % after (\\d+) s, (?:no estimate yet|about \\d+ s left);"
              + " \\d of 4 slices, (\\d+) pages, (\\d+) rows read");

  private final EmbeddedCluster cluster;

  LongLatestIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private TestTable filled() throws Exception {
    TestTable table =
        TestTable.numbered("long")
            .salted("key=unit:8:digits ts:8:revtime,salt=hash(unit) % 4")
            .coprocessor(TestTable.LATEST_ENDPOINT)
            // A query takes longer than a shell that is busy in Java misses interrupts.
            .coprocessor(DelayingObserver.class.getName())
            .splitBuckets()
            .create(cluster);
    List<Put> puts = new ArrayList<>();
    byte[] value = Bytes.toBytes("v".repeat(1_600));
    for (int i = 0; i < KEYS; i++) {
      byte[] row = Bytes.add(Bytes.toBytes("%08d".formatted(i)), Bytes.toBytes(Long.MAX_VALUE - i));
      puts.add(new Put(row).addColumn(TestTable.F, TestTable.Q, value));
      if (puts.size() == 1_000) {
        table.table().put(puts);
        puts.clear();
      }
    }
    // How far a page came is told by files.
    cluster.connection().getAdmin().flush(table.name());
    return table;
  }

  private HBaseShell open() throws Exception {
    HBaseShell shell =
        HBaseShell.openInterruptible(
            "localhost", cluster.zooKeeperPort(), Duration.ofMinutes(3), ShellExtension.built());
    shell.run("require 'halite'");
    return shell;
  }

  private static String latest(TestTable table) {
    return "latest '%s', ALL => true, LIMIT => 1, PROGRESS => 1".formatted(table.name());
  }

  @Test
  void itSaysHowFarItHasComeAndAnInterruptEndsItWithinThePagesUnderWay() throws Exception {
    try (TestTable table = filled();
        HBaseShell shell = open()) {
      saysEachSecondHowFarItHasComeAndShowsEachRow(table, shell);
      endsAtAnInterrupt(table, shell);
    }
  }

  private static void saysEachSecondHowFarItHasComeAndShowsEachRow(
      TestTable table, HBaseShell shell) throws Exception {
    String said = shell.run(latest(table));
    assertThat(said).contains("%d row(s)".formatted(KEYS));
    List<MatchResult> lines = PROGRESS.matcher(said).results().toList();
    assertThat(lines).isNotEmpty();
    assertThat(lines).extracting(line -> Integer.parseInt(line.group(1))).isSorted();
    // Of rows that have one cell each, the share is that of the rows that were read.
    assertThat(lines)
        .allSatisfy(
            line ->
                assertThat(Integer.parseInt(line.group(1)))
                    .isCloseTo(100 * Integer.parseInt(line.group(4)) / KEYS, within(12)));
    assertThat(said).contains(" s left; ");
  }

  private void endsAtAnInterrupt(TestTable table, HBaseShell shell) throws Exception {
    SaltedTableOperations operations = SaltedTableOperations.of(cluster.connection(), table.name());
    long before = reads(operations);
    CompletableFuture<String> running =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return shell.run(latest(table));
              } catch (ShellException e) {
                return e.output();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    while (reads(operations) == before) {
      Thread.sleep(20);
    }
    // A shell that is busy in Java at that moment may miss an interrupt, as a user sees it.
    for (int i = 0; i < 60 && !running.isDone(); i++) {
      shell.interrupt();
      Thread.sleep(500);
    }
    String said = running.get(1, TimeUnit.MINUTES);
    assertThat(said.contains("%d row(s)".formatted(KEYS))).as("it came to its end").isFalse();
    long atTheEnd = reads(operations);
    long last = -1;
    for (long now = reads(operations); now != last; now = reads(operations)) {
      last = now;
      Thread.sleep(1_000);
    }
    assertThat(last - before).isLessThan(KEYS * 3 / 4);
    // A page of each bucket was under way.
    assertThat(last - atTheEnd).isLessThan(4 * ROWS_OF_A_PAGE);
  }

  private static long reads(SaltedTableOperations operations) throws Exception {
    return operations.facts().stream().mapToLong(RegionFacts::reads).sum();
  }
}
