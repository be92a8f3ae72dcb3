package io.halite.it.survival;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;

/** After how many milliseconds some tables were back after each blow, beside a plain one. */
final class Recoveries {
  private final TableName plain;
  private final Map<TableName, List<Long>> millis = new LinkedHashMap<>();

  Recoveries(TableName plain) {
    this.plain = plain;
  }

  /** Adds that a table was back, once for each blow. */
  void add(TableName table, long backAfter) {
    millis.computeIfAbsent(table, name -> new ArrayList<>()).add(backAfter);
  }

  /**
   * How much longer than the plain table each other one was away, in milliseconds: the median over
   * the blows, the later one of two. A split or merge that a blow hits holds up its own table,
   * whichever that is, for half a minute; so means are of no use.
   */
  Map<TableName, Long> medianLags() {
    Map<TableName, Long> lags = new LinkedHashMap<>();
    millis.forEach(
        (table, each) -> {
          if (!table.equals(plain)) {
            lags.put(table, medianLag(each));
          }
        });
    return lags;
  }

  private long medianLag(List<Long> of) {
    List<Long> ofPlain = millis.get(plain);
    List<Long> lags =
        IntStream.range(0, of.size())
            .mapToObj(blow -> of.get(blow) - ofPlain.get(blow))
            .sorted()
            .toList();
    return lags.get(lags.size() / 2);
  }

  @Override
  public String toString() {
    return millis.entrySet().stream()
        .map(
            table ->
                "%s %s, mean %.0f, median lag %d"
                    .formatted(
                        table.getKey(),
                        table.getValue(),
                        table.getValue().stream().mapToLong(Long::longValue).average().orElse(0),
                        medianLag(table.getValue())))
        .collect(Collectors.joining("; ", "ms until all rows were back: ", ""));
  }
}
