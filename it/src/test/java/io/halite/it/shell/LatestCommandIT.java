package io.halite.it.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.halite.it.cluster.EmbeddedCluster;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command of the real shell, whose client is older than the cluster. */
class LatestCommandIT {
  private static final long START = Instant.parse("2001-01-01T00:00:00Z").toEpochMilli();
  private static EmbeddedCluster cluster;
  private static HBaseShell shell;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.startWithoutHdfs(1);
    shell = open(ShellExtension.built());
    shell.run(
        """
        create 't', 'f', SPLITS => (1..3).map { |bucket| [bucket].pack('C') }
        alter 't', METHOD => 'table_att', \
        'coprocessor' => '|io.halite.coprocessor.SaltingObserver||\
        key=origin:3 departed:8:revtime destination:3,salt=hash(origin) % 4'
        alter 't', METHOD => 'table_att', \
        'coprocessor' => '|io.halite.coprocessor.latest.LatestEndpoint||'
        create 'dumb', 'f'
        require 'halite'
        """);
    List<Put> puts = new ArrayList<>();
    for (String origin : List.of("ATL", "ORD", "\u0000\u0001~")) {
      for (int hour = 0; hour < 40; hour++) {
        byte[] row =
            ByteBuffer.allocate(14)
                .put(Bytes.toBytes(origin))
                .putLong(Long.MAX_VALUE - START - hour * 3_600_000L)
                .put(Bytes.toBytes(hour % 2 == 0 ? "LAX" : "SFO"))
                .array();
        puts.add(
            new Put(row)
                .addColumn(Bytes.toBytes("f"), Bytes.toBytes("delay"), Bytes.toBytes("" + hour))
                .addColumn(
                    Bytes.toBytes("f"), Bytes.toBytes("hits"), Bytes.toBytes(1_000L + hour)));
      }
    }
    try (Table table = cluster.connection().getTable(TableName.valueOf("t"))) {
      table.put(puts);
    }
  }

  private static HBaseShell open(ShellExtension extension) throws Exception {
    return HBaseShell.open("localhost", cluster.zooKeeperPort(), Duration.ofMinutes(2), extension);
  }

  @AfterAll
  static void stop() throws Exception {
    shell.close();
    cluster.close();
  }

  /** The lines of an answer without the shell's own. */
  private static List<String> lines(String command) throws Exception {
    return shell
        .run(command)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("Took ") && !line.startsWith("=> "))
        .map(line -> line.replaceAll("timestamp=[-:.0-9TZ]+, ", "").strip())
        .toList();
  }

  @Test
  void theNewestRowsOfOneKeyAreShownWithTheirTimes() throws Exception {
    assertThat(lines("latest 't', 'ORD', 2"))
        .containsExactly(
            "origin departed destination  COLUMN+CELL",
            "ORD 2001-01-02T15:00:00Z SFO column=f:delay, value=39",
            "ORD 2001-01-02T15:00:00Z SFO"
                + " column=f:hits, value=\\x00\\x00\\x00\\x00\\x00\\x00\\x04\\x0F",
            "ORD 2001-01-02T14:00:00Z LAX column=f:delay, value=38",
            "ORD 2001-01-02T14:00:00Z LAX"
                + " column=f:hits, value=\\x00\\x00\\x00\\x00\\x00\\x00\\x04\\x0E",
            "2 row(s)");
  }

  @Test
  void severalKeysAndColumnsAreNamedAsInTheShellsOwnCommands() throws Exception {
    assertThat(lines("latest 't', ['ORD', 'ATL'], 3, COLUMNS => ['f:delay']"))
        .containsExactly(
            "origin departed destination  COLUMN+CELL",
            "ATL 2001-01-02T15:00:00Z SFO column=f:delay, value=39",
            "ATL 2001-01-02T14:00:00Z LAX column=f:delay, value=38",
            "ATL 2001-01-02T13:00:00Z SFO column=f:delay, value=37",
            "ORD 2001-01-02T15:00:00Z SFO column=f:delay, value=39",
            "ORD 2001-01-02T14:00:00Z LAX column=f:delay, value=38",
            "ORD 2001-01-02T13:00:00Z SFO column=f:delay, value=37",
            "6 row(s)");
  }

  @Test
  void allKeysArePossibleAndBytesOfAnyValueAreKeys() throws Exception {
    assertThat(lines("latest 't', ALL => true, LIMIT => 1, COLUMN => 'f:delay'"))
        .containsSubsequence("\\x00\\x01~ 2001-01-02T15:00:00Z SFO column=f:delay, value=39")
        .contains("3 row(s)");
    assertThat(lines("latest 't', \"\\x00\\x01~\", 1, COLUMN => 'f:delay'")).contains("1 row(s)");
    assertThat(lines("latest 't', PREFIX => \"\\x00\", LIMIT => 2")).contains("2 row(s)");
    assertThat(
            lines("latest 't', STARTROW => 'B', STOPROW => 'P', LIMIT => 1, COLUMN => 'f:delay'"))
        .contains("ORD 2001-01-02T15:00:00Z SFO column=f:delay, value=39", "1 row(s)");
  }

  @Test
  void columnsHaveAnyBytes() throws Exception {
    String row = "ODD\\x7F\\xFF\\xFF\\x1B\\xF0\\x3F\\xC3\\xFFLAX";
    shell.run("put 't', \"%s\", \"f:\\xE0\\x01\", '7'".formatted(row));
    for (String option : List.of("COLUMN => %s", "COLUMNS => [%s]", "COLUMNS => ['f:a', %s]")) {
      assertThat(lines("latest 't', 'ODD', 1, " + option.formatted("\"f:\\xE0\\x01\"")))
          .contains("1 row(s)");
    }
    assertThat(lines("latest 't', 'ODD', 1, AGGREGATE => \"max f:\\xE0\\x01\""))
        .contains("ODD max=7");
    shell.run("deleteall 't', \"%s\"".formatted(row));
  }

  @Test
  void aQueryThatTakesTooLongSaysSoAndNotOnlyThatItDid() throws Exception {
    assertThat(said("latest 't', ALL => true, LIMIT => 1, TIMEOUT => '1ms'"))
        .containsPattern("no answer within|the answer took longer than");
  }

  @Test
  void figuresOverTheNewestValuesTakeThePlaceOfRows() throws Exception {
    assertThat(lines("latest 't', 'ORD', 100, AGGREGATE => 'mean f:delay'"))
        .containsExactly("origin  f:delay", "ORD mean=19.5", "1 row(s)");
    assertThat(
            lines("latest 't', 'ORD', 10, AGGREGATE => 'count min max sum first last f:hits long'"))
        .contains("ORD count=10, min=1030, max=1039, sum=10345, first=1030, last=1039");
    assertThat(lines("latest 't', ALL => true, LIMIT => 6, BY => [], AGGREGATE => 'mean f:delay'"))
        .containsExactly("(all keys)  f:delay", "mean=38.5", "1 row(s)");
  }

  @Test
  void timesAndSegmentsDecideWhichRowsCount() throws Exception {
    String window = "AS_OF => '2001-01-01T05:30Z', NOT_BEFORE => '2001-01-01T03:00Z'";
    assertThat(lines("latest 't', 'ORD', 9, " + window + ", COLUMN => 'f:delay'"))
        .contains("ORD 2001-01-01T05:00:00Z SFO column=f:delay, value=5", "3 row(s)");
    assertThat(lines("latest 't', 'ORD', 2, WHERE => 'destination = LAX', COLUMN => 'f:delay'"))
        .contains(
            "ORD 2001-01-02T14:00:00Z LAX column=f:delay, value=38",
            "ORD 2001-01-02T12:00:00Z LAX column=f:delay, value=36",
            "2 row(s)");
  }

  @Test
  void rowsByTimeAreSteppedListedAndFirst() throws Exception {
    String delay = ", COLUMN => 'f:delay'";
    assertThat(values("latest 't', 'ORD', 3, EACH => '12h', TIMEOUT => '5m'" + delay))
        .containsExactly("39", "35", "23");
    assertThat(
            values("latest 't', 'ORD', AT => ['2001-01-01T05:30Z', '2001-01-02T00:00Z']" + delay))
        .containsExactly("24", "5");
    assertThat(values("latest 't', ALL => true, FIRST_AFTER => '2001-01-01T05:00Z'" + delay))
        .containsExactly("6", "6", "6");
    assertThat(
            values(
                "latest 't', 'ORD', 9, BETWEEN => ['2001-01-01T03:00Z', '2001-01-01T04:00Z']"
                    + delay))
        .containsExactly("4", "3");
    assertThat(
            values(
                "scan 't', {COLUMNS => ['f:delay'], STARTROW => 'ORD', STOPROW => 'P',"
                    + " ATTRIBUTES => {'halite.latest' => '3 each 12h'}}"))
        .containsExactly("39", "35", "23");
  }

  /** This one runs in a shell that has nothing of Halite, too. */
  @Test
  void theShellsOwnScanGivesNewestRowsByOneAttribute() throws Exception {
    String scan = "scan 't', {COLUMNS => ['f:delay'], ATTRIBUTES => {'halite.latest' => '2'%s}%s}";
    assertThat(values(scan.formatted("", ""))).containsExactly("39", "38", "39", "38", "39", "38");
    assertThat(values(scan.formatted("", ", STARTROW => 'B', STOPROW => 'P', LIMIT => 1")))
        .containsExactly("39");
    assertThat(values(scan.formatted(", 'halite.where' => 'destination = LAX'", "")))
        .containsExactly("38", "36", "38", "36", "38", "36");
  }

  private static List<String> values(String scan) throws Exception {
    return lines(scan).stream()
        .filter(line -> line.contains("value="))
        .map(line -> line.substring(line.indexOf("value=") + 6))
        .toList();
  }

  @Test
  void helpIsThereAsForTheShellsOwnCommands() throws Exception {
    assertThat(shell.run("help 'latest'")).contains("hbase> latest 't1', 'ORD', 5");
    assertThat(shell.run("help 'halite'")).contains("Command: latest");
    assertThat(shell.run("help")).contains("Group name: halite");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "latest 'nowhere', 'ORD', 1; Unknown table nowhere!",
        "latest 'dumb', 'ORD', 1; its regions have no LatestEndpoint",
        "latest 't', 'ORD'; how many rows of each key is missing",
        "latest 't', LIMIT => 1; which keys is missing",
        "latest 't', 'ORD', 1, 'LIMTI' => 1; the options are [AGGREGATE, ALL, AS_OF,",
        "latest 't', 'ORD', 0; it must be 1 to 10000 rows of each key",
        "latest 't', 'ORDX', 1; it must be exactly the bytes of the segments",
        "latest 't', 'ORD', 1, COLUMNS => 'g'; Column family g does not exist",
        "latest 't', 'ORD', 1, AGGREGATE => 'median f:delay'; one of count, min, max",
        "latest 't', 'ORD', 1, AGGREGATE => 'mean f:hits'; a decimal number expected",
        "latest 't', 'ORD', 1, AS_OF => 'noon'; it must be a time such as",
        "latest 't', 'ORD', 1, WHERE => 'gate = 4'; table 't'",
        "latest 't', 'ORD', 'five'; it must be a whole number",
        "latest 't', 'ORD', 1, 'f'; 'f' is one too many"
      })
  void whatIsMissingOrWrongIsNamed(String command, String named) throws Exception {
    assertThat(said(command)).contains(named);
  }

  private static String said(String command) throws Exception {
    String said =
        shell.run("begin\n%s\nrescue => e\nputs 'said: ' + e.message.to_s\nend".formatted(command));
    return said.substring(said.lastIndexOf("said: "));
  }

  @Test
  void aShellWithoutTheJarSaysWhereItBelongs() throws Exception {
    try (HBaseShell bare = open(ShellExtension.withoutJar())) {
      assertThatExceptionOfType(ShellException.class)
          .isThrownBy(() -> bare.run("require 'halite'\nlatest 't', 'ORD', 1"))
          .withMessageContaining("HBASE_CLASSPATH");
    }
  }
}
