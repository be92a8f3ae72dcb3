package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.LogEvents;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.SharedGuardedCluster;
import io.halite.it.cluster.SiteValue;
import io.halite.it.cluster.TestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With {@code halite.audit}, the logs of owners name the user behind each forward. */
@ExtendWith(SharedGuardedCluster.class)
class AuditIT {
  private static final TableName TABLE = TableName.valueOf("audited");
  private static final List<String> LINES = new CopyOnWriteArrayList<>();
  private static final LogEvents LOG =
      new LogEvents(event -> LINES.add(event.getRenderedMessage()));
  private static GuardedCluster cluster;

  @BeforeAll
  static void start(GuardedCluster shared) throws Exception {
    cluster = shared;
    try (SiteValue audit = SiteValue.set(cluster.cluster(), "halite.audit", "true")) {
      TestTable.named(TABLE).salted(TestTable.FOUR_BUCKETS).create(cluster.cluster());
    }
    cluster.grant("ann", TABLE, null, null, Action.READ, Action.WRITE);
    Logger.getLogger("SecurityLogger.io.halite").addAppender(LOG);
    Logger.getLogger("SecurityLogger.io.halite").setLevel(Level.INFO);
  }

  @AfterAll
  static void stop() {
    Logger.getLogger("SecurityLogger.io.halite").removeAppender(LOG);
  }

  @ParameterizedTest
  @EnumSource
  void theOwnersLogNamesWhoAsked(RequestKind kind) throws Exception {
    RequestKind.fill(cluster.table("ann", TABLE));
    LINES.clear();
    kind.send(cluster.table("ann", TABLE));
    assertThat(LINES)
        .isNotEmpty()
        .allMatch(line -> line.endsWith("of table 'audited' asked for by user 'ann'"))
        .anyMatch(line -> line.startsWith(kind.act() + " of row "));
  }

  @Test
  void theGetsOfAListAreReadAheadOnce() throws Exception {
    LINES.clear();
    List<Get> gets = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      gets.add(new Get(Bytes.toBytes("many" + i)));
    }
    cluster.table("ann", TABLE).get(gets);
    assertThat(LINES).hasSize(20);
  }
}
