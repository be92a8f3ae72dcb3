package io.halite.it.forwards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.LogEvents;
import io.halite.it.cluster.SiteValue;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.log4j.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The owner of a table writes what he likes into its values; the server, which serves all tables,
 * goes by its site. No other salted table is there when a test begins, so that the first region of
 * the test's first table is the one that makes what the server's tables share.
 */
@Timeout(60)
class TableValuesIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final TableName OWN = TableName.valueOf("own");
  private static final TableName OTHER = TableName.valueOf("other");
  private static EmbeddedCluster cluster;
  private static Connection hasty;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.startWithoutHdfs(1);
    Configuration client = new Configuration(cluster.configuration());
    client.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 1);
    client.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, 15_000);
    hasty = ConnectionFactory.createConnection(client);
  }

  @AfterAll
  static void stop() throws Exception {
    hasty.close();
    cluster.close();
  }

  @AfterEach
  void dropTables() throws Exception {
    TestTable.drop(cluster.connection().getAdmin(), OWN);
    TestTable.drop(cluster.connection().getAdmin(), OTHER);
    OwnerWitness.seen();
  }

  private static TablePlan salted(TableName name) {
    return TestTable.named(name).salted(TestTable.FOUR_BUCKETS).coprocessor(OwnerWitness.class);
  }

  private static Table create(TablePlan plan) throws Exception {
    return hasty.getTable(plan.create(cluster).name());
  }

  private static void assertServed(Table table) throws Exception {
    table.put(new Put(ROW).addColumn(F, F, ROW));
    assertThat(table.get(new Get(ROW)).value()).isEqualTo(ROW);
  }

  @ParameterizedTest
  @CsvSource({
    "hbase.zookeeper.quorum, nowhere.invalid",
    "hbase.zookeeper.property.clientPort, 1",
    "halite.forward.timeout, nonsense",
    "halite.scan.pass.bytes, nonsense"
  })
  void whatATableSaysOfItsServerIsNotRead(String key, String value) throws Exception {
    try (Table own = create(salted(OWN).value(key, value));
        Table other = create(salted(OTHER))) {
      assertServed(own);
      assertServed(other);
    }
  }

  @Test
  void handlersAreBoundWhateverATableSays() throws Exception {
    try (Table own = create(salted(OWN).value("halite.forward.permits", "off"));
        Table other = create(salted(OTHER))) {
      assertServed(own);
      assertServed(other);
      assertThat(OwnerWitness.seen())
          .hasSize(4)
          .allSatisfy(forward -> assertThat(forward.permits()).isEqualTo(1));
    }
  }

  @Test
  void forwardsTakeThePoolThatTheSiteHas() throws Exception {
    String pool = "hbase.regionserver.bulkload.handler.count";
    try (Table own = create(salted(OWN).value(pool, "3"));
        Table other = create(salted(OTHER))) {
      assertServed(own);
      assertServed(other);
      assertThat(OwnerWitness.seen())
          .hasSize(4)
          .allSatisfy(forward -> assertThat(forward.priority()).isEqualTo(HConstants.NORMAL_QOS));
    }
  }

  @Test
  void ofAWrongSwitchOfItsSiteAServerWarnsOnceAndGoesOn() throws Exception {
    List<String> warnings = Collections.synchronizedList(new ArrayList<>());
    LogEvents events = new LogEvents(event -> warnings.add(event.getRenderedMessage()));
    Logger logger = Logger.getLogger("io.halite.coprocessor.owner.OwnerConnection");
    logger.addAppender(events);
    try (SiteValue sharing = SiteValue.set(cluster, "halite.forward.sharing", "ON");
        Table own = create(salted(OWN));
        Table other = create(salted(OTHER))) {
      assertThat(sharing).isNotNull();
      assertServed(own);
      assertServed(other);
    } finally {
      logger.removeAppender(events);
    }
    assertThat(warnings)
        .singleElement()
        .asString()
        .startsWith("halite.forward.sharing 'ON' must be on or off, in lower case");
  }

  @Test
  void noRefusalShowsTheServersOwnProperties() throws Exception {
    String secret = System.getProperty("java.io.tmpdir");
    try (Table own = create(salted(OWN).value("halite.scan.passes", "${java.io.tmpdir}"))) {
      assertThatThrownBy(() -> assertServed(own))
          .hasStackTraceContaining("${java.io.tmpdir}")
          .satisfies(
              refusal ->
                  assertThat(org.apache.hadoop.util.StringUtils.stringifyException(refusal))
                      .doesNotContain(secret));
    }
  }
}
