package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.halite.keys.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.mapreduce.TableInputFormatBase;
import org.apache.hadoop.hbase.mapreduce.TableSplit;
import org.apache.hadoop.mapreduce.InputSplit;

/** Whatever keys were sampled, an unchanged job is given each natural key in one range. */
class SampledTilesProperties {
  /** HBase's own way to cut a range. */
  private static final class Format extends TableInputFormatBase {
    List<InputSplit> cut(KeyRange range, int n) throws Exception {
      TableName name = TableName.valueOf("t");
      return createNInputSplitsUniform(
          new TableSplit(name, null, range.start(), range.stop(), "host", 1), n);
    }
  }

  @Property
  void theRangesTileAllNaturalKeys(
      @ForAll @Size(max = 30) List<@Size(max = 4) byte[]> sampled,
      @ForAll @Size(max = 3) byte[] start,
      @ForAll @Size(max = 3) byte[] stop,
      @ForAll @IntRange(min = 1, max = 20) int wanted) {
    List<KeyRange> tiles = SampledTiles.all(KeyRange.of(start, stop), sampled, wanted);
    assertThat(tiles).hasSizeBetween(1, wanted).noneMatch(KeyRange::isEmpty);
    assertThat(tiles.get(0).start()).isEmpty();
    assertThat(tiles.get(tiles.size() - 1).stop()).isEmpty();
    for (int i = 1; i < tiles.size(); i++) {
      assertThat(tiles.get(i).start()).isEqualTo(tiles.get(i - 1).stop()).isNotEmpty();
    }
  }

  /** As {@code hbase.mapreduce.tableinput.mappers.per.region} does. */
  @Property
  void hbaseCanCutEachRangeFurtherWhateverTheScan(
      @ForAll @Size(max = 30) List<@Size(max = 3) byte[]> any,
      @ForAll @Size(max = 2) byte[] start,
      @ForAll @Size(max = 2) byte[] stop,
      @ForAll @IntRange(min = 1, max = 20) int wanted)
      throws Exception {
    KeyRange range = KeyRange.of(start, stop);
    List<byte[]> sampled = new ArrayList<>(any);
    // Keys that differ in zeros alone, and the last of all, are what HBase takes for no range.
    any.forEach(key -> sampled.add(Arrays.copyOf(key, key.length + 1)));
    sampled.add(Arrays.copyOf(start, start.length + 1));
    sampled.add(new byte[] {(byte) 0xFF, (byte) 0xFF});
    List<KeyRange> tiles = SampledTiles.all(range, sampled, wanted);
    if (tiles.size() == 1) {
      return;
    }
    for (KeyRange tile : tiles) {
      KeyRange read = tile.intersect(range);
      if (!read.isEmpty()) {
        assertThat(new Format().cut(read, 3)).as("%s of %s", read, range).hasSize(3);
      }
    }
  }

  @Example
  void hbaseFailsOverEndsThatDifferInZeros() {
    KeyRange zeros = KeyRange.of(new byte[] {6}, new byte[] {6, 0});
    assertThatThrownBy(() -> new Format().cut(zeros, 3))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Example
  void nothingIsSeenWhenTheTimeIsOver() throws Exception {
    EvenCuts.Keys keys =
        new EvenCuts.Keys() {
          @Override
          public List<byte[]> first(KeyRange range, int most) {
            return List.of(new byte[] {1}, new byte[] {2});
          }

          @Override
          public Optional<byte[]> last(KeyRange range) {
            return Optional.of(new byte[] {2});
          }
        };
    TimedKeys early = new TimedKeys(keys, () -> Long.MAX_VALUE, Long.MIN_VALUE);
    assertThat(early.first(KeyRange.all(), 9)).hasSize(2);
    assertThat(early.last(KeyRange.all())).isPresent();
    TimedKeys late = new TimedKeys(keys, () -> 5, 5);
    assertThat(late.first(KeyRange.all(), 9)).isEmpty();
    assertThat(late.last(KeyRange.all())).isEmpty();
    assertThat(new EvenCuts(late).cuts(KeyRange.all(), 9)).isEmpty();
  }
}
