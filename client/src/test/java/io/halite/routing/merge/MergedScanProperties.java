package io.halite.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.routing.merge.ScriptedTable.OpenScan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * However the answers of the images are cut and mixed: the merge gives their sorted union, and rows
 * as they come are the same rows.
 */
class MergedScanProperties {
  private static final Comparator<String> NATURAL = Comparator.comparing(row -> row.substring(1));

  @Property
  void theMergeIsTheSortedUnionOfItsImages(
      @ForAll @IntRange(min = 1, max = 9) int images,
      @ForAll @IntRange(max = 60) int rows,
      @ForAll boolean reversed,
      @ForAll @IntRange(min = 1, max = 400) int readAheadBytes,
      @ForAll long seed)
      throws Exception {
    Random random = new Random(seed);
    List<List<String>> buckets = buckets(images, rows, reversed, random);
    List<String> expected = new ArrayList<>();
    buckets.forEach(expected::addAll);
    expected.sort(reversed ? NATURAL.reversed() : NATURAL);

    ScriptedTable table = new ScriptedTable();
    MergedScan merged = table.open(images, reversed, readAheadBytes);
    int[] sent = new int[images];
    boolean[] completed = new boolean[images];
    List<String> given = new ArrayList<>();
    for (int idle = 0; !merged.isExhausted(); idle++) {
      assertThat(idle).as("moves without an end").isLessThan(100_000);
      int image = random.nextInt(images);
      answer(table.scans.get(image), buckets.get(image), image, sent, completed, random);
      for (int polls = random.nextInt(4); polls > 0; polls--) {
        Result row = merged.poll();
        if (row != null) {
          given.add(Bytes.toString(row.getRow()));
        }
      }
    }
    assertThat(given).isEqualTo(expected);
  }

  @Property
  void rowsAsTheyComeAreTheUnionOfTheImagesOfWhichFewAreOpenAtOnce(
      @ForAll @IntRange(min = 1, max = 9) int images,
      @ForAll @IntRange(max = 60) int rows,
      @ForAll @IntRange(min = 1, max = 10) int atOnce,
      @ForAll @IntRange(min = 1, max = 400) int readAheadBytes,
      @ForAll long seed)
      throws Exception {
    Random random = new Random(seed);
    List<List<String>> buckets = buckets(images, rows, false, random);
    ScriptedTable table = new ScriptedTable();
    UnorderedRows unordered = table.openUnordered(images, atOnce, readAheadBytes);
    int[] sent = new int[images];
    boolean[] completed = new boolean[images];
    List<String> given = new ArrayList<>();
    for (int idle = 0; !unordered.isExhausted(); idle++) {
      assertThat(idle).as("moves without an end").isLessThan(100_000);
      int image = random.nextInt(table.scans.size());
      answer(table.scans.get(image), buckets.get(image), image, sent, completed, random);
      for (int polls = random.nextInt(4); polls > 0; polls--) {
        Result row = unordered.poll();
        if (row != null) {
          given.add(Bytes.toString(row.getRow()));
        }
      }
      assertThat(table.scans.stream().filter(scan -> !scan.completed))
          .hasSizeLessThanOrEqualTo(atOnce);
    }
    assertThat(table.scans).hasSize(images);
    assertThat(given)
        .containsExactlyInAnyOrderElementsOf(buckets.stream().flatMap(List::stream).toList());
  }

  private static void answer(
      OpenScan scan, List<String> rows, int image, int[] sent, boolean[] completed, Random random) {
    if (scan.suspended || completed[image]) {
      return;
    }
    int piece = Math.min(rows.size() - sent[image], random.nextInt(5));
    if (piece > 0) {
      scan.rows(rows.subList(sent[image], sent[image] + piece).toArray(String[]::new));
      sent[image] += piece;
    } else if (sent[image] == rows.size()) {
      scan.complete();
      completed[image] = true;
    } else {
      scan.heartbeat();
    }
  }

  private static List<List<String>> buckets(int images, int rows, boolean reversed, Random random) {
    List<TreeSet<String>> sorted = new ArrayList<>();
    for (int i = 0; i < images; i++) {
      sorted.add(new TreeSet<>());
    }
    for (int i = 0; i < rows; i++) {
      String natural = Integer.toString(random.nextInt(4000), 7);
      // A natural row lies in one bucket only.
      int bucket = Math.floorMod(natural.hashCode(), images);
      sorted.get(bucket).add((char) ('A' + bucket) + natural);
    }
    List<List<String>> buckets = new ArrayList<>();
    for (TreeSet<String> bucket : sorted) {
      List<String> list = new ArrayList<>(bucket);
      if (reversed) {
        Collections.reverse(list);
      }
      buckets.add(list);
    }
    return buckets;
  }
}
