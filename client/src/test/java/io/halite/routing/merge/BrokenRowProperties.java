package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A row that cannot be read fails a merge in its turn: as in a plain scan that reads row by row.
 */
class BrokenRowProperties {
  private static final String PREFIXES = "ABCDEFG";

  @Property
  void allRowsBeforeTheFirstBrokenOneAreGivenAndThenItsFailure(
      @ForAll @IntRange(min = 1, max = 7) int images,
      @ForAll @IntRange(max = 40) int rows,
      @ForAll @IntRange(max = 4) int breaks,
      @ForAll boolean reversed,
      @ForAll long seed)
      throws Exception {
    Random random = new Random(seed);
    TreeSet<String> stored = new TreeSet<>();
    for (int i = 0; i < rows; i++) {
      String natural = Integer.toString(random.nextInt(4000), 7);
      stored.add(PREFIXES.charAt(Math.floorMod(natural.hashCode(), images)) + natural);
    }
    Set<String> broken = new HashSet<>();
    List<String> all = new ArrayList<>(stored);
    for (int i = 0; i < breaks && !all.isEmpty(); i++) {
      broken.add(all.get(random.nextInt(all.size())));
    }
    Comparator<String> natural = Comparator.comparing(row -> row.substring(1));
    all.sort(reversed ? natural.reversed() : natural);
    List<String> readable = all.stream().takeWhile(row -> !broken.contains(row)).toList();

    BrokenRows table = new BrokenRows(stored, broken, random);
    MergedScan merged = table.open(PREFIXES.substring(0, images), reversed);
    List<String> given = new ArrayList<>();
    IOException failure = drain(merged, table, random, given);

    assertThat(given).isEqualTo(readable);
    // Where several images are broken, the failure may be that of any.
    assertThat(failure instanceof DoNotRetryIOException).isEqualTo(!broken.isEmpty());
  }

  private static IOException drain(
      MergedScan merged, BrokenRows table, Random random, List<String> given) {
    try {
      for (int idle = 0; !merged.isExhausted(); idle++) {
        assertThat(idle).as("moves without an end").isLessThan(100_000);
        table.answer();
        for (int polls = random.nextInt(3); polls > 0; polls--) {
          Result row = merged.poll();
          if (row != null) {
            given.add(Bytes.toString(row.getRow()));
          }
        }
      }
      return null;
    } catch (IOException e) {
      return e;
    }
  }
}
