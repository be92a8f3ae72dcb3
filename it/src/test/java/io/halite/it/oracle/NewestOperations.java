package io.halite.it.oracle;

import io.halite.it.oracle.Operation.Agreement;
import io.halite.it.plugin.LatestText;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.keys.Segment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Scans for the newest rows of each key. What they must find is cut from the rows of the plain
 * twin, by nothing of Halite but the layout. What a table must refuse, the salted twin must refuse
 * in the words of docs/latest.md.
 */
final class NewestOperations {
  private static final String FORWARD = "newest rows are read forward, not reversed";
  private static final String ONE_PLACE = "needs its row in one place";
  private static final String IN_ORDER = "halite.latest needs the rows of a key in natural order";
  private static final String ONE_REGION = "begin in an earlier region";

  private final Random random;
  private final Keys keys;
  private final NewestScans scans;
  private final TwinClock clock;
  private final Population population;
  private final Salt salt;
  private final Segment time;
  private final KeyTimes times;

  private NewestOperations(
      Random random,
      Keys keys,
      NewestScans scans,
      TwinClock clock,
      Population population,
      Salt salt,
      Segment time) {
    this.random = random;
    this.keys = keys;
    this.scans = scans;
    this.clock = clock;
    this.population = population;
    this.salt = salt;
    this.time = time;
    this.times = new KeyTimes(keys.layout().orElseThrow(), time);
  }

  /** Those of a salted table; empty if its keys have no time. */
  static Optional<NewestOperations> of(
      Random random,
      Keys keys,
      NewestScans scans,
      TwinClock clock,
      Population population,
      Optional<SaltingSpec> spec) {
    return spec.flatMap(
        of ->
            keys.form()
                .timed()
                .map(
                    time ->
                        new NewestOperations(
                            random, keys, scans, clock, population, of.salt(), time)));
  }

  /** A scan that is answered, or that this table refuses. */
  Operation any() throws IOException {
    LatestText text =
        LatestText.of(
            1 + random.nextInt(6),
            random,
            () -> Math.max(0, times.time(keys.key()) - 2 + random.nextInt(5)),
            10);
    TwinScan scan = scans.scan(text.text(), time);
    Scan salted = scan.salted();
    ScanWay way = ScanWay.drawn(salted, random);
    population.add(salted);
    Optional<String> refusal = refusal(salted);
    return new Operation(
        "newest " + way + ' ' + ScanText.of(salted, clock),
        salted.getStartRow().length == 0 ? List.of() : List.of(salted.getStartRow()),
        false,
        mayRefuse().isEmpty() ? Agreement.EXACT : Agreement.MAY_BE_REFUSED,
        (twin, answer) -> {
          if (twin.isPlain()) {
            if (refusal.isPresent()) {
              answer.add(refusal.get());
              return;
            }
            List<Result> all = ScanWay.SYNC.read(twin, new Scan(scan.plain()));
            List<Result> rows = cut(all, text, salted);
            answer.addAll(inPieces(salted) ? way.joined(rows) : way.of(rows));
            return;
          }
          try {
            List<Result> rows = way.read(twin, new Scan(salted));
            if (!rows.isEmpty()) {
              population.found(scan.kinds());
            }
            answer.addAll(inPieces(salted) ? way.joined(rows) : rows);
          } catch (Exception e) {
            answer.add(words(e, refusal));
          }
        });
  }

  /** Whether rows come in pieces, of which each counts as a result. */
  private static boolean inPieces(Scan scan) {
    return scan.getBatch() > 0 || scan.getAllowPartialResults();
  }

  /** The words of a refusal that must be; rethrows one that may be, and any other failure. */
  private String words(Exception failure, Optional<String> refusal) throws Exception {
    String message = String.valueOf(Answer.unwrap(failure).getMessage());
    boolean refused = Answer.unwrap(failure) instanceof DoNotRetryIOException;
    if (refused && refusal.filter(message::contains).isPresent()) {
      return refusal.get();
    }
    if (refused && refusal.or(this::mayRefuse).filter(message::contains).isEmpty()) {
      throw new IllegalStateException("refused in other words: " + message, failure);
    }
    throw failure;
  }

  /**
   * In which words the table may refuse: where the salt scatters the rows of the range, and where
   * regions serve a table without salt alone.
   */
  private Optional<String> mayRefuse() {
    if (!salt.keepsNaturalOrder()) {
      return Optional.of(IN_ORDER);
    }
    return salt.prefixWidth() == 0 ? Optional.of(ONE_REGION) : Optional.empty();
  }

  /** Which words the salted twin must refuse a scan in; empty if it need not. */
  private Optional<String> refusal(Scan scan) {
    if (scan.isReversed()) {
      return Optional.of(FORWARD);
    }
    return salt.isSinglePlace() ? Optional.empty() : Optional.of(ONE_PLACE);
  }

  /** Which of all rows of the plain twin the scan finds. */
  private List<Result> cut(List<Result> all, LatestText text, Scan scan) {
    Map<String, List<Result>> histories = new LinkedHashMap<>();
    for (Result row : all) {
      String history = Bytes.toStringBinary(times.history(row.getRow()));
      histories.computeIfAbsent(history, key -> new ArrayList<>()).add(row);
    }
    List<Result> found =
        histories.values().stream()
            .flatMap(rows -> text.chosen(rows, row -> times.time(row.getRow())).stream())
            .filter(row -> isWithin(row.getRow(), scan))
            .toList();
    return scan.getLimit() > 0 ? found.subList(0, Math.min(scan.getLimit(), found.size())) : found;
  }

  private static boolean isWithin(byte[] row, Scan scan) {
    int start = Arrays.compareUnsigned(row, scan.getStartRow());
    int stop = Arrays.compareUnsigned(row, scan.getStopRow());
    return (start > 0 || (start == 0 && scan.includeStartRow()))
        && (scan.getStopRow().length == 0 || stop < 0 || (stop == 0 && scan.includeStopRow()));
  }
}
