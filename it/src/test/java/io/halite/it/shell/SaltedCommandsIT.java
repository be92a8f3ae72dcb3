package io.halite.it.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What operators type, in the real shell, whose client is older than the cluster. */
@ExtendWith(SharedCluster.class)
class SaltedCommandsIT {
  private static final byte[] F = Bytes.toBytes("f");

  @RegisterExtension static final ClassShell SHELL = ClassShell.withHalite();

  private final EmbeddedCluster cluster;

  SaltedCommandsIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  private List<String> lines(String command) throws Exception {
    return SHELL
        .run(cluster, command)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("Took "))
        .toList();
  }

  /** ATL and ORD with 300 rows each, 4 buckets, a gateway split at G. */
  private void fill() throws Exception {
    SHELL.run(
        cluster,
        """
        create 'ops', 'f', SPLITS => ["\\x01", "\\x02", "\\x03", 'G']
        alter 'ops', METHOD => 'table_att', \
        'coprocessor' => '|io.halite.coprocessor.SaltingObserver||\
        key=origin:3 number:*,salt=hash(origin number) % 4'
        create 'plain', 'f'
        """);
    List<Put> puts = new ArrayList<>();
    for (String origin : List.of("ATL", "ORD")) {
      for (int i = 0; i < 300; i++) {
        puts.add(
            new Put(Bytes.toBytes("%s%04d".formatted(origin, i)))
                .addColumn(F, F, F)
                .addColumn(F, null, F));
      }
    }
    try (Table table = cluster.connection().getTable(TableName.valueOf("ops"))) {
      table.put(puts);
    }
  }

  @Test
  void operatorsSeeMeasureVerifyAndDeleteBySaltedCommands() throws Exception {
    fill();
    assertThat(lines("describe_salted 'ops'"))
        .contains(
            "spec      key=origin:3 number:*,salt=hash(origin number) % 4",
            "segment   origin:3",
            "segment   number:*",
            "salt      hash(origin number) % 4: 4 buckets in 4 regions; 1 regions are gateways"
                + " only");

    assertThat(lines("where_is 'ops', 'ATL0007'"))
        .anyMatch(line -> line.endsWith("(ATL0007), there is such a row"))
        .anyMatch(line -> line.matches("gateway +region \\w+ of 03 to 47, on .*"))
        .anyMatch(line -> line.matches("stored key +0[0-3]·41 54 4C 30 30 30 37, bucket [0-3]"))
        .anyMatch(line -> line.startsWith("owner "));
    assertThat(lines("where_is 'ops', 'AT'"))
        .anyMatch(line -> line.contains("none: the key does not fit the table's layout"));

    List<String> spread = lines("spread 'ops'");
    assertThat(spread.get(0)).startsWith("bucket ");
    List<String> buckets = spread.stream().filter(l -> l.matches("0[0-3] .*#+")).toList();
    assertThat(buckets).hasSize(4);
    assertThat(buckets.stream().mapToInt(line -> Integer.parseInt(line.split(" +")[1])).sum())
        .as("rows of all buckets")
        .isEqualTo(600);
    assertThat(spread)
        .as("both gateways took writes")
        .anyMatch(line -> line.startsWith("[03, 47)"))
        .anyMatch(line -> line.startsWith("[47, +∞)"))
        .anyMatch(
            line -> line.matches("imbalance: the fullest bucket has 1\\.\\d\\d times the rows.*"));

    SHELL.run(cluster, "flush 'ops'");
    assertExplained(lines("explain_where 'ops', 'origin = ATL', RUN => true"));

    assertThat(lines("verify_salted 'ops'")).contains("600 rows verified, 0 wrong");
    assertThat(lines("halite_doctor"))
        .anyMatch(
            line -> line.matches("server +localhost,.*: Halite .*, HBase 2\\.6\\.\\d, Java .*"))
        .anyMatch(line -> line.matches("table +ops: key=origin:3 .*; regions on servers .*"))
        .anyMatch(line -> line.matches("\\d+ findings hurt, \\d+ notes"));

    assertThat(lines("delete_by_prefix 'ops', 'ATL00', DRY_RUN => true"))
        .contains("100 rows would be deleted");
    assertThat(lines("delete_by_prefix 'ops', 'ATL00', {:DRY_RUN => true}"))
        .contains("100 rows would be deleted");
    assertThat(lines("count 'ops'")).contains("600 row(s)");
    assertThat(lines("delete_by_prefix 'ops', 'ATL00'")).contains("100 rows deleted");
    assertThat(lines("count 'ops'")).contains("500 row(s)");
    assertThat(lines("scan 'ops', STARTROW => 'ATL', LIMIT => 1"))
        .anyMatch(line -> line.contains("ATL0100"));

    assertThat(lines("help 'spread'")).anyMatch(line -> line.contains("imbalance"));
    assertThat(lines("help")).anyMatch(line -> line.contains("verify_salted"));
  }

  /** Every line; all lies in files, in one block of each region. */
  private static void assertExplained(List<String> lines) {
    List<String> wanted = new ArrayList<>();
    wanted.add("query     origin@0:3 = ATL");
    wanted.add("range     \\[41 54 4C, 41 54 4D\\)");
    wanted.add("plan      merges rows of buckets in natural order; 4 of 4 buckets");
    for (int bucket = 0; bucket < 4; bucket++) {
      wanted.add("read      \\[0%d 41 54 4C, 0%d 41 54 4D\\)".formatted(bucket, bucket));
    }
    wanted.add("regions   4 of 4 that store rows, (\\d+ kB) of \\1");
    for (String region : List.of("-∞, 01", "01, 02", "02, 03", "03, 47")) {
      wanted.add("region    \\[" + region + "\\) on localhost,\\d+,\\d+, [1-9]\\d* kB");
    }
    wanted.add(
        "estimate  [1-9]\\d* kB with 1200 cells: index entries of store files that hold the ranges,"
            + " and memory");
    wanted.add(
        "seeks     to 1 range of natural keys over all buckets; in them by the other segments.*");
    wanted.add("order     @0:3 in 1");
    wanted.add(
        "was       300 rows with 600 cells, \\d+ kB; 300 rows scanned, 0 of them filtered; .*");
    wanted.add("sought    0 hints of the filters, which were shown 300 rows and \\d+ cells");
    assertThat(lines).hasSameSizeAs(wanted);
    for (int i = 0; i < wanted.size(); i++) {
      assertThat(lines.get(i)).matches(wanted.get(i));
    }
  }

  @Test
  void rowsWithoutTheirSaltAreFoundThoughTheTableRefusesItsUsers() throws Exception {
    SHELL.run(
        cluster,
        """
        create 'raw', 'f'
        put 'raw', 'ATL', 'f:q', 'v'
        flush 'raw'
        disable 'raw'
        alter 'raw', METHOD => 'table_att', 'coprocessor' => \
        '|io.halite.coprocessor.SaltingObserver||key=row:*,salt=hash(*) % 4'
        enable 'raw'
        """);
    assertThat(lines("verify_salted 'raw'"))
        .contains("1 rows verified, 1 wrong")
        .anyMatch(line -> line.startsWith("41 54 4C: "));
  }

  @Tag("wide")
  @Test
  void whatIsWrongWithACommandIsSaidAtThePrompt() throws Exception {
    assertRefused("create 'unsalted', 'f'\nspread 'unsalted'", "has no SaltingObserver");
    assertRefused("delete_by_prefix 'unsalted', 'a', 'b' => 1", "its option is DRY_RUN");
    assertRefused(
        "delete_by_prefix 'unsalted', 'a', DRY_RUN => 'true'",
        "DRY_RUN is 'true', which is neither true nor false: write DRY_RUN => true");
    assertRefused("explain_where 'unsalted', 'a = 1', 'B' => 1", "has no option 'B'");
    assertSaid("create_salted 't1', 'f', 'g', 'key=a:*,salt=none'", "several column families as");
    assertSaid(
        "find_by 't1', 'byOrder', '000042', 5",
        "'5' is not an option: write NAME => value, where NAME is one of FROM, TO, PREFIX, LIMIT");
    assertSaid("delete_by_prefix 't1', 'ATL', true", "'true' is not an option");
    assertSaid("explain_where 't1', 'q', 'RUN'", "'RUN' is not an option");
  }

  /** The shell's strings have the bytes that a user types, and HBase's row keys have any. */
  @Test
  void aTextThatIsNotUtf8IsRefusedRatherThanReadAsAnotherOne() throws Exception {
    SHELL.run(
        cluster,
        "create_salted 'bytes', 'f', 'key=user:2 day:2,salt=hash(user) % 4,index=byDay(day)'");
    for (String command :
        List.of(
            "find_by 'bytes', 'byDay', '', FROM => \"\\xC3\"",
            "find_by 'bytes', 'byDay', '', PREFIX => \"\\xC3\"",
            "explain_where 'bytes', \"day = '\\xC3'\"",
            "latest 'bytes', 'u', 1, WHERE => \"day = '\\xC3'\"",
            "scan 'bytes', {ATTRIBUTES => {'halite.where' => \"day = '\\xC3'\"}}",
            "get 'bytes', 'aa', {ATTRIBUTES => {'halite.index' => \"byDay: \\xC3\"}}")) {
      assertSaid(command, "is not UTF-8 at byte");
    }
    assertThat(lines("find_by 'bytes', 'byDay', '', FROM => '0xC3'")).contains("0 row(s)");
  }

  private void assertSaid(String command, String rule) throws Exception {
    String said =
        SHELL.run(
            cluster, "begin\n" + command + "\nrescue => e\nputs 'said: ' + e.message.to_s\nend");
    assertThat(said.substring(said.lastIndexOf("said: "))).contains(rule);
  }

  private void assertRefused(String command, String rule) throws Exception {
    assertThatExceptionOfType(ShellException.class)
        .isThrownBy(() -> SHELL.run(cluster, command))
        .satisfies(refusal -> assertThat(refusal.output()).contains(rule));
  }
}
