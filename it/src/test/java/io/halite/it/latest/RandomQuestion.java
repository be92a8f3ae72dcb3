package io.halite.it.latest;

import io.halite.client.latest.LatestQuery;
import io.halite.it.latest.ScannedRows.Row;
import io.halite.keys.KeyRange;
import io.halite.routing.latest.Aggregate;
import io.halite.routing.latest.Column;
import io.halite.routing.latest.ColumnType;
import io.halite.routing.latest.PageBudget;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** A question about the rows of {@link LatestTables}, in any form, and what its answer must be. */
record RandomQuestion(LatestQuery query, Map<String, List<String>> expected) {
  private static final Column COLUMN = Column.of(LatestTables.F, LatestTables.A);

  /** All rows of a table as ordinary scans show them. */
  record Truth(ScannedRows all, ScannedRows values, ScannedRows versions) {
    static Truth read(Table table) throws IOException {
      Scan column = new Scan().addColumn(LatestTables.F, LatestTables.A);
      return new Truth(
          ScannedRows.read(table, new Scan()),
          // A copy, since clients before HBase 2.6 leave the region's read point in a used scan.
          ScannedRows.read(table, new Scan(column)),
          ScannedRows.read(table, new Scan(column).readVersions(2)));
    }
  }

  static RandomQuestion of(Truth truth, Random random) {
    int limit = 1 + random.nextInt(random.nextBoolean() ? 4 : 60);
    // A millisecond is over soon: such pages end in the middle of anything.
    PageBudget pages =
        new PageBudget(
            50 + random.nextInt(4_000),
            1 + random.nextInt(100),
            random.nextInt(4) == 0 ? 1 : 2_000);
    RandomChoice choice = RandomChoice.of(limit, random);
    Builder builder = new Builder(choice.query().pages(pages), choice.newest(), random);
    builder.chooseTimes();
    builder.chooseCondition();
    boolean together = random.nextInt(6) == 0;
    if (together) {
      builder.query = builder.query.overAllKeys();
    } else {
      builder.chooseKeys();
    }
    int form = random.nextInt(4);
    ScannedRows rows = form == 0 ? truth.versions : form == 1 ? truth.values : truth.all;
    if (form == 0) {
      builder.query = builder.query.columns(COLUMN).versions(2);
    } else if (form == 1) {
      builder.query = builder.query.aggregate(COLUMN, ColumnType.LONG);
    }
    Map<String, List<String>> expected = new LinkedHashMap<>();
    rows.chosen(choice.of(), builder.counts, row -> together ? "" : row.key())
        .forEach((key, of) -> expected.put(key, form == 1 ? aggregate(of) : print(of)));
    return new RandomQuestion(builder.query, expected);
  }

  private static List<String> print(List<Row> rows) {
    return rows.stream().map(Row::printed).toList();
  }

  private static List<String> aggregate(List<Row> newestFirst) {
    List<BigDecimal> values =
        newestFirst.stream()
            .map(row -> row.result().getValue(LatestTables.F, LatestTables.A))
            .map(value -> BigDecimal.valueOf(Bytes.toLong(value)))
            .toList();
    return List.of(
        ScannedRows.print(
            new Aggregate(
                values.size(),
                values.stream().reduce(BigDecimal::min).orElseThrow(),
                values.stream().reduce(BigDecimal::max).orElseThrow(),
                values.stream().reduce(BigDecimal.ZERO, BigDecimal::add),
                values.get(values.size() - 1),
                values.get(0))));
  }

  /** A question in the making, and the rows that count for it. */
  private static final class Builder {
    private final Random random;
    private final long choiceNewest;
    private LatestQuery query;
    private Predicate<Row> counts = row -> true;

    Builder(LatestQuery query, long choiceNewest, Random random) {
      this.query = query;
      this.choiceNewest = choiceNewest;
      this.random = random;
    }

    private void chooseTimes() {
      if (random.nextBoolean()) {
        long newest = random.nextInt(100);
        long oldest = random.nextInt((int) Math.min(newest, choiceNewest) + 1);
        query = query.between(oldest, newest);
        counts = counts.and(row -> row.time() <= newest && row.time() >= oldest);
      }
    }

    private void chooseKeys() {
      int number = random.nextInt(LatestTables.KEYS);
      String key = Bytes.toString(LatestTables.key(number));
      switch (random.nextInt(4)) {
        case 0 -> {
          List<String> named = new ArrayList<>();
          for (int each = LatestTables.KEYS + 1; each >= 0; each -= 1 + random.nextInt(3)) {
            named.add(Bytes.toString(LatestTables.key(each)));
          }
          query = query.ofKeys(named.stream().map(Bytes::toBytes).toList());
          counts = counts.and(row -> named.contains(row.key()));
        }
        case 1 -> {
          String stop = Bytes.toString(LatestTables.key(number + random.nextInt(8)));
          boolean open = random.nextBoolean() || stop.equals(key);
          query =
              query.ofRange(
                  KeyRange.of(Bytes.toBytes(key), open ? new byte[0] : Bytes.toBytes(stop)));
          counts =
              counts.and(
                  row -> row.key().compareTo(key) >= 0 && (open || row.key().compareTo(stop) < 0));
        }
        case 2 -> {
          String prefix = key.substring(0, 2);
          query = query.ofPrefix(Bytes.toBytes(prefix));
          counts = counts.and(row -> row.key().startsWith(prefix));
        }
        default -> query = query.ofAllKeys();
      }
    }

    private void chooseCondition() {
      switch (random.nextInt(6)) {
        case 0 -> {
          query = query.where("unit in (K01, K03, K08)");
          counts = counts.and(row -> List.of("K01", "K03", "K08").contains(row.key()));
        }
        case 1 -> {
          long time = random.nextInt(100);
          query = query.where("ts >= %d and unit != K02".formatted(time));
          counts = counts.and(row -> row.time() >= time && !row.key().equals("K02"));
        }
        default -> counts = counts.and(row -> true);
      }
    }
  }
}
