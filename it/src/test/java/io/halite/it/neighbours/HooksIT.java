package io.halite.it.neighbours;

import static io.halite.it.cluster.TestTable.F;
import static io.halite.it.cluster.TestTable.Q;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.it.cluster.EmbeddedCluster;
import io.halite.it.cluster.RequestKind;
import io.halite.it.cluster.SharedCluster;
import io.halite.it.cluster.SiteValue;
import io.halite.it.cluster.TestTable;
import io.halite.keys.KeyBytes;
import io.halite.keys.SaltingSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Which hooks of other observers HBase calls for each request, at the gateway and at the owner, is
 * what {@code docs/neighbours.md} says, of an observer before Halite's, after it, and of the site.
 */
@Timeout(60)
@ExtendWith(SharedCluster.class)
class HooksIT {
  private static final String SITE_KEY = "hbase.coprocessor.user.region.classes";
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final String GATEWAY = "41";
  private static final String ONE = TestTable.FOUR_BUCKETS;
  private static final String SEVERAL = "key=row:*,salt=random % 2";
  private static final String INDEXED = ONE + ",index=byValue(f:q)";

  /** These run where a store or its files are read, for every reader, and have no row. */
  private static final Set<String> OF_STORES =
      Set.of(
          "preStoreScannerOpen",
          "postInstantiateDeleteTracker",
          "postScannerFilterRow",
          "preStoreFileReaderOpen",
          "postStoreFileReaderOpen");

  /** HBase calls a hook of these for each RPC, file or family. */
  private static final Set<String> OFTEN = Set.of("Scan", "Bulk load", "Flush", "Major compaction");

  private static EmbeddedCluster cluster;
  private static final Map<String, TestTable> TABLES = new TreeMap<>();

  /** Whose owners see different things under several places, or which need stored keys. */
  private static final Set<String> ONE_ONLY =
      Set.of("Batch of a put and a get", "Bulk load", "Flush", "Major compaction");

  private interface Act {
    void send(Table table) throws Exception;
  }

  @BeforeAll
  static void start(EmbeddedCluster shared) throws Exception {
    cluster = shared;
    String ofSite = RecordingObserver.OfSite.class.getName();
    try (SiteValue site = SiteValue.set(cluster, SITE_KEY, ofSite)) {
      for (String spec : List.of(ONE, SEVERAL, INDEXED)) {
        TABLES.put(
            spec,
            TestTable.numbered("hooks")
                .salted(spec)
                .coprocessor(RecordingObserver.Ahead.class, 1000)
                .coprocessor(RecordingObserver.Behind.class, Integer.MAX_VALUE)
                .splits(new byte[] {1}, new byte[] {2}, new byte[] {3}, new byte[] {'A'})
                .create(cluster));
      }
    }
  }

  @AfterAll
  static void drop() throws Exception {
    for (TestTable table : TABLES.values()) {
      table.close();
    }
  }

  private static Map<String, Act> acts() {
    Map<String, Act> acts = new LinkedHashMap<>();
    acts.put("Put", RequestKind.PUT::send);
    acts.put("Delete", RequestKind.DELETE_ROW::send);
    acts.put("Increment", RequestKind.INCREMENT::send);
    acts.put("Append", RequestKind.APPEND::send);
    acts.put("mutateRow", RequestKind.MUTATE_ROW::send);
    acts.put("Batch of a put and a get", RequestKind.BATCH::send);
    acts.put("Check and put", RequestKind.CHECK_PUT::send);
    acts.put("Check and mutate a row", RequestKind.CHECK_MUTATE_ROW::send);
    acts.put("Get", RequestKind.GET::send);
    acts.put("Exists", RequestKind.EXISTS::send);
    acts.put("Scan", HooksIT::scan);
    acts.put("Bulk load", HooksIT::load);
    acts.put("Flush", table -> cluster.connection().getAdmin().flush(table.getName()));
    acts.put("Major compaction", table -> cluster.utility().compact(table.getName(), true));
    return acts;
  }

  private static Stream<Arguments> requests() {
    List<Arguments> requests = new ArrayList<>();
    for (String request : acts().keySet()) {
      requests.add(Arguments.of(request, ONE));
      if (!ONE_ONLY.contains(request)) {
        requests.add(Arguments.of(request, SEVERAL));
        requests.add(Arguments.of(request, INDEXED));
      }
    }
    return requests.stream();
  }

