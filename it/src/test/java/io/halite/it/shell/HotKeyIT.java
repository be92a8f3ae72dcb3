package io.halite.it.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The steps of docs/metrics.md lead from a hot table to the hot key, its owner and a cure. */
class HotKeyIT {
  private static final int HOT_ROWS = 300;
  private static final Pattern BUCKET = Pattern.compile("(0[0-3]) +(\\d+) .*");
  private static final Pattern STORED = Pattern.compile("stored key +(0[0-3])·.*");
  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        EmbeddedCluster.startWithoutHdfs(
            2,
            // Each answer is a large one: the log has every request.
            settings -> settings.setInt("hbase.ipc.warn.response.size", 0));
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @Test
  void theStepsOfThePageLeadToTheKeyItsOwnerAndACure() throws Exception {
    String page = Files.readString(Path.of("..", "docs", "metrics.md"));
    try (HBaseShell shell =
        HBaseShell.open(
            "localhost", cluster.zooKeeperPort(), Duration.ofMinutes(2), ShellExtension.built())) {
      shell.run("require 'halite'");
      shell.run("create_salted 't', 'f', 'key=user:4 order:6:digits,salt=hash(user) % 4'");
      write("t");

      assertThat(page).contains("`spread 't'`", "`where_is 't', 'key'`");
      List<String> buckets = buckets(shell.run("spread 't'"));
      assertThat(rows(buckets.get(0))).isGreaterThan(2 * rows(buckets.get(1)));
      String hot = buckets.get(0).substring(0, 2);

      assertThat(page).contains("`get_slowlog_responses '*'`", "`get_largelog_responses '*'`");
      shell.run("get_slowlog_responses '*'");
      assertThat(loggedReads(shell)).as("requests for rows of the hot key").contains("HOT1000003");

      List<String> place = shell.run("where_is 't', 'HOT1000003'").lines().toList();
      assertThat(place)
          .filteredOn(line -> STORED.matcher(line).matches())
          .singleElement()
          .satisfies(line -> assertThat(stored(line)).isEqualTo(hot));
      assertThat(place).anyMatch(line -> line.matches("owner .* on localhost,.*"));
      String scan = "scan 't', {ATTRIBUTES => {'halite.where' => 'user = HOT1'}}";
      assertThat(page).contains("`" + scan + "`");
      assertThat(shell.run(scan)).contains(HOT_ROWS + " row(s)");

      String cure = "hash(user) spread(order % 4)";
      assertThat(page).contains("`" + cure + "`");
      shell.run(
          "create_salted 'cured', 'f', 'key=user:4 order:6:digits,salt=%s %% 4'".formatted(cure));
      write("cured");
      List<String> cured = buckets(shell.run("spread 'cured'"));
      assertThat(rows(cured.get(0))).isLessThan(2 * rows(cured.get(3)));
    }
  }

  /** Reads rows of the hot key until HBase, which logs in the background, shows one. */
  private static String loggedReads(HBaseShell shell) throws Exception {
    String logged = "";
    for (int attempt = 0; attempt < 100 && !logged.contains("HOT1000003"); attempt++) {
      shell.run("get 't', 'HOT1000003'");
      logged = shell.run("get_largelog_responses '*', {'TABLE_NAME' => 't', 'LIMIT' => 100}");
    }
    return logged;
  }

  /** 300 rows of one user, and one row of each of 60 others. */
  private static void write(String table) throws Exception {
    List<Put> puts = new ArrayList<>();
    for (int order = 0; order < HOT_ROWS; order++) {
      puts.add(put("HOT1%06d".formatted(order)));
    }
    for (int user = 0; user < 60; user++) {
      puts.add(put("U%03d000000".formatted(user)));
    }
    try (Table orders = cluster.connection().getTable(TableName.valueOf(table))) {
      orders.put(puts);
    }
  }

  private static Put put(String key) {
    return new Put(Bytes.toBytes(key))
        .addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), Bytes.toBytes("v"));
  }

  /** The lines of the buckets, the fullest first. */
  private static List<String> buckets(String spread) {
    List<String> buckets =
        spread
            .lines()
            .filter(line -> BUCKET.matcher(line).matches())
            .sorted(Comparator.comparingLong(HotKeyIT::rows).reversed())
            .toList();
    assertThat(buckets).as(spread).hasSize(4);
    return buckets;
  }

  private static long rows(String line) {
    Matcher bucket = BUCKET.matcher(line);
    assertThat(bucket.matches()).as(line).isTrue();
    return Long.parseLong(bucket.group(2));
  }

  private static String stored(String line) {
    Matcher stored = STORED.matcher(line);
    assertThat(stored.matches()).as(line).isTrue();
    return stored.group(1);
  }
}
