package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyBytes;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.scan.UnorderedScan;
import io.halite.routing.table.SaltedTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;

/** However the regions lie: each row of a natural range is in exactly one split. */
class SplitProperties {
  private static final List<String> SALTS =
      List.of(
          "hash(*) % 4",
          "hash(user) % 256",
          "md5(user)[0:1]",
          "md5(user)[0:4]",
          "reverse(user)",
          "random % 4",
          "random-suffix % 16");

  private static byte[] key(Random random) {
    return "%02d%02d"
        .formatted(random.nextInt(100), random.nextInt(100))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static SaltedTable table(int salt) {
    String spec = "key=user:2:digits order:2:digits,salt=" + SALTS.get(salt);
    return new SaltedTable(TableName.valueOf("t"), SaltingSpec.parse(spec));
  }

  private static KeyRange range(Random random) {
    byte[] start = random.nextInt(4) == 0 ? new byte[0] : key(random);
    byte[] stop = random.nextInt(4) == 0 ? new byte[0] : key(random);
    return KeyRange.of(start, stop);
  }

  /** Borders of any bytes, and of stored keys. */
  private static List<KeyRange> regions(SaltedTable table, int most, Random random) {
    TreeSet<byte[]> borders = new TreeSet<>(KeyBytes::compare);
    for (int i = 0; i < most; i++) {
      byte[] any = new byte[1 + random.nextInt(3)];
      random.nextBytes(any);
      borders.add(random.nextBoolean() ? any : table.salt().salt(key(random)));
    }
    List<KeyRange> regions = new ArrayList<>();
    byte[] start = new byte[0];
    for (byte[] border : borders) {
      regions.add(KeyRange.of(start, border));
      start = border;
    }
    regions.add(KeyRange.of(start, new byte[0]));
    return regions;
  }

  @Property(tries = 400)
  void eachRowIsInOneSplitOfStoredKeys(
      @ForAll @IntRange(max = 4) int salt,
      @ForAll @IntRange(max = 20) int borders,
      @ForAll long seed)
      throws Exception {
    Random random = new Random(seed);
    SaltedTable table = table(salt);
    KeyRange natural = range(random);
    Scan asked = new Scan().withStartRow(natural.start()).withStopRow(natural.stop());
    if (natural.isEmpty()) {
      return;
    }
    UnorderedScan scan = UnorderedScan.of(asked, table, Set.of()).orElseThrow();
    List<KeyRange> parts = new ArrayList<>();
    for (KeyRange region : regions(table, borders, random)) {
      for (KeyRange part : RegionPart.of(scan, scan.natural().wanted(), region)) {
        assertThat(part.isEmpty()).isFalse();
        assertThat(part.intersect(region)).as("in its region").isEqualTo(part);
        parts.add(part);
      }
    }
    for (int i = 0; i < 50; i++) {
      byte[] key = key(random);
      byte[] stored = table.salt().salt(key);
      long holders = parts.stream().filter(part -> part.contains(stored)).count();
      if (natural.contains(key)) {
        assertThat(holders).as(KeyBytes.readable(key)).isEqualTo(1);
      } else {
        assertThat(holders)
            .as(KeyBytes.readable(key))
            .isLessThanOrEqualTo(scan.scattered() ? 1 : 0);
      }
    }
  }

  @Property(tries = 400)
  void eachKeyOfTheRangeIsInOneTile(
      @ForAll @IntRange(max = 6) int salt,
      @ForAll @IntRange(max = 20) int borders,
      @ForAll @IntRange(min = 1, max = 30) int most,
      @ForAll long seed) {
    Random random = new Random(seed);
    SaltedTable table = table(salt);
    KeyRange natural = range(random);
    List<byte[]> starts = regions(table, borders, random).stream().map(KeyRange::start).toList();
    List<KeyRange> tiles =
        NaturalTiles.of(natural, NaturalTiles.borders(table.salt(), starts), most);
    assertThat(tiles).hasSizeLessThanOrEqualTo(most).noneMatch(KeyRange::isEmpty);
    for (int i = 0; i < 50; i++) {
      byte[] key = key(random);
      assertThat(tiles.stream().filter(tile -> tile.contains(key)))
          .hasSize(natural.contains(key) ? 1 : 0);
    }
  }
}