  private static void scan(Table table) throws Exception {
    Scan scan = new Scan().withStartRow(ROW).withStopRow(Bytes.toBytes("row~"));
    try (ResultScanner rows = table.getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        assertThat(row.getRow()).isEqualTo(ROW);
      }
    }
  }

  private static byte[] stored() {
    return SaltingSpec.parse(ONE).salt().salt(ROW);
  }

  private static void load(Table table) throws Exception {
    Configuration conf = cluster.configuration();
    FileSystem files = FileSystem.get(conf);
    Path directory = cluster.unusedPath();
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, CacheConfig.DISABLED)
            .withPath(files, new Path(directory, "f/one"))
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      writer.append(new KeyValue(stored(), F, Q, Q));
    }
    BulkLoadHFiles.create(conf).bulkLoad(table.getName(), directory);
  }

  @ParameterizedTest
  @MethodSource("requests")
  void eachObserverSeesWhatThePageSays(String request, String spec) throws Exception {
    Map<String, List<String>> expected = expected(request, spec);
    Table table = TABLES.get(spec).table();
    RequestKind.fill(table);
    RecordingObserver.take();
    try {
      acts().get(request).send(table);
    } catch (IOException refusal) {
      assertThat(refusal).hasMessageContaining("needs its row in one place");
      assertThat(spec).isEqualTo(SEVERAL);
    }
    List<Sighting> seen = new ArrayList<>();
    List<Sighting> ofEntries = new ArrayList<>();
    // The client may close a scanner after it has returned the last row.
    for (int i = 0; i < 100 && !views(seen, spec).equals(expected); i++) {
      Thread.sleep(50);
      for (Sighting each : RecordingObserver.take()) {
        (each.table().equals(table.getName().getNameAsString()) ? seen : ofEntries).add(each);
      }
    }
    assertThat(views(seen, spec)).as(request).isEqualTo(expected);
    assertThat(seen).allSatisfy(HooksIT::assertKeys);
    // Index entries are plain writes of another table, which the observer of the site sees.
    assertThat(ofEntries)
        .allMatch(each -> spec.equals(INDEXED) && each.observer().equals("site"))
        .noneMatch(each -> each.marked().orElse(false));
    if (spec.equals(INDEXED) && request.equals("Put")) {
      assertThat(ofEntries).isNotEmpty();
    }
    if (!OFTEN.contains(request)) {
      assertThat(seen).doesNotHaveDuplicates();
    }
  }

  @Test
  void thePageHasTheseRequestsAndNoOther() throws Exception {
    assertThat(HookTable.read().keySet()).containsExactlyElementsOf(acts().keySet());
  }

  private static Map<String, List<String>> expected(String request, String spec) throws Exception {
    Map<String, List<String>> page = HookTable.read().getOrDefault(request, Map.of());
    Map<String, List<String>> expected = new TreeMap<>();
    for (String view : List.of("gateway, ahead", "gateway, behind", "owner")) {
      List<String> usual = page.getOrDefault(view, List.of());
      expected.put(
          view, spec.equals(SEVERAL) ? page.getOrDefault(view + ", several places", usual) : usual);
    }
    return expected;
  }

  private static Map<String, List<String>> views(List<Sighting> seen, String spec) {
    Map<String, List<String>> views = new TreeMap<>();
    views.put("gateway, ahead", one(atGateway(seen, "ahead"), atGateway(seen, "site")));
    views.put("gateway, behind", atGateway(seen, "behind"));
    String owner = !spec.equals(SEVERAL) ? KeyBytes.readable(new byte[] {stored()[0]}, 0) : "";
    Set<List<String>> atOwners = new LinkedHashSet<>();
    for (Sighting each : seen) {
      boolean isOwner = !each.region().equals(GATEWAY) && spec.equals(SEVERAL);
      if (each.region().equals(owner) || isOwner) {
        atOwners.add(hooks(seen, each.observer(), each.region()));
      }
    }
    views.put("owner", one(atOwners.toArray(List[]::new)));
    return views;
  }

  private static List<String> atGateway(List<Sighting> seen, String observer) {
    return hooks(seen, observer, GATEWAY);
  }

  /** What all of them saw; where they saw different things, all of it. */
  @SafeVarargs
  private static List<String> one(List<String>... seen) {
    Set<List<String>> different = new LinkedHashSet<>(List.of(seen));
    return different.size() > 1
        ? List.of("different: " + different)
        : different.stream().findFirst().orElse(List.of());
  }

  private static List<String> hooks(List<Sighting> seen, String observer, String region) {
    return seen.stream()
        .filter(each -> each.observer().equals(observer) && each.region().equals(region))
        .map(Sighting::hook)
        .filter(hook -> !OF_STORES.contains(hook))
        .distinct()
        .toList();
  }

  /** A gateway's hooks see natural keys without a mark, an owner's stored keys with one. */
  private static void assertKeys(Sighting sighting) {
    boolean atGateway = sighting.region().equals(GATEWAY);
    assertThat(sighting.marked().orElse(!atGateway)).isEqualTo(!atGateway);
    boolean emptied =
        sighting.hook().equals("postScannerOpen")
            || sighting.hook().equals("preScannerOpen") && sighting.observer().equals("behind");
    if (atGateway) {
      assertThat(emptied ? Set.of("A") : Set.of("row", "other")).containsAll(sighting.keys());
    } else {
      assertThat(sighting.keys()).allMatch(key -> key.matches("\\\\x0[0-3](row|other)?.*"));
    }
  }
}
