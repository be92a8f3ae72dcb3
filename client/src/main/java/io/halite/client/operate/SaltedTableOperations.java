package io.halite.client.operate;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.endpoint.RegionFacts;
import io.halite.routing.endpoint.RegionReading;
import io.halite.routing.endpoint.RegionStub;
import io.halite.routing.endpoint.Walk;
import io.halite.routing.endpoint.WalkPage;
import io.halite.routing.failure.FailureText;
import io.halite.routing.scan.CountedAttribute;
import io.halite.routing.table.SaltedTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * Shows where the rows of a salted table lie and how evenly, verifies their salts, and deletes rows
 * by prefix.
 *
 * <pre>{@code
 * SaltedTableOperations t = SaltedTableOperations.of(connection, TableName.valueOf("t"));
 * t.whereIs(Bytes.toBytes("ATL")).owners().get(0).storedKey(); // 03 41 54 4C
 * t.spread().imbalance();                                      // 1.06
 * t.verify(progress -> {}).wrong();                            // 0
 * t.deleteByPrefix(Bytes.toBytes("ATL"), true, progress -> {}); // how many there are
 * }</pre>
 *
 * <p>The regions do the work, through the table's {@code SaltingObserver}. Each call to a region
 * takes some seconds at most and checks the user's right to read, or to write for {@link
 * #deleteByPrefix}. Regions may move, split and merge meanwhile. Thread-safe; the caller closes the
 * connection.
 */
public final class SaltedTableOperations {
  private final Connection connection;
  private final TableName name;
  private final SaltingSpec spec;

  private SaltedTableOperations(Connection connection, TableName name, SaltingSpec spec) {
    this.connection = connection;
    this.name = name;
    this.spec = spec;
  }

  /**
   * Reads the table's spec from one of its regions.
   *
   * @throws IllegalArgumentException if its regions have no SaltingObserver
   */
  public static SaltedTableOperations of(Connection connection, TableName name) throws IOException {
    try (Table table = connection.getTable(name)) {
      return new SaltedTableOperations(
          connection, name, SaltingSpec.parse(RegionStub.facts(table, new byte[0]).spec()));
    } catch (UnknownProtocolException e) {
      throw new IllegalArgumentException(
          "table '"
              + name
              + "' has no SaltingObserver: it is not salted, or its regions run a version of Halite"
              + " that does not answer operators: salt the table, or upgrade its region servers",
          e);
    }
  }

  /** The same operations through another connection, and so as another user. */
  public SaltedTableOperations through(Connection other) {
    return new SaltedTableOperations(other, name, spec);
  }

  /** The table's spec. */
  public SaltingSpec spec() {
    return spec;
  }

  /**
   * The facts of each region, in the order of the regions' rows. Of regions that are merged
   * meanwhile, only the merged one is there.
   */
  public List<RegionFacts> facts() throws IOException {
    List<RegionFacts> facts = new ArrayList<>();
    try (Table table = connection.getTable(name)) {
      byte[] next = new byte[0];
      do {
        RegionFacts region = RegionStub.facts(table, next);
        byte[] start = region.rows().start();
        facts.removeIf(before -> KeyBytes.compare(before.rows().start(), start) >= 0);
        facts.add(region);
        next = region.rows().stop();
      } while (next.length > 0);
    }
    return facts;
  }

  /** Where a natural key is served and stored, and whether the table has a row with it. */
  public Placement whereIs(byte[] natural) throws IOException {
    try (RegionLocator regions = connection.getRegionLocator(name);
        Table table = connection.getTable(name)) {
      HRegionLocation gateway = regions.getRegionLocation(KeyBytes.lookUp(natural));
      List<Placement.Owner> owners = new ArrayList<>();
      for (byte[] stored : spec.salt().places(natural)) {
        HRegionLocation region = regions.getRegionLocation(KeyBytes.lookUp(stored));
        owners.add(new Placement.Owner(stored, region));
      }
      boolean exists = !owners.isEmpty() && table.exists(new Get(natural));
      return new Placement(spec.salt(), natural, gateway, owners, exists);
    }
  }

  /**
   * How a scan of natural keys with a query of {@code halite.where} would be answered: the stored
   * ranges and the regions that it would read, and an estimate of how much. It reads no row.
   *
   * @param bounds a scan; its start row, its stop row and its direction count, its filter and its
   *     attributes do not
   * @throws io.halite.filters.segment.QueryException if the query is malformed
   * @throws IOException if the table refuses such a scan
   */
  public Explanation explain(Scan bounds, String query) throws IOException {
    Explanation explanation = Explanation.of(new SaltedTable(name, spec), bounds, query, facts());
    try (Table table = connection.getTable(name)) {
      return explanation.with(RegionReadings.of(table, explanation, 0));
    }
  }

  /**
   * What the filters of the owners were shown of a scan that carried a number, by {@link
   * CountedAttribute}; empty if a region runs a version of Halite that does not count. Regions
   * forget all but their last scans.
   *
   * @param explanation of the scan
   */
  public Optional<RegionReading.Counted> counted(Explanation explanation, long number)
      throws IOException {
    try (Table table = connection.getTable(name)) {
      return RegionReadings.of(table, explanation, number).flatMap(RegionReading::counted);
    }
  }

