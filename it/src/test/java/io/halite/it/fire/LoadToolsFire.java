package io.halite.it.fire;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.process.ClusterPlan;
import io.halite.it.process.GuestRequests;
import io.halite.it.process.ProcessCluster;
import io.halite.it.process.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * HBase's own load tools against a salted table, through gateways, through doors and by the
 * plug-in, and against a plain one, on a cluster of processes of which a region server is killed
 * every 90 seconds.
 *
 * <p>Run by {@code mvn -Pfire verify -pl it -am -Dit.test=LoadToolsFire}; {@code
 * -Dhalite.fire.rows=200000} says how many rows LoadTestTool writes, {@code
 * -Dhalite.fire.nodes=2000000} how many nodes the linked list has, and {@code
 * -Dhalite.fire.seconds=300} for how long rows are torn at.
 */
class LoadToolsFire {
  private static final int SERVERS = 3;
  private static final int ROWS = Integer.getInteger("halite.fire.rows", 200_000);
  private static final int NODES = Integer.getInteger("halite.fire.nodes", 2_000_000);
  private static final int SECONDS = Integer.getInteger("halite.fire.seconds", 300);

  /** A tool sends many more requests than that, also since the last server was killed. */
  private static final long FEW = 1_000;

  private static final Duration BETWEEN_KILLS = Duration.ofSeconds(90);
  private static final Duration LONGEST = Duration.ofMinutes(60);
  private static final String SPEC = "key=row:*,salt=hash(*) % 8";
  private static final int SPLITS = 8;
  private static final Pattern FAILED = Pattern.compile("Failed to mutate: (\\d+) after");

  /** Row keys are the MD5 of a number, and the number. */
  private static final Pattern WRONG =
      Pattern.compile("Error checking data for key \\[[0-9a-f]{32}-(\\d+)");

  private static final Pattern GOTTEN = Pattern.compile(" {3}read (\\d+)$");
  private static final Pattern VERIFIED = Pattern.compile(" {3}verified (\\d+) rows$");

  /** A table, and how its clients come to it. */
  private enum Kind {
    /** A salted table through its gateways. */
    SALTED,
    /** A salted table through servers that gateways redirect to. */
    DOORS,
    /** A salted table by the plug-in. */
    PLUG_IN,
    PLAIN
  }

