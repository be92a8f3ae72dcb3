package io.halite.it.protocols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.operate.SaltedTableOperations;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.protocols.ProtocolServer.Protocol;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.RegionFacts;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.thrift2.generated.THBaseService;
import org.apache.hadoop.hbase.thrift2.generated.TIOError;
import org.apache.hadoop.hbase.thrift2.generated.TScan;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of HBase's REST and Thrift servers on salted tables: each answer is a plain table's. */
@ExtendWith(SharedCluster.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class ProtocolServersIT {
  private static final long SEED = Long.getLong("halite.protocols.seed", System.nanoTime());

  private final EmbeddedCluster cluster;
  private Optional<ProtocolServers> started = Optional.empty();

  ProtocolServersIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    started = Optional.of(ProtocolServers.start(cluster, directory));
  }

  @AfterAll
  void stop() throws Exception {
    if (started.isPresent()) {
      started.get().close();
    }
  }

  private int port(Protocol protocol, boolean plugIn) {
    return started.orElseThrow().port(protocol, plugIn);
  }

  @Test
  void clientsOfOtherLanguagesAreAnsweredAsByAPlainTable() {
    List<ProtocolCase> cases = ProtocolCase.drawn(SEED);
    assertThat(new ProtocolRuns(cluster, started.orElseThrow()).failures(cases))
        .as("-Dhalite.protocols.seed=%d draws %s", SEED, cases)
        .isEmpty();
  }

  @Test
  void schemaAndRegionsShowTheTableAsItIs() throws Exception {
    try (TestTable table = split()) {
      String name = table.name().getNameAsString();
      RestClient direct = RestClient.of(port(Protocol.REST, true));
      RestClient usual = RestClient.of(port(Protocol.REST, false));
      for (String type : List.of(RestClient.JSON, RestClient.XML, "text/plain")) {
        String schema = direct.get(name + "/schema", type);
        assertThat(schema).startsWith("200").isEqualTo(usual.get(name + "/schema", type));
        assertThat(schema).contains("hash(*) % 4");
        String regions = direct.get(name + "/regions", type);
        assertThat(regions).startsWith("200").isEqualTo(usual.get(name + "/regions", type));
      }
      assertThat(direct.get(name + "/regions", RestClient.JSON))
          .as("buckets and gateways begin regions")
          .contains(
              "\"startKey\":\"" + RestClient.inBody(new byte[] {2}) + "\"",
              "\"startKey\":\"" + RestClient.inBody(new byte[] {0x60}) + "\"");
    }
  }

  /** HBase's REST server answers so to whatever get a region server refuses, and logs why. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRefusedGetFindsNothingOverRestAsOneOfAKeyThatDoesNotFit(boolean plugIn) throws Exception {
    try (TestTable table =
        TestTable.numbered("fitting").salted("key=user:4,salt=hash(*) % 4").create(cluster)) {
      RestClient client = RestClient.of(port(Protocol.REST, plugIn));
      String row = table.name() + "/" + RestClient.inPath("ab");
      assertThat(client.get(row, RestClient.JSON)).startsWith("404").contains("Not found");
      String key = table.name() + "/" + RestClient.inPath("abcd") + "/";
      assertThat(client.get(key + RestClient.inPath("no:q"), RestClient.JSON)).startsWith("404");
      assertThat(started.orElseThrow().log(Protocol.REST)).contains("NoSuchColumnFamilyException");
      String q = row + "/" + RestClient.inPath("f:q");
      assertThat(client.put(q, RestClient.BINARY, new byte[1])).startsWith("503").contains("ab");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void attributesOfAScanTravelThroughThrift(boolean plugIn) throws Exception {
    try (TestTable table = split();
        TTransport transport = new TSocket("127.0.0.1", port(Protocol.THRIFT2, plugIn))) {
      transport.open();
      THBaseService.Iface client = new THBaseService.Client(new TBinaryProtocol(transport));
      List<String> rows = IntStream.range(0, 40).mapToObj(i -> "row" + i).toList();
      table.put(rows);
      ByteBuffer name = ThriftText.bytes(table.name().getNameAsString());
      TScan unordered =
          new TScan()
              .setAttributes(Map.of(ThriftText.bytes("halite.unordered"), ThriftText.bytes("4")));
      assertThat(client.getScannerResults(name, unordered, 100))
          .extracting(row -> Bytes.toString(row.getRow()))
          .containsExactlyInAnyOrderElementsOf(rows);
      assertThatThrownBy(() -> client.getScannerResults(name, unordered.setReversed(true), 100))
          .isInstanceOfSatisfying(
              TIOError.class, e -> assertThat(e.getMessage()).contains("halite.unordered"));
    }
  }

  /** Each scan has read ahead when the spec changes, and then meets a refusal. */
  @Test
  void aScannerThatFailsEndsOverRestAndFailsOverThrift() throws Exception {
    try (TestTable table = split();
        TTransport transport = new TSocket("127.0.0.1", port(Protocol.THRIFT2, true))) {
      transport.open();
      THBaseService.Iface thrift = new THBaseService.Client(new TBinaryProtocol(transport));
      byte[] large = new byte[200_000];
      List<Put> puts =
          IntStream.range(0, 60)
              .mapToObj(i -> new Put(Bytes.toBytes("row" + i)).addColumn(TestTable.F, null, large))
              .toList();
      table.table().put(puts);
      String name = table.name().getNameAsString();
      RestClient rest = RestClient.of(port(Protocol.REST, true));
      String scanner = rest.open(name, RestClient.JSON, "{\"batch\":1}");
      assertThat(rest.get(scanner, RestClient.XML)).startsWith("200");
      int open = thrift.openScanner(ThriftText.bytes(name), new TScan());
      assertThat(thrift.getScannerRows(open, 1)).hasSize(1);
      table.admin().disableTable(table.name());
      table.admin().truncateTable(table.name(), true);
      table.adopt(TestTable.FOUR_BUCKETS.replace("% 4", "% 3"));
      int read = 1;
      String answer = rest.get(scanner, RestClient.XML);
      for (; answer.startsWith("200"); read++) {
        answer = rest.get(scanner, RestClient.XML);
      }
      assertThat(answer).startsWith("204");
      assertThat(read).isLessThan(puts.size());
      assertThat(started.orElseThrow().log(Protocol.REST))
          .contains("is not the mark of this table's spec");
      assertThatThrownBy(
              () -> {
                for (int i = 1; i < puts.size(); i++) {
                  assertThat(thrift.getScannerRows(open, 1)).isNotEmpty();
                }
              })
          .isInstanceOfSatisfying(
              TIOError.class,
              e -> assertThat(e.getMessage()).contains("is not the mark of this table's spec"));
    }
  }

  /** HBase's client warns of each list that the servers refuse, and the plug-in sends it again. */
  @Test
  void theLogSaysThatAListHasAskedForTheSpec() throws Exception {
    try (TestTable table = split()) {
      String name = table.name().getNameAsString();
      RestClient client = RestClient.of(port(Protocol.REST, true));
      String rows =
          Stream.of("AA", "bb")
              .map(RestClient::inBody)
              .map(row -> "<Row key=\"%s\"><Cell column=\"Zjpx\">MQ==</Cell></Row>".formatted(row))
              .collect(Collectors.joining("", "<CellSet>", "</CellSet>"));
      assertThat(client.post(name + "/fakerow", RestClient.XML, rows)).startsWith("200");
      assertThat(table.scan(new Scan())).containsExactly("AA", "bb");
      assertThat(started.orElseThrow().log(Protocol.REST))
          .containsPattern("WARN .*table=" + name + ".*halite mark refused");
    }
  }

  /** REST has no attributes; the filter says the same. */
  @ParameterizedTest
  @ValueSource(strings = {"hash(unit) % 4", "hash(*) % 4", "none"})
  void newestRowsTravelThroughRestAsAFilter(String salt) throws Exception {
    try (TestTable table =
        TestTable.numbered("newest")
            .salted("key=unit:2 ts:8:revtime,salt=" + salt)
            .splits(SaltingSpec.parse("key=unit:2 ts:8:revtime,salt=" + salt).salt().splitPoints())
            .create(cluster)) {
      List<Put> puts = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        byte[] row = Bytes.add(Bytes.toBytes("U" + i % 3), Bytes.toBytes(Long.MAX_VALUE - i));
        puts.add(new Put(row).addColumn(TestTable.F, TestTable.Q, Bytes.toBytes("v" + i)));
      }
      table.table().put(puts);
      RestClient client = RestClient.of(port(Protocol.REST, true));
      String all = table.name().getNameAsString() + "/*?filter=";
      assertThat(
              RestAnswers.values(
                  client.get(all + RestClient.inQuery("LatestFilter('2')"), RestClient.XML)))
          .containsExactly("v57", "v54", "v58", "v55", "v59", "v56");
      assertThat(
              RestAnswers.values(
                  client.get(
                      all
                          + RestClient.inQuery(
                              "LatestFilter('1 each 30ms') AND ValueFilter(<,'binary:v50')"),
                      RestClient.XML)))
          .containsExactly("v48", "v49", "v47");
      assertThat(
              RestAnswers.values(
                  client.get(all + RestClient.inQuery("LatestFilter('at 31')"), RestClient.XML)))
          .containsExactly("v30", "v31", "v29");
    }
  }

  /** As the table's own segments, and as places that need no layout. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'event~: host~: n:2:digits',"
            + " '(event = e00 and host in (h1, h3)) or event = e08 and not (host = h4*)'",
        "'@#3A = e00 and (@#3A#3A = h1 or @#3A#3A = h3)"
            + " or @#3A = e08 and not (@#3A#3A >= h4)'",
      })
  void aQueryBehindDelimitersReadsNoRegionBetweenItsBranchesOverRest(String filter)
      throws Exception {
    TablePlan plan =
        TestTable.numbered("queries")
            .salted("key=event~: host~: n:2:digits,salt=hash(*) % 4")
            .splitBuckets();
    for (byte bucket = 0; bucket < 4; bucket++) {
      plan.splits(
          Bytes.add(new byte[] {bucket}, Bytes.toBytes("e02")),
          Bytes.add(new byte[] {bucket}, Bytes.toBytes("e06")));
    }
    try (TestTable table = plan.create(cluster)) {
      List<String> keys = new ArrayList<>();
      for (int i = 0; i < 12 * 5 * 4; i++) {
        keys.add("e%02d:h%d:%02d".formatted(i / 20, i / 4 % 5, i % 4));
      }
      table.put(keys);
      SaltedTableOperations operations =
          SaltedTableOperations.of(cluster.connection(), table.name());
      RestClient client = RestClient.of(port(Protocol.REST, true));
      String path = table.name().getNameAsString() + "/*?filter=";
      // The plug-in learns the spec before the reads are counted.
      assertThat(client.get(path + RestClient.inQuery("PageFilter(1)"), RestClient.XML))
          .startsWith("200");
      List<RegionFacts> before = operations.facts();
      assertThat(
              RestAnswers.keys(
                  client.get(
                      path + RestClient.inQuery("SegmentFilter(" + filter + ")"), RestClient.XML)))
          .containsExactlyElementsOf(
              keys.stream().filter(key -> key.matches("e00:h[13]:.*|e08:h[0-3]:.*")).toList());
      List<RegionFacts> after = operations.facts();
      int spared = 0;
      for (int i = 0; i < before.size(); i++) {
        String region = before.get(i).rows().toString();
        long reads = after.get(i).reads() - before.get(i).reads();
        if (region.matches("\\[0[0-3] 65 30 32.*")) {
          assertThat(reads).as(region).isZero();
          spared++;
        } else if (region.matches("\\[0[0-3].*")) {
          assertThat(reads).as(region).isPositive();
        }
      }
      assertThat(spared).as("regions from e02 to e06, of each bucket").isEqualTo(4);
    }
  }

  private TestTable split() throws Exception {
    return TestTable.numbered("shown")
        .salted(TestTable.FOUR_BUCKETS)
        .splitBuckets()
        .splitGateways()
        .create(cluster);
  }
}
