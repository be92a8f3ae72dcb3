package io.halite.coprocessor.latest;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.client.latest.KeyAnswer;
import io.halite.client.latest.LatestAnswers;
import io.halite.client.latest.LatestClient;
import io.halite.client.latest.LatestQuery;
import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.ColumnType;
import io.halite.routing.latest.LatestKeys;
import io.halite.routing.latest.PageBudget;
import io.halite.routing.latest.TimeChoice;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Endpoint and client together, over regions that change at every call, against brute force. */
class LatestProperties {
  private static final List<String> SPECS =
      List.of(
          "key=origin:1 ts:8:revtime id:*,salt=none",
          "key=origin:1 ts:8:revtime id:*,salt=hash(origin) % 3",
          "key=origin:1 ts:8:revtime id:1,salt=hash(*) % 4",
          "key=host~: unit:1 ts:8:revtime id:*,salt=hash(host unit) % 3",
          "key=host~: unit:1 ts:8:revtime id:*,salt=hash(host) spread(unit % 2) % 5",
          "key=unit:1 host~0xFF ts:8:revtime,salt=hash(unit) % 2",
          "key=ts:8:revtime id:*,salt=hash(id) % 3");

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs();
  }

  @Property(tries = 10_000)
  void everyFormEqualsBruteForceOverRegionsThatChangeAtEveryCall(@ForAll("seeds") long seed)
      throws Exception {
    Random random = new Random(seed);
    Case test = new Case(random);
    LatestClient client =
        LatestClient.of(
            new RestlessRegions(test.table, random, random.nextBoolean()), test.table.spec());
    Map<String, List<String>> expected =
        BruteForce.newest(test.table, test.keys, test.choice, test.limit, test::counts);
    if (random.nextBoolean()) {
      assertThat(rows(client.ask(test.query))).isEqualTo(expected);
    } else {
      Map<String, List<String>> pushed = new LinkedHashMap<>();
      CompletableFuture<?> done = client.ask(test.query, answer -> add(pushed, answer));
      assertThat(done).isCompleted();
      assertThat(pushed).isEqualTo(expected);
    }
  }

  @Property(tries = 2000)
  void aggregatesAreThoseOfTheNewestValues(@ForAll("seeds") long seed) throws Exception {
    Random random = new Random(seed);
    Case test = new Case(random);
    LatestClient client =
        LatestClient.of(
            new RestlessRegions(test.table, random, random.nextBoolean()), test.table.spec());
    Map<String, List<String>> newest =
        BruteForce.newest(test.table, test.keys, test.choice, test.limit, test::counts);
    LatestQuery query =
        test.query.aggregate(
            Column.of(StoredRows.FAMILY, StoredRows.QUALIFIER), ColumnType.DECIMAL);
    List<String> keys = new ArrayList<>();
    try (LatestAnswers answers = client.ask(query)) {
      for (KeyAnswer answer : answers) {
        String key = KeyBytes.readable(answer.key());
        keys.add(key);
        List<BigDecimal> values = newest.get(key).stream().map(test.values::get).toList();
        assertThat(answer.aggregate())
            .hasValueSatisfying(
                aggregate -> {
                  assertThat(aggregate.count()).isEqualTo(values.size());
                  assertThat(aggregate.sum())
                      .isEqualByComparingTo(
                          values.stream().reduce(BigDecimal.ZERO, BigDecimal::add));
                  assertThat(aggregate.min())
                      .isEqualByComparingTo(values.stream().reduce(BigDecimal::min).orElseThrow());
                  assertThat(aggregate.max())
                      .isEqualByComparingTo(values.stream().reduce(BigDecimal::max).orElseThrow());
                  assertThat(aggregate.last()).isEqualByComparingTo(values.get(0));
                  assertThat(aggregate.first()).isEqualByComparingTo(values.get(values.size() - 1));
                });
      }
    }
    assertThat(keys).containsExactlyElementsOf(newest.keySet());
  }

  private static Map<String, List<String>> rows(LatestAnswers answers) {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    try (answers) {
      answers.forEach(answer -> add(rows, answer));
    }
    return rows;
  }

  private static void add(Map<String, List<String>> rows, KeyAnswer answer) {
    List<String> before =
        rows.put(
            KeyBytes.readable(answer.key()),
            answer.rows().stream().map(row -> KeyBytes.readable(row.row())).toList());
    assertThat(before).as("a key is answered once").isNull();
  }

  /** A random table, a random question, and which rows count for it. */
  private static final class Case {
    final StoredRows table;
    final LatestKeys keys;
    final TimeChoice choice;
    final int limit;
    final LatestQuery query;
    final Map<String, BigDecimal> values = new LinkedHashMap<>();
    private final Random random;
    private KeyRange scope = KeyRange.all();
    private List<String> listed;
    private long asOf = Long.MAX_VALUE;
    private long notBefore = Long.MIN_VALUE;

    Case(Random random) {
      this.random = random;
      SaltingSpec spec = SaltingSpec.parse(SPECS.get(random.nextInt(SPECS.size())));
      table = new StoredRows(spec);
      boolean short_ = random.nextBoolean();
      for (int i = random.nextInt(short_ ? 20 : 120); i > 0; i--) {
        byte[] key = row(spec);
        String value = random.nextInt(100) - 50 + (random.nextBoolean() ? ".5" : "");
        table.put(key, value);
        values.put(KeyBytes.readable(key), new BigDecimal(value));
      }
      LatestKeys whole = LatestKeys.of(spec.layout());
      keys = whole.ofSegments(random.nextInt(whole.keySegments() + 1));
      int rows = 1 + random.nextInt(random.nextBoolean() ? 3 : 40);
      choice = choice();
      limit = choice instanceof TimeChoice.AtTimes at ? at.times().size() : rows;
      query = query();
    }

    /** Few keys, few times: ties, long and short histories. */
    private byte[] row(SaltingSpec spec) {
      ByteBuffer key = ByteBuffer.allocate(40);
      spec.layout()
          .segments()
          .forEach(
              segment -> {
                switch (segment.name()) {
                  case "ts" -> key.putLong(Long.MAX_VALUE - random.nextInt(40));
                  case "host" -> {
                    for (int i = random.nextInt(3); i > 0; i--) {
                      key.put((byte) ('a' + random.nextInt(2)));
                    }
                    key.put(segment.delimiter());
                  }
                  default -> key.put((byte) (random.nextInt(5) == 4 ? 0xFF : random.nextInt(4)));
                }
              });
      return java.util.Arrays.copyOf(key.array(), key.position());
    }

    private TimeChoice choice() {
      return switch (random.nextInt(6)) {
        case 0, 1 -> new TimeChoice.EachStep(1 + random.nextInt(15));
        case 2 -> TimeChoice.AtTimes.of(random.longs(1 + random.nextInt(5), 0, 45).toArray());
        case 3 -> TimeChoice.OLDEST;
        default -> TimeChoice.NEWEST;
      };
    }

    private LatestQuery chosen() {
      if (choice instanceof TimeChoice.EachStep each) {
        return LatestQuery.newest(limit).each(Duration.ofMillis(each.millis()));
      }
      if (choice instanceof TimeChoice.AtTimes at) {
        return LatestQuery.at(at.times().stream().mapToLong(time -> time).toArray());
      }
      return choice.isOldest() ? LatestQuery.oldest(limit) : LatestQuery.newest(limit);
    }

    private LatestQuery query() {
      LatestQuery asked = chosen();
      asked =
          asked.by(
              keys.layout().segments().subList(0, keys.keySegments()).stream()
                  .map(segment -> segment.name())
                  .toArray(String[]::new));
      if (random.nextInt(3) == 0) {
        asOf = random.nextInt(40);
        asked = asked.asOf(asOf);
      }
      if (random.nextInt(3) == 0) {
        long newest = choice instanceof TimeChoice.AtTimes at ? at.newest() : 40;
        notBefore = random.nextInt((int) Math.min(newest, Math.min(40, asOf)) + 1);
        asked = asked.notBefore(notBefore);
      }
      asked = asked.pages(new PageBudget(1 + random.nextInt(400), 1 + random.nextInt(30), 1000));
      return switch (random.nextInt(3)) {
        case 0 -> asked;
        case 1 -> asked.ofKeys(list());
        default -> asked.ofRange(range());
      };
    }

    private List<byte[]> list() {
      List<byte[]> names = new ArrayList<>();
      names.addAll(
          table.rows().keySet().stream()
              .map(row -> keys.keyOf(table.spec().salt().unsalt(row)))
              .filter(key -> random.nextInt(3) == 0)
              .toList());
      listed = names.stream().map(KeyBytes::readable).toList();
      return names;
    }

    private KeyRange range() {
      byte[] a = {(byte) random.nextInt(5)};
      byte[] b = {(byte) (random.nextInt(20) == 0 ? 0 : 0x60 + random.nextInt(4))};
      scope =
          keys.keySegments() == 0
              ? KeyRange.all()
              : KeyRange.of(a, random.nextBoolean() ? b : new byte[0]);
      return scope;
    }

    boolean counts(byte[] natural) {
      return scope.contains(natural)
          && (listed == null || listed.contains(KeyBytes.readable(keys.keyOf(natural))))
          && keys.time(natural) <= asOf
          && keys.time(natural) >= notBefore;
    }
  }
}
