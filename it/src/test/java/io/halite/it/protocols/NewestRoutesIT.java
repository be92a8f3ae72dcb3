package io.halite.it.protocols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.coprocessor.door.DoorCounts;
import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.TablePlan;
import io.halite.it.cluster.TestTable;
import io.halite.it.door.DoorCluster;
import io.halite.it.door.Polling;
import io.halite.it.door.SharedDoorCluster;
import io.halite.it.protocols.NewestQuestion.Asked;
import io.halite.it.protocols.NewestQuestion.Within;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.LatestException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Newest rows by every route, under salts that are drawn for each run: all routes give what the
 * rows themselves say, or refuse in the words of docs/latest.md.
 *
 * <p>{@code -Dhalite.newest.salts=all} takes all salts, {@code -Dhalite.newest.seed} draws the same
 * again.
 */
@Tag("wide")
@ExtendWith(SharedDoorCluster.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
class NewestRoutesIT {
  private static final long SEED = Long.getLong("halite.newest.seed", System.nanoTime());
  private static final boolean ALL = System.getProperty("halite.newest.salts", "").equals("all");
  private static final int QUESTIONS = 8;

  /** Of a run: so many salts that answer, and one that scatters and one that refuses. */
  private static final int DRAWN = 2;

  private static final List<String> ORDERED =
      List.of(
          "none",
          "hash(unit n) % 4",
          "hash(*) % 4",
          "hash(unit) spread(tie % 2) % 8",
          "hash(*) % 5 digits",
          "mod(n) % 3",
          "mod(tie) % 2",
          "phoenix % 8",
          "hbasewd % 7",
          "md5(unit)[0:1]",
          "MD5(unit n)[0:1]-");
  private static final List<String> SCATTERING =
      List.of("reverse(unit)", "md5(unit)[0:4]", "MD5(*)[0:32]:");
  private static final List<String> PLACES = List.of("random % 4", "random-suffix % 10");

  private static final String IN_ORDER = "halite.latest needs the rows of a key in natural order";
  private static final String ONE_PLACE = "needs its row in one place";
  private static final String NOT_IN_ORDER = "does not store this query's rows in natural order";
  private static final String NOT_ONE_PLACE =
      "newest rows can be found only where each row has one";

  private final EmbeddedCluster cluster;
  private Optional<NewestRoutes> opened = Optional.empty();

  NewestRoutesIT(EmbeddedCluster cluster) {
    this.cluster = cluster;
  }

  static List<String> salts() {
    if (ALL) {
      return Stream.of(ORDERED, SCATTERING, PLACES).flatMap(List::stream).toList();
    }
    Random random = new Random(SEED);
    List<String> drawn = new ArrayList<>();
    drawn.addAll(some(ORDERED, DRAWN, random));
    drawn.addAll(some(SCATTERING, 1, random));
    drawn.addAll(some(PLACES, 1, random));
    return drawn;
  }

  private static List<String> some(List<String> salts, int count, Random random) {
    List<String> shuffled = new ArrayList<>(salts);
    Collections.shuffle(shuffled, random);
    return shuffled.subList(0, count);
  }

  @BeforeAll
  void connect(@TempDir Path directory) throws Exception {
    opened = Optional.of(NewestRoutes.open(cluster, directory));
  }

  @AfterAll
  void close() throws Exception {
    if (opened.isPresent()) {
      opened.get().close();
    }
  }

  private NewestRoutes routes() {
    return opened.orElseThrow();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("salts")
  void allRoutesGiveTheSameRowsOrRefuseInTheSameWords(String salt) throws Exception {
    Random random = new Random(SEED + salt.hashCode());
    List<byte[]> rows = NewestQuestion.rows(random);
    long doors;
    try (TestTable table = filled(salt, rows)) {
      doors = hasDoors(salt) ? awaitDoors(table, rows.get(0)) : 0;
      for (int i = 0; i < QUESTIONS; i++) {
        NewestQuestion question = new NewestQuestion(random);
        String about = "seed %d, salt %s, %s".formatted(SEED, salt, question);
        if (isAnswered(salt, question)) {
          answered(table.name(), question, rows, about);
        } else {
          String words = PLACES.contains(salt) ? ONE_PLACE : IN_ORDER;
          refused(table.name(), question, words, about);
        }
        ask(table.name(), salt, question, question.asked(rows, random), about);
      }
    }
    if (hasDoors(salt)) {
      assertThat(served()).as("doors").isGreaterThan(doors);
    }
  }

  private static boolean hasDoors(String salt) {
    return ORDERED.contains(salt) && !salt.equals("none");
  }

  private long served() {
    return DoorCluster.sum(cluster, DoorCounts::served);
  }

  /** Waits until guests serve the table, and returns how many requests they have served. */
  private long awaitDoors(TestTable created, byte[] row) throws Exception {
    long before = served();
    Polling.until(
        "guests serve",
        () -> {
          // Each connection is sent to one server, perhaps to the gateway's own.
          try (Connection fresh = ConnectionFactory.createConnection(cluster.configuration());
              Table table = fresh.getTable(created.name())) {
            table.get(new Get(row));
          }
          return served() > before;
        });
    return served();
  }

  private TestTable filled(String salt, List<byte[]> rows) throws Exception {
    String line = NewestQuestion.LAYOUT + salt;
    TablePlan plan =
        TestTable.numbered("routes").salted(line).coprocessor(TestTable.LATEST_ENDPOINT);
    // Between keys and within one: but a table without salt reads each region by itself.
    plan.splits(Bytes.toBytes("U1"), Bytes.toBytes("U21"));
    if (!salt.equals("none")) {
      plan.splits(NewestQuestion.row(1, 1, 9, 0));
      plan.splits(SaltingSpec.parse(line).salt().splitPoints());
    }
    TestTable table = plan.create(cluster);
    List<Put> puts = new ArrayList<>();
    rows.forEach(row -> puts.add(new Put(row).addColumn(TestTable.F, TestTable.Q, row)));
    table.table().put(puts);
    return table;
  }

  /**
   * A scattering salt answers where each segment that it takes has one value, and where range and
   * condition leave no row: then it reads nothing.
   */
  private static boolean isAnswered(String salt, NewestQuestion question) {
    return ORDERED.contains(salt)
        || (SCATTERING.contains(salt)
            && (question.isImpossible()
                || (salt.contains("(unit)") && question.within() != Within.ALL)));
  }

  private void answered(TableName table, NewestQuestion question, List<byte[]> rows, String about)
      throws Exception {
    List<String> expected = question.scanned(rows);
    for (Map.Entry<String, NewestRoutes.Route> route : routes().byName().entrySet()) {
      assertThat(route.getValue().rows(table, question))
          .as("%s, %s", route.getKey(), about)
          .isEqualTo(expected);
    }
    String xml = routes().overRest(table, question);
    assertThat(expected.isEmpty() ? List.of() : RestAnswers.rows(xml))
        .as("REST, %s: %s", about, expected.isEmpty() ? "" : xml)
        .isEqualTo(expected);
  }

  private void refused(TableName table, NewestQuestion question, String words, String about)
      throws Exception {
    for (Map.Entry<String, NewestRoutes.Route> route : routes().byName().entrySet()) {
      assertThatThrownBy(
              () -> route.getValue().rows(table, question), "%s, %s", route.getKey(), about)
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining(words);
    }
    int logged = routes().rest().log().length();
    assertThat(routes().overRest(table, question)).as("REST, %s", about).startsWith("500");
    // HBase's server keeps the words to itself.
    Polling.until(
        words + " in the log of the REST server",
        () -> routes().rest().log().indexOf(words, logged) >= 0);
  }

  /** The client of newest rows, blocking and asynchronous. */
  private void ask(TableName table, String salt, NewestQuestion question, Asked asked, String about)
      throws Exception {
    boolean answers =
        ORDERED.contains(salt)
            || (salt.equals("md5(unit)[0:4]") && question.within() != Within.ALL);
    try (LatestClient waiting = LatestClient.open(cluster.connection(), table);
        LatestClient told = LatestClient.open(routes().async(), table).get(60, TimeUnit.SECONDS)) {
      if (!answers) {
        String words = PLACES.contains(salt) ? NOT_ONE_PLACE : NOT_IN_ORDER;
        assertThatThrownBy(() -> waiting.ask(asked.query()))
            .as(about)
            .isInstanceOf(LatestException.class)
            .hasMessageContaining(words);
        assertThatThrownBy(() -> told.ask(asked.query(), key -> {}))
            .as(about)
            .isInstanceOf(LatestException.class)
            .hasMessageContaining(words);
        return;
      }
      List<KeyAnswer> read = new ArrayList<>();
      try (LatestAnswers each = waiting.ask(asked.query())) {
        each.forEach(read::add);
      }
      List<KeyAnswer> pushed = new ArrayList<>();
      told.ask(asked.query(), pushed::add).get(60, TimeUnit.SECONDS);
      for (List<KeyAnswer> way : Arrays.asList(read, pushed)) {
        assertThat(way.stream().flatMap(key -> key.rows().stream()))
            .as("%s of %s", asked.query(), about)
            .extracting(row -> NewestQuestion.text(row.row()))
            .isEqualTo(asked.rows());
      }
    }
  }
}