  private ProcessCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster =
        ProcessCluster.start(
            ClusterPlan.of(SERVERS)
                .in(Path.of("target", "load-tools"))
                .heap(Role.REGIONSERVER, 2048)
                .set(
                    Role.REGIONSERVER,
                    "hbase.rpc.server.impl",
                    "io.halite.coprocessor.door.DoorRpcServer")
                .set(Role.REGIONSERVER, "halite.doors", "all")
                .set("zookeeper.session.timeout", 15_000));
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  /** This tool casts its connection to a class of HBase's own, which the plug-in's is not. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PLUG_IN"})
  void loadTestToolReadsBackWhatItWroteAndUpdated(Kind kind) throws Exception {
    create(kind, "load", "test_cf");
    LoadTool.Ended updated;
    LoadTool.Ended read;
    int kills;
    LoadTool tool = tool(kind);
    try (ServerKills killing = ServerKills.every(BETWEEN_KILLS, cluster)) {
      assertThat(load(tool, "write", "3:64:4").status()).as("status of the writes").isZero();
      updated = load(tool, "update", "60:4");
      read = load(tool, "read", "100:4", "-max_read_errors", Integer.toString(ROWS));
      kills = killing.count();
    }
    requireWay(kind, "load");
    Set<String> failed = keys(updated, FAILED);
    Set<String> wrong = keys(read, WRONG);
    System.out.printf(
        "load tools: LoadTestTool, %s: %,d rows, %d kills, %d with a failed update, %d wrong%n",
        kind, ROWS, kills, failed.size(), wrong.size());
    assertThat(kills).as("servers killed").isPositive();
    assertThat(updated.lines()).anyMatch(line -> line.contains("Failed to update keys: "));
    assertThat(read.lines()).anyMatch(line -> line.matches(".* verified=[0-9]+.*"));
    // The tool notes each update in the row, also one that failed: that is one cause, if not all.
    assertThat(failed).as("rows with a failed update hold every wrong row").containsAll(wrong);
    assertThat(wrong).as("wrong rows, all of whose updates failed").isEmpty();
    assertThat(failed).as("rows with a failed update").isEmpty();
    assertThat(updated.status()).as("status of the updates").isZero();
    assertThat(read.status()).as("status of the reads").isZero();
  }

  /** The numbers of the rows that a tool's lines name. */
  private static Set<String> keys(LoadTool.Ended ended, Pattern line) {
    return ended.lines().stream()
        .map(line::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static LoadTool.Ended load(LoadTool tool, String step, String how, String... more)
      throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-tn", "load", "-skip_init", "-num_keys", Integer.toString(ROWS)));
    arguments.addAll(List.of("-" + step, how));
    arguments.addAll(List.of(more));
    return tool.end(
        step,
        "org.apache.hadoop.hbase.util.LoadTestTool",
        LONGEST,
        arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @EnumSource
  void acidGuaranteesToolSeesNoTornRow(Kind kind) throws Exception {
    create(kind, "TestAcidGuarantees", "A", "B", "C");
    int kills;
    List<String> lines;
    try (ServerKills killing = ServerKills.every(BETWEEN_KILLS, cluster)) {
      lines =
          tool(kind)
              .run(
                  "acid",
                  "org.apache.hadoop.hbase.AcidGuaranteesTestTool",
                  LONGEST,
                  "-millis",
                  Integer.toString(SECONDS * 1000),
                  "-numWriters",
                  "8",
                  "-numGetters",
                  "2",
                  "-numScanners",
                  "2",
                  "-numUniqueRows",
                  "8");
      kills = killing.count();
    }
    requireWay(kind, "TestAcidGuarantees");
    List<Long> gets = numbers(lines, GOTTEN);
    List<Long> scanned = numbers(lines, VERIFIED);
    System.out.printf(
        "load tools: AcidGuaranteesTestTool, %s: %d s, %d kills, rows by gets %s, by scans %s%n",
        kind, SECONDS, kills, gets, scanned);
    assertThat(kills).as("servers killed").isPositive();
    // The tool passes over rows that are not there, and counts those that it has compared.
    assertThat(gets).as("rows that each getter compared").hasSize(2).allMatch(rows -> rows > 0);
    assertThat(scanned).as("rows that each scanner compared").hasSize(2).allMatch(n -> n > 0);
  }

  /** The number in each line of a tool's that has one. */
  private static List<Long> numbers(List<String> lines, Pattern line) {
    return lines.stream()
        .map(line::matcher)
        .filter(Matcher::find)
        .map(found -> Long.valueOf(found.group(1)))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void bigLinkedListHasNoUndefinedNode(Kind kind) throws Exception {
    create(kind, "IntegrationTestBigLinkedList", "meta", "big", "tiny");
    Path output = Path.of("target", "load-tools-" + kind, "list").toAbsolutePath();
    int width = NODES / 20;
    int kills;
    List<String> lines;
    try (ServerKills killing = ServerKills.every(BETWEEN_KILLS, cluster)) {
      lines =
          tool(kind)
              .run(
                  "list",
                  "org.apache.hadoop.hbase.test.IntegrationTestBigLinkedList",
                  LONGEST,
                  "-Dfs.defaultFS=file:///",
                  "-Dmapreduce.framework.name=local",
                  "Loop",
                  "1",
                  "1",
                  Integer.toString(NODES),
                  output.toString(),
                  "1",
                  Integer.toString(width),
                  "20");
      kills = killing.count();
    }
    requireWay(kind, "IntegrationTestBigLinkedList");
    System.out.printf(
        "load tools: IntegrationTestBigLinkedList, %s: %,d nodes, %d kills%n", kind, NODES, kills);
    assertThat(kills).as("servers killed").isPositive();
    assertThat(lines)
        .anyMatch(line -> line.contains("REFERENCED=" + NODES))
        .noneMatch(line -> line.matches("\\s*(UNDEFINED|CORRUPT|LOST_FAMILIES|UNREFERENCED)=.*"));
  }

  private LoadTool tool(Kind kind) throws Exception {
    Path directory = Path.of("target", "load-tools-" + kind);
    return kind == Kind.PLUG_IN
        ? LoadTool.withPlugIn(directory, cluster.configuration())
        : LoadTool.unchanged(directory, cluster.configuration());
  }

  private void create(Kind kind, String name, String... families) throws Exception {
    TablePlan plan = TestTable.named(TableName.valueOf(name));
    for (String family : families) {
      plan.families(Bytes.toBytes(family));
    }
    if (kind == Kind.PLAIN) {
      plan.splits(evenly());
    } else {
      plan.salted(SPEC).splitBuckets().splitGateways();
    }
    if (kind == Kind.SALTED) {
      plan.value("halite.doors", "off");
    }
    try (Admin admin = cluster.connection().getAdmin()) {
      plan.create(admin.getConnection());
    }
  }

  /** The requests came as the kind has it, as far as no server has been killed since. */
  private void requireWay(Kind kind, String table) throws Exception {
    long guests =
        GuestRequests.of(cluster).served().values().stream().mapToLong(Long::longValue).sum();
    long gateways = kind == Kind.PLAIN ? 0 : gatewayRequests(table);
    System.out.printf(
        "load tools: %s, %s: guests served %,d requests, gateways %,d%n",
        table, kind, guests, gateways);
    switch (kind) {
      case SALTED -> assertThat(gateways).as("requests of gateways").isGreaterThan(FEW);
      case DOORS -> assertThat(guests).as("requests of guests").isGreaterThan(FEW);
      case PLUG_IN -> assertThat(gateways).as("requests of gateways").isLessThan(FEW);
      case PLAIN -> {}
    }
  }

  private long gatewayRequests(String table) throws Exception {
    return SaltedTableOperations.of(cluster.connection(), TableName.valueOf(table))
        .spread()
        .gateways()
        .stream()
        .mapToLong(gateway -> gateway.reads() + gateway.writes())
        .sum();
  }

  private static List<byte[]> evenly() {
    List<byte[]> splits = new ArrayList<>();
    for (int i = 1; i < 2 * SPLITS; i++) {
      splits.add(new byte[] {(byte) (i * 0x100 / (2 * SPLITS))});
    }
    return splits;
  }
}
