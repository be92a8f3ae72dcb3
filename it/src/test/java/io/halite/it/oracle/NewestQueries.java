package io.halite.it.oracle;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.it.oracle.Operation.Agreement;
import io.halite.it.oracle.Population.Kind;
import io.halite.it.plugin.LatestText;
import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.LatestException;
import io.halite.routing.latest.PageBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Questions to the client of newest rows, blocking and asynchronous. What it must answer is cut
 * from a scan of the plain twin, which has no endpoint.
 */
final class NewestQueries {
  private static final String ONE_PLACE = "newest rows can be found only where each row has one";
  private static final String IN_ORDER = "does not store this query's rows in natural order";
  private static final long PATIENCE_SECONDS = 180;

  private final Random random;
  private final Keys keys;
  private final Filters filters;
  private final Columns columns;
  private final Population population;
  private final Salt salt;
  private final KeyTimes times;

  private NewestQueries(
      Random random,
      Keys keys,
      Filters filters,
      Columns columns,
      Population population,
      Salt salt,
      KeyTimes times) {
    this.random = random;
    this.keys = keys;
    this.filters = filters;
    this.columns = columns;
    this.population = population;
    this.salt = salt;
    this.times = times;
  }

  /** Those of a salted table; empty if its keys have no time. */
  static Optional<NewestQueries> of(
      Random random,
      Keys keys,
      Filters filters,
      Columns columns,
      Population population,
      Optional<SaltingSpec> spec) {
    return spec.flatMap(
        of ->
            keys.form()
                .timed()
                .map(time -> new KeyTimes(of.layout(), time))
                .map(
                    times ->
                        new NewestQueries(
                            random, keys, filters, columns, population, of.salt(), times)));
  }

  /** A query in the making: what the client is asked, and the rows of the twin that count. */
  private static final class Asked {
    private LatestQuery query;
    private Predicate<byte[]> counts = row -> true;
    private boolean isTogether;
    private Optional<Integer> oldest = Optional.empty();
    private boolean hasTimes;
    private final Scan scan = new Scan();

    Asked(LatestQuery query) {
      this.query = query;
    }
  }

  /** A query that is answered, or that the client must refuse under this salt. */
  Operation any() {
    LatestText text = LatestText.of(1 + random.nextInt(6), random, () -> Math.max(0, time()), 10);
    Asked asked = asked(text);
    chooseKeys(asked);
    chooseTimes(asked);
    chooseColumns(asked);
    if (random.nextInt(3) == 0) {
      SegmentQueries.Asked condition = filters.asked();
      asked.query = asked.query.where(condition.text());
      asked.scan.setFilter(condition.filter());
    }
    boolean waits = random.nextBoolean();
    return new Operation(
        "newest by the " + (waits ? "blocking" : "asynchronous") + " client " + asked.query,
        List.of(),
        false,
        Agreement.EXACT,
        (twin, answer) -> {
          if (!twin.isPlain()) {
            answers(twin, asked.query, waits, answer);
          } else if (refusal().isPresent()) {
            answer.add(refusal().get());
          } else {
            expected(twin, asked, text, answer);
          }
        });
  }

  /** In pages of a few rows as often as in large ones; one in three takes the other end. */
  private Asked asked(LatestText text) {
    Asked asked;
    if (random.nextInt(3) == 0) {
      asked = oldest();
    } else if (text.step() > 0) {
      asked = new Asked(LatestQuery.newest(text.limit()).each(Duration.ofMillis(text.step())));
    } else if (text.times().isEmpty()) {
      asked = new Asked(LatestQuery.newest(text.limit()));
    } else {
      asked = new Asked(LatestQuery.at(text.times().stream().mapToLong(Long::longValue).toArray()));
      asked.hasTimes = true;
    }
    if (random.nextBoolean()) {
      asked.query =
          asked.query.pages(
              new PageBudget(50 + random.nextInt(4_000), 1 + random.nextInt(10), 2_000));
    }
    return asked;
  }

  /** The oldest rows, or the first after a time. */
  private Asked oldest() {
    int limit = 1 + random.nextInt(6);
    if (random.nextBoolean()) {
      Asked asked = new Asked(LatestQuery.oldest(limit));
      asked.oldest = Optional.of(limit);
      return asked;
    }
    // No time is after the last one, and a query for it is refused.
    long time = Math.min(Long.MAX_VALUE - 1, Math.max(0, time()));
    Asked asked = new Asked(LatestQuery.firstAfter(time));
    asked.oldest = Optional.of(1);
    asked.hasTimes = true;
    asked.counts = row -> times.time(row) > time;
    return asked;
  }

  private long time() {
    return times.time(keys.key()) - 2 + random.nextInt(5);
  }

