package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyRange;
import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import io.halite.routing.merge.PassedScanTest.ScriptedSource;
import io.halite.routing.merge.ScriptedTable.OpenScan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** Whatever room there is and however answers are cut: passes give the sorted rows of the range. */
class PassedScanProperties {
  private static final Salt SALT = SaltingSpec.parse("salt=reverse(row)").salt();

  @Property
  void passesGiveTheSortedRowsOfTheRange(
      @ForAll @IntRange(max = 60) int count,
      @ForAll boolean reversed,
      @ForAll @IntRange(min = 1, max = 3000) int bytes,
      @ForAll @IntRange(max = 30) int wanted,
      @ForAll long seed)
      throws Exception {
    Random random = new Random(seed);
    TreeSet<String> stored = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      stored.add(Integer.toString(random.nextInt(4000), 7));
    }
    List<String> natural = stored.stream().map(PassedScanProperties::turned).sorted().toList();
    List<String> expected = new ArrayList<>(natural);
    if (reversed) {
      expected.sort(Comparator.reverseOrder());
    }
    ScriptedTable table = new ScriptedTable();
    ScriptedSource source = new ScriptedSource();
    source.reversed = reversed;
    source.wanted = wanted;
    PassLimits limits = new PassLimits(bytes, 1 + random.nextInt(500), 0, 0);
    PassedScan scan =
        PassedScan.open(
            ImageReading.of(table.table(), limits.readAhead()),
            source,
            SALT,
            KeyRange.all(),
            limits);
    List<String> given = new ArrayList<>();
    for (int i = 0; !scan.isExhausted(); i++) {
      assertThat(i).as("moves without an end").isLessThan(100_000);
      answer(table.scans.get(table.scans.size() - 1), stored, source, random);
      Result row = scan.poll();
      if (row != null) {
        given.add(turned(Bytes.toString(row.getRow())));
      }
    }
    int rows = wanted > 0 ? Math.min(wanted, expected.size()) : expected.size();
    assertThat(given).isEqualTo(expected.subList(0, rows));
    assertThat(source.begun).isEqualTo(table.scans.size()).isLessThanOrEqualTo(Math.max(1, rows));
  }

  /** Sends the next rows of the pass, as its owners would: those of its natural range. */
  private static void answer(
      OpenScan scan, TreeSet<String> stored, ScriptedSource source, Random random) {
    if (scan.suspended || scan.completed) {
      return;
    }
    KeyRange range = source.ranges.get(source.ranges.size() - 1);
    List<String> rows =
        stored.stream().filter(row -> range.contains(Bytes.toBytes(turned(row)))).toList();
    int piece = Math.min(rows.size() - scan.sent, random.nextInt(9));
    if (scan.sent == rows.size()) {
      scan.complete();
    } else {
      String[] some = rows.subList(scan.sent, scan.sent + piece).toArray(String[]::new);
      if (some.length > 0) {
        scan.rows(some);
      }
    }
  }

  private static String turned(String row) {
    return Bytes.toString(SALT.unsalt(Bytes.toBytes(row)));
  }
}
