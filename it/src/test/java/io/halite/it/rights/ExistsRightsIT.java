package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.PlugIns;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.PlacedTable;
import io.halite.it.door.SharedDoorCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A judge who judges gets alone judges existence checks, too, as on a plain table. */
@ExtendWith(SharedDoorCluster.class)
class ExistsRightsIT {
  private static final byte[] F = ColumnAuthorization.FAMILY;
  private static final byte[] SECRET = ColumnAuthorization.SECRET;
  private static final byte[] OPEN = Bytes.toBytes("open");
  private static final byte[] ROW = Bytes.toBytes("anna");
  private static final List<String> USERS =
      List.of(ColumnAuthorization.DENIED, ColumnAuthorization.NARROWED, "free");
  private static @TempDir Path directory;
  private static EmbeddedCluster cluster;
  private static TestTable plain;
  private static PlacedTable hash;
  private static TestTable random;

  @BeforeAll
  static void start(EmbeddedCluster shared) throws Exception {
    cluster = shared;
    ColumnAuthorization.writeJar(jar());
    plain = judged(TestTable.numbered("exists")).create(cluster);
    hash = PlacedTable.create(cluster, ExistsRightsIT::judged);
    random =
        judged(TestTable.numbered("exists").salted("key=row:*,salt=random % 4")).create(cluster);
    for (TestTable each : List.of(plain, hash.table(), random)) {
      each.table().put(new Put(ROW).addColumn(F, SECRET, SECRET).addColumn(F, OPEN, OPEN));
    }
    hash.awaitDoor();
  }

  @AfterAll
  static void drop() throws Exception {
    plain.close();
    hash.close();
    random.close();
  }

  private static Path jar() {
    return directory.resolve("authorization.jar");
  }

  private static TablePlan judged(TablePlan plan) {
    return plan.attribute(jar().toUri() + "|" + ColumnAuthorization.NAME_IN_JAR + "|1000|");
  }

  /** With and without columns, by each value. */
  private static List<Get> checks() {
    List<Get> checks = new ArrayList<>();
    for (byte[] value : List.of(SECRET, OPEN, Bytes.toBytes("neither"), new byte[0])) {
      Optional<Filter> filter =
          Optional.of(value)
              .filter(some -> some.length > 0)
              .map(some -> new ValueFilter(CompareOperator.EQUAL, new BinaryComparator(some)));
      for (Get get :
          List.of(
              new Get(ROW),
              new Get(ROW).addFamily(F),
              new Get(ROW).addColumn(F, SECRET),
              new Get(ROW).addColumn(F, OPEN))) {
        filter.ifPresent(get::setFilter);
        checks.add(get);
      }
    }
    return checks;
  }

  /** What a client may do with its connection. */
  private interface Route {
    Table to(Connection client) throws Exception;
  }

  private static List<String> answers(String user, Configuration conf, Route route)
      throws Exception {
    PrivilegedExceptionAction<List<String>> asking =
        () -> {
          List<String> answers = new ArrayList<>();
          try (Connection client = ConnectionFactory.createConnection(conf);
              Table table = route.to(client)) {
            for (Get check : checks()) {
              answers.add(answer(table, check));
            }
          }
          return answers;
        };
    return User.createUserForTesting(conf, user, new String[0]).runAs(asking);
  }

  private static String answer(Table table, Get check) throws IOException {
    try {
      return String.valueOf(table.exists(check));
    } catch (AccessDeniedException denied) {
      return "denied";
    }
  }

  private static List<String> ofPlain(String user) throws Exception {
    return answers(user, cluster.configuration(), client -> client.getTable(plain.name()));
  }

  @Test
  void thePlainTableAnswersTheThreeUsersDifferently() throws Exception {
    List<String> free = ofPlain("free");
    assertThat(free).contains("true", "false").doesNotContain("denied");
    assertThat(ofPlain(ColumnAuthorization.DENIED)).contains("denied", "true", "false");
    assertThat(ofPlain(ColumnAuthorization.NARROWED))
        .contains("true", "false")
        .doesNotContain("denied")
        .isNotEqualTo(free);
  }

  @Test
  void throughGatewaysEachUserLearnsWhatThePlainTableSays() throws Exception {
    for (TestTable salted : List.of(hash.table(), random)) {
      for (String user : USERS) {
        assertThat(answers(user, cluster.configuration(), by -> by.getTable(salted.name())))
            .as("%s of %s", user, salted.name())
            .isEqualTo(ofPlain(user));
      }
    }
  }

  @Test
  void throughADoorEachUserLearnsWhatThePlainTableSays() throws Exception {
    for (String user : USERS) {
      long before = DoorCluster.sum(cluster, DoorCounts::served);
      assertThat(answers(user, cluster.configuration(), hash::atDoor))
          .as(user)
          .isEqualTo(ofPlain(user));
      assertThat(DoorCluster.sum(cluster, DoorCounts::served)).isGreaterThan(before);
    }
  }

  @Test
  void throughThePluginEachUserLearnsWhatThePlainTableSays() throws Exception {
    Configuration direct = PlugIns.on(cluster.configuration());
    for (TestTable salted : List.of(hash.table(), random)) {
      for (String user : USERS) {
        assertThat(answers(user, direct, by -> by.getTable(salted.name())))
            .as("%s of %s", user, salted.name())
            .isEqualTo(ofPlain(user));
      }
    }
  }
}
