package io.halite.it.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.halite.it.cluster.GuardedCluster;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.Mark;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user without rights, or with a forged attribute, makes servers say and send. */
class StrangersIT {
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] ROW = Bytes.toBytes("ATL1");
  private static final String LINE = "key=unit:3 ts:1,salt=hash(unit) % 4";
  private static final TableName LATE = TableName.valueOf("late");
  private static final TableName EARLY = TableName.valueOf("early");
  private static GuardedCluster cluster;

  /** Notes who is named by each get that reaches an owner. */
  public static final class Names implements RegionCoprocessor, RegionObserver {
    static final Queue<String> SEEN = new ConcurrentLinkedQueue<>();

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void preGetOp(
        ObserverContext<RegionCoprocessorEnvironment> ctx, Get get, List<Cell> result) {
      if (get.getAttribute(Mark.ATTRIBUTE) != null) {
        byte[] name = get.getAttribute("halite.asked-by");
        SEEN.add(name == null ? "" : Bytes.toStringBinary(name));
      }
    }
  }

  @BeforeAll
  static void start() throws Exception {
    cluster = GuardedCluster.start(1);
    for (TableName name : List.of(LATE, EARLY)) {
      TestTable.named(name)
          .salted(LINE)
          .value("hbase.security.access.early_out", String.valueOf(name.equals(EARLY)))
          .coprocessor(Names.class, 1)
          .create(cluster.cluster());
      try (Table table = cluster.cluster().connection().getTable(name)) {
        table.put(new Put(ROW).addColumn(F, F, F));
      }
      cluster.grant("reader", name, null, null, Action.READ);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @Test
  void aForgedNameGoesToNoOwnerWithTheGetsBeforeIt() throws Exception {
    Names.SEEN.clear();
    Get forged = new Get(ROW).addFamily(F);
    forged.setAttribute("halite.asked-by", Bytes.toBytes("\1somebody"));
    try (Table table = cluster.table("reader", EARLY)) {
      Throwable refusal =
          catchThrowable(
              () -> table.batch(List.of(new Get(ROW).addFamily(F), forged), new Object[2]));
      assertThat(refusal).hasStackTraceContaining("halite.asked-by");
    }
    assertThat(Names.SEEN).isNotEmpty().allMatch(String::isEmpty);
  }

  private interface Request {
    void send(Table table) throws Exception;
  }

  @Test
  void noRefusalShowsAStrangerTheSpec() throws Exception {
    SaltingSpec spec = SaltingSpec.parse(LINE);
    List<Request> requests =
        List.of(
            table -> table.getScanner(new Scan().setAttribute("halite.latest", F)).next(),
            table -> table.getScanner(new Scan().setAttribute("halite.where", F)).next(),
            table -> table.get(marked(new Get(ROW), Mark.of(spec))),
            table -> table.get(foreign(new Get(ROW))),
            table -> table.getScanner(foreign(new Scan())).next(),
            table -> table.get(new Get(ROW).setAttribute("halite.index", F)),
            table -> table.put(new Put(F).addColumn(F, F, F)),
            table -> table.put(foreign(new Put(ROW).addColumn(F, F, F))),
            table -> table.delete(foreign(new Delete(ROW))));
    for (int i = 0; i < requests.size(); i++) {
      Request request = requests.get(i);
      try (Table table = cluster.table("nobody", LATE)) {
        Throwable refusal = catchThrowable(() -> request.send(table));
        assertThat(String.valueOf(refusal))
            .as("request %d", i)
            .doesNotContain("salt=")
            .doesNotContain(Mark.of(spec).toString());
      }
    }
  }

  /** What it refuses of a read by an index quotes the index, and not the whole spec. */
  @Test
  void noRefusalOfAReadByIndexTellsAStrangerTheIndex() throws Exception {
    try (TestTable indexed =
        TestTable.numbered("indexed")
            .salted(LINE + ",index=byQ(unit f:q)")
            .value("hbase.security.access.early_out", "false")
            .create(cluster.cluster())) {
      byte[] whole = Bytes.toBytes("ATLq");
      List<Request> requests =
          List.of(
              table -> table.get(byIndex(new Get(F))),
              table -> table.get(byIndex(new Get(whole).addColumn(F, F))),
              table -> table.getScanner(byIndex(new Scan(), F)).next(),
              table -> table.getScanner(byIndex(new Scan().addColumn(F, F), whole)).next());
      for (int i = 0; i < requests.size(); i++) {
        Request request = requests.get(i);
        try (Table table = cluster.table("nobody", indexed.name())) {
          Throwable refusal = catchThrowable(() -> request.send(table));
          assertThat(FailureText.of(refusal))
              .as("request %d", i)
              .doesNotContain("byQ(")
              .doesNotContain("f:q")
              .doesNotContain(indexed.indexTables().get(0).getNameAsString());
        }
      }
    }
  }

  private static Get byIndex(Get get) {
    return get.setAttribute("halite.index", Bytes.toBytes("byQ"));
  }

  private static Scan byIndex(Scan scan, byte[] values) {
    return scan.setAttribute("halite.index", Bytes.toBytes("byQ"))
        .withStartRow(values)
        .withStopRow(KeyBytes.next(values));
  }

  /** HBase's AccessController judges each file before, and a load of none after Halite's hook. */
  @ParameterizedTest
  @ValueSource(strings = {LINE, LINE + ",index=byQ(unit f:q)", "key=unit:3 ts:1,salt=random % 4"})
  void aBulkLoadOfNoFilesTellsAStrangerNothing(String spec) throws Exception {
    try (TestTable table = TestTable.numbered("loaded").salted(spec).create(cluster.cluster())) {
      Throwable refusal =
          catchThrowable(() -> SentLoads.send(cluster, "nobody", table.name(), List.of(), false));
      assertThat(FailureText.of(refusal)).contains("AccessDenied").doesNotContain("% 4");
    }
  }

  /** HBase's AccessController, which is loaded too, lets the user read. */
  @Test
  void noRefusalShowsTheSpecToAUserToWhomAnotherJudgeRefusesEverything() throws Exception {
    CheckAndMutate check =
        CheckAndMutate.newBuilder(ROW)
            .ifMatches(new KeyOnlyFilter())
            .build(foreign(new Put(ROW).addColumn(F, F, F)));
    try (TestTable strict =
        TestTable.numbered("strict")
            .salted(LINE)
            .coprocessor(StrictAuthorization.class, 1000)
            .create(cluster.cluster())) {
      for (String user : List.of("reader", StrictAuthorization.STRANGER)) {
        cluster.grant(user, strict.name(), null, null, Action.READ);
        try (Table table = cluster.table(user, strict.name())) {
          Throwable refusal = catchThrowable(() -> table.checkAndMutate(check));
          assertThat(FailureText.of(refusal).contains("salt=")).isEqualTo(user.equals("reader"));
        }
      }
    }
  }

  private static Get marked(Get get, Mark mark) {
    mark.putOn(get);
    return get;
  }

  private static Get foreign(Get get) {
    return get.setAttribute(Mark.ATTRIBUTE, F);
  }

  private static Scan foreign(Scan scan) {
    return scan.setAttribute(Mark.ATTRIBUTE, F);
  }

  private static <T extends Mutation> T foreign(T mutation) {
    mutation.setAttribute(Mark.ATTRIBUTE, F);
    return mutation;
  }
}