  /** A copy of a scan with a query, as {@link #explain} explains it. */
  public static Scan withQuery(Scan bounds, String query) throws IOException {
    return Explanation.withQuery(bounds, query);
  }

  /**
   * How rows, bytes and requests are spread over buckets and gateways; reads every row to count it.
   */
  public Spread spread() throws IOException {
    return spread(progress -> {});
  }

  /**
   * The same, and says how far it has come.
   *
   * @param progress called after each answer of a region, on the calling thread, with the counts of
   *     all buckets so far
   */
  public Spread spread(Consumer<WalkProgress> progress) throws IOException {
    List<RegionFacts> facts = facts();
    List<Long> rows = new ArrayList<>();
    WalkProgress before = WalkProgress.NONE;
    for (byte[] prefix : spec.salt().prefixes()) {
      KeyRange bucket = spec.salt().image(prefix, KeyRange.all());
      WalkProgress behind = walk(before, Walk.Act.VERIFY, List.of(bucket), new byte[0], progress);
      rows.add(behind.rows() - before.rows());
      before = behind;
    }
    return Spread.of(spec, facts, rows);
  }

  /**
   * Checks the salt of every stored key, on the servers.
   *
   * @param progress called after each answer of a region, on the calling thread
   * @return the final counts and some examples; wrong rows are counted, none is changed
   */
  public WalkProgress verify(Consumer<WalkProgress> progress) throws IOException {
    return walk(Walk.Act.VERIFY, List.of(KeyRange.all()), new byte[0], progress);
  }

  /**
   * Deletes, or only counts, every row whose natural key begins with a prefix, on the servers.
   *
   * <p>It deletes row by row, as a client would: rows that are written meanwhile may stay. Where a
   * row may lie in several places, all deletes have the time at which the server of the first range
   * begins, and newer cells stay: another cluster to which the table is replicated takes each
   * delete of a place for one of the whole row, and a later one would hide a put that came in
   * between. While it runs, and after it has failed, reads of such a row may show values that were
   * overwritten: each place keeps versions of its own, and loses them at another moment. Repeat a
   * deletion that has failed.
   *
   * @param dryRun whether to count the rows and delete none
   * @return how many rows there were; where a row may lie in several places, how many stored rows
   * @throws IllegalArgumentException if the prefix is empty, which would mean every row
   */
  public WalkProgress deleteByPrefix(byte[] prefix, boolean dryRun, Consumer<WalkProgress> progress)
      throws IOException {
    if (prefix.length == 0) {
      throw new IllegalArgumentException(
          "the prefix is empty, which means every row: give a prefix of at least one byte, or"
              + " delete all rows with the shell's command truncate_preserve '"
              + name
              + "'");
    }
    List<KeyRange> images = spec.salt().images(KeyRange.prefix(prefix));
    if (dryRun) {
      return walk(Walk.Act.COUNT_PREFIX, images, prefix, progress);
    }
    try {
      return walk(Walk.Act.DELETE_PREFIX, images, prefix, progress);
    } catch (AccessDeniedException e) {
      throw e;
    } catch (IOException e) {
      throw spec.salt().isSinglePlace() ? e : deletedInPart(prefix, e);
    }
  }

  private IOException deletedInPart(byte[] prefix, IOException reason) {
    return FailureText.asRoot(
        new IOException(
            "rows of prefix "
                + KeyBytes.readable(prefix)
                + " of table '"
                + name
                + "' may be deleted in some of their places alone, and show earlier values: repeat"
                + " the command ("
                + FailureText.firstLine(reason)
                + ")"),
        reason);
  }

  private WalkProgress walk(
      Walk.Act act, List<KeyRange> ranges, byte[] prefix, Consumer<WalkProgress> listener)
      throws IOException {
    return walk(WalkProgress.NONE, act, ranges, prefix, listener);
  }

  private WalkProgress walk(
      WalkProgress before,
      Walk.Act act,
      List<KeyRange> ranges,
      byte[] prefix,
      Consumer<WalkProgress> listener)
      throws IOException {
    WalkProgress progress = before;
    Walk.Prefix keys = new Walk.Prefix(prefix);
    OptionalLong time = OptionalLong.empty();
    try (Table table = connection.getTable(name)) {
      for (KeyRange range : ranges) {
        Optional<byte[]> next = Optional.of(range.start());
        while (next.isPresent()) {
          KeyRange rest = KeyRange.of(next.get(), range.stop());
          WalkPage page =
              RegionStub.walk(table, new Walk(spec.fingerprint(), act, rest, keys, time));
          time = time.isPresent() ? time : page.time();
          progress = progress.and(page);
          listener.accept(progress);
          next = following(rest, page);
        }
      }
    }
    return progress;
  }

  private static Optional<byte[]> following(KeyRange rest, WalkPage page) throws IOException {
    Optional<byte[]> next = page.next();
    if (next.isPresent() && KeyBytes.compare(next.get(), rest.start()) <= 0) {
      throw new IOException(
          "a region answered the walk of "
              + rest
              + " with a next row that is not after its start: send the command again; if it stays,"
              + " look in the log of that region server");
    }
    return next;
  }
}