  private void chooseKeys(Asked asked) {
    byte[] one = times.history(keys.key());
    switch (random.nextInt(5)) {
      case 0 -> {
        List<byte[]> named = new ArrayList<>(List.of(one));
        for (int more = random.nextInt(4); more > 0; more--) {
          named.add(times.history(keys.key()));
        }
        asked.query = asked.query.ofKeys(named);
        asked.counts = asked.counts.and(row -> named.stream().anyMatch(key -> begins(row, key)));
      }
      case 1 -> {
        byte[] other = times.history(keys.key());
        boolean inOrder = Arrays.compareUnsigned(one, other) < 0;
        byte[] stop = inOrder ? other : new byte[0];
        asked.query = asked.query.ofRange(KeyRange.of(one, stop));
        asked.counts =
            asked.counts.and(
                row ->
                    Arrays.compareUnsigned(row, one) >= 0
                        && (!inOrder || Arrays.compareUnsigned(row, stop) < 0));
      }
      case 2 -> {
        byte[] prefix = Arrays.copyOf(one, 1);
        asked.query = asked.query.ofPrefix(prefix);
        asked.counts = asked.counts.and(row -> begins(row, prefix));
      }
      case 3 -> {
        asked.query = asked.query.overAllKeys();
        asked.isTogether = true;
      }
      default -> asked.query = asked.query.ofAllKeys();
    }
  }

  private static boolean begins(byte[] row, byte[] prefix) {
    return Arrays.equals(row, 0, prefix.length, prefix, 0, prefix.length);
  }

  private void chooseTimes(Asked asked) {
    if (random.nextInt(3) == 0 && !asked.hasTimes) {
      // Random bytes may be a time near the end of all times.
      long oldest = Math.max(0, Math.min(time(), Long.MAX_VALUE - 10));
      long newest = oldest + random.nextInt(10);
      asked.query = asked.query.between(oldest, newest);
      asked.counts =
          asked.counts.and(row -> times.time(row) >= oldest && times.time(row) <= newest);
    }
  }

  private void chooseColumns(Asked asked) {
    if (random.nextInt(3) == 0) {
      byte[] family = columns.family();
      byte[] qualifier = columns.qualifierOrCounter();
      boolean whole = random.nextBoolean();
      asked.query =
          asked.query.columns(whole ? Column.family(family) : Column.of(family, qualifier));
      asked.scan.addFamily(family);
      if (!whole) {
        asked.scan.addColumn(family, qualifier);
      }
    }
    if (random.nextInt(3) == 0) {
      int versions = 1 + random.nextInt(4);
      asked.query = asked.query.versions(versions);
      asked.scan.readVersions(versions);
    }
  }

  /** The words in which the client refuses each query; empty if it answers. */
  private Optional<String> refusal() {
    if (!salt.isSinglePlace()) {
      return Optional.of(ONE_PLACE);
    }
    return salt.isPrefix() && salt.keepsNaturalOrder() ? Optional.empty() : Optional.of(IN_ORDER);
  }

  private void answers(TwinTable twin, LatestQuery query, boolean waits, Answer answer)
      throws Exception {
    List<KeyAnswer> found = new ArrayList<>();
    try (LatestClient client = twin.latest(waits)) {
      if (waits) {
        try (LatestAnswers answers = client.ask(query)) {
          answers.forEach(found::add);
        }
      } else {
        client.ask(query, found::add).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (LatestException e) {
      answer.add(refusal().filter(e.getMessage()::contains).orElseThrow(() -> e));
      return;
    }
    if (!found.isEmpty()) {
      population.found(Set.of(Kind.NEWEST_BY_CLIENT));
    }
    for (KeyAnswer key : found) {
      answer.add("key " + Readable.key(key.key()));
      key.rows().forEach(row -> answer.add(row.result()));
    }
  }

  private void expected(TwinTable twin, Asked asked, LatestText text, Answer answer)
      throws Exception {
    Map<byte[], List<Result>> histories = new TreeMap<>(Arrays::compareUnsigned);
    for (Result row : ScanWay.SYNC.read(twin, new Scan(asked.scan))) {
      if (asked.counts.test(row.getRow())) {
        byte[] history = asked.isTogether ? new byte[0] : times.history(row.getRow());
        histories.computeIfAbsent(history, key -> new ArrayList<>()).add(row);
      }
    }
    histories.forEach(
        (key, rows) -> {
          rows.sort(
              Comparator.comparingLong((Result row) -> -times.time(row.getRow()))
                  .thenComparing(Result::getRow, Arrays::compareUnsigned));
          List<Result> chosen =
              asked
                  .oldest
                  .map(most -> rows.subList(Math.max(0, rows.size() - most), rows.size()))
                  .orElseGet(() -> text.chosen(rows, row -> times.time(row.getRow())));
          if (!chosen.isEmpty()) {
            answer.add("key " + Readable.key(key));
            answer.addAll(chosen);
          }
        });
  }
}
