package io.halite.it.oracle;

import io.halite.it.oracle.Operation.Agreement;
import io.halite.it.oracle.Population.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;

/** Scans through every client interface that HBase has. */
final class ScanOperations {
  private final Random random;
  private final Keys keys;
  private final Scans scans;
  private final Columns columns;
  private final TwinClock clock;
  private final Population population;

  ScanOperations(
      Random random,
      Keys keys,
      Scans scans,
      Columns columns,
      TwinClock clock,
      Population population) {
    this.random = random;
    this.keys = keys;
    this.scans = scans;
    this.columns = columns;
    this.clock = clock;
    this.population = population;
  }

  Operation any() throws IOException {
    return operation(scans.scan().fromLeastKey(keys.shortest()), Agreement.EXACT);
  }

  /** A scan whose filter counts rows; a salted table may refuse it. */
  Operation counting() {
    return operation(TwinScan.ofBoth(scans.countingScan()), Agreement.MAY_BE_REFUSED);
  }

  /** All of a family or a column by the short forms. */
  Operation ofFamily() {
    byte[] family = columns.family();
    byte[] qualifier = columns.qualifier();
    boolean whole = random.nextBoolean();
    return Operation.exact(
        "getScanner of " + Readable.text(family) + (whole ? "" : ":" + Readable.text(qualifier)),
        List.of(),
        (twin, answer) -> {
          try (ResultScanner scanner =
              whole
                  ? twin.table().getScanner(family)
                  : twin.table().getScanner(family, qualifier)) {
            scanner.forEach(answer::add);
          }
        });
  }

  private Operation operation(TwinScan scan, Agreement agreement) {
    Scan salted = scan.salted();
    ScanWay drawn = ScanWay.drawn(salted, random);
    // Which rows come first nobody knows.
    ScanWay way = scan.isUnordered() ? drawn.toTheEnd() : drawn;
    population.add(salted);
    List<byte[]> rows =
        salted.getStartRow().length == 0 ? List.of() : List.of(salted.getStartRow());
    return new Operation(
        "scan " + way + ' ' + ScanText.of(salted, clock),
        rows,
        false,
        agreement,
        (twin, answer) -> {
          Scan sent = new Scan(twin.isPlain() ? scan.plain() : salted);
          List<Result> results = way.read(twin, sent);
          if (!results.isEmpty() && !twin.isPlain()) {
            population.found(scan.isUnordered() ? Set.of(Kind.UNORDERED) : Set.of());
            population.found(scan.kinds());
          }
          List<Result> given = scan.isUnordered() ? inOrder(results) : results;
          answer.addAll(salted.getAllowPartialResults() ? way.joined(given) : given);
        });
  }

  /** The rows in natural order; of a row that comes in pieces, all must come in succession. */
  private static List<Result> inOrder(List<Result> asTheyCame) {
    TreeMap<byte[], List<Result>> rows = new TreeMap<>(Arrays::compareUnsigned);
    byte[] last = new byte[0];
    for (Result piece : asTheyCame) {
      byte[] row = piece.getRow();
      if (rows.containsKey(row) && !Arrays.equals(row, last)) {
        throw new AssertionError("other rows came between pieces of row " + Readable.key(row));
      }
      rows.computeIfAbsent(row, key -> new ArrayList<>()).add(piece);
      last = row;
    }
    return rows.values().stream().flatMap(List::stream).toList();
  }
}
