package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.SaltedTables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** With {@code halite.audit}, the logs of owners name the user behind each forward. */
class AuditIT {
  private static final TableName TABLE = TableName.valueOf("audited");
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] N = Bytes.toBytes("n");
  private static final List<String> LINES = new CopyOnWriteArrayList<>();
  private static final AppenderSkeleton LOG =
      new AppenderSkeleton() {
        @Override
        protected void append(LoggingEvent event) {
          LINES.add(event.getRenderedMessage());
        }

        @Override
        public void close() {}

        @Override
        public boolean requiresLayout() {
          return false;
        }
      };
  private static GuardedCluster cluster;

  private interface Request {
    void send(Table table) throws Exception;
  }

  @BeforeAll
  static void start() throws Exception {
    cluster = GuardedCluster.start(1, settings -> settings.setBoolean("halite.audit", true));
    cluster
        .cluster()
        .connection()
        .getAdmin()
        .createTable(SaltedTables.descriptor(TABLE, F, "key=row:*,salt=hash(*) % 4").build());
    cluster.grant("ann", TABLE, null, null, Action.READ, Action.WRITE);
    Logger.getLogger("SecurityLogger.io.halite").addAppender(LOG);
    Logger.getLogger("SecurityLogger.io.halite").setLevel(Level.INFO);
  }

  @AfterAll
  static void stop() throws Exception {
    Logger.getLogger("SecurityLogger.io.halite").removeAppender(LOG);
    cluster.close();
  }

  private static Put put() {
    return new Put(ROW).addColumn(F, F, F);
  }

  private static Map<String, Request> requests() {
    Map<String, Request> requests = new LinkedHashMap<>();
    requests.put("put", table -> table.put(put()));
    requests.put("delete", table -> table.delete(new Delete(ROW)));
    requests.put("increment", table -> table.increment(new Increment(ROW).addColumn(F, N, 1)));
    requests.put("append", table -> table.append(new Append(ROW).addColumn(F, F, F)));
    requests.put(
        "put in a batch",
        table -> table.put(List.of(put(), new Put(Bytes.toBytes("s")).addColumn(F, F, F))));
    requests.put(
        "put in row mutations",
        table ->
            table.mutateRow(RowMutations.of(List.of(put(), new Delete(ROW).addColumns(F, N)))));
    requests.put(
        "put under a condition",
        table ->
            table.checkAndMutate(CheckAndMutate.newBuilder(ROW).ifNotExists(F, N).build(put())));
    requests.put("get", table -> table.get(new Get(ROW)));
    requests.put("get of existence", table -> table.exists(new Get(ROW)));
    requests.put(
        "get in a list", table -> table.get(List.of(new Get(ROW), new Get(Bytes.toBytes("s")))));
    requests.put(
        "scan",
        table -> {
          try (ResultScanner rows = table.getScanner(new Scan())) {
            rows.forEach(row -> assertThat(row.isEmpty()).isFalse());
          }
        });
    return requests;
  }

  static Stream<String> names() {
    return requests().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void theOwnersLogNamesWhoAsked(String name) throws Exception {
    LINES.clear();
    requests().get(name).send(cluster.table("ann", TABLE));
    assertThat(LINES)
        .isNotEmpty()
        .allMatch(line -> line.endsWith("of table 'audited' asked for by user 'ann'"))
        .anyMatch(line -> line.startsWith(name.split(" ", 2)[0] + " of row "));
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
