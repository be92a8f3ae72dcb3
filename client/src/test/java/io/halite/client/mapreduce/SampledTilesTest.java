package io.halite.client.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.filters.segment.ScanRange;
import io.halite.keys.KeyRange;
import io.halite.keys.SaltingSpec;
import io.halite.routing.table.SaltedTable;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The splits of a job over a table whose scans take their time. */
class SampledTilesTest {
  private static final TableName NAME = TableName.valueOf("t");
  private static final SaltingSpec BUCKETS = spec("hash(row) % 4");
  private static final byte[] F = {'f'};

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE);
  private final Configuration conf = new Configuration(false);
  private long secondsOfAScan;

  private static SaltingSpec spec(String salt) {
    return SaltingSpec.parse("key=row:4,salt=" + salt);
  }

  /** Keys {@code 0000}, {@code 0001} and so on. */
  private static List<byte[]> keys(int count) {
    return IntStream.range(0, count).mapToObj(i -> Bytes.toBytes("%04d".formatted(i))).toList();
  }

  /** The regions of four buckets, each of them cut at these natural keys. */
  private static List<byte[]> regions(String... cuts) {
    List<byte[]> starts = new ArrayList<>();
    for (byte bucket = 0; bucket < 4; bucket++) {
      byte[] salt = {bucket};
      starts.add(bucket == 0 ? new byte[0] : salt);
      Stream.of(cuts).map(cut -> Bytes.add(salt, Bytes.toBytes(cut))).forEach(starts::add);
    }
    return starts;
  }

  private Table table(SaltingSpec spec, List<byte[]> keys) {
    return (Table)
        Proxy.newProxyInstance(
            Table.class.getClassLoader(),
            new Class<?>[] {Table.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "getName":
                  return NAME;
                case "getScanner":
                  now.addAndGet(TimeUnit.SECONDS.toNanos(secondsOfAScan));
                  return scanner((Scan) arguments[0], keys);
                case "get":
                  // The owner refuses the question, and shows the spec so.
                  new SaltedTable(NAME, spec).verify(new Put(F));
                  throw new AssertionError("not refused");
                default:
                  throw new AssertionError(method);
              }
            });
  }

  private static ResultScanner scanner(Scan scan, List<byte[]> keys) {
    KeyRange range = ScanRange.of(scan);
    Iterator<Result> rows =
        keys.stream()
            .filter(range::contains)
            .limit(scan.getLimit() > 0 ? scan.getLimit() : Long.MAX_VALUE)
            .map(key -> Result.create(List.of(new KeyValue(key, F, F))))
            .iterator();
    return (ResultScanner)
        Proxy.newProxyInstance(
            ResultScanner.class.getClassLoader(),
            new Class<?>[] {ResultScanner.class},
            (proxy, method, arguments) ->
                method.getName().equals("next") && rows.hasNext() ? rows.next() : null);
  }

  /** Where a table is cut that stores these natural keys. */
  private Optional<List<String>> cuts(SaltingSpec spec, List<byte[]> keys, List<byte[]> regions)
      throws Exception {
    List<byte[]> stored =
        keys.stream().map(spec.salt()::salt).sorted(Arrays::compareUnsigned).toList();
    return new SampledTiles(conf, table(spec, keys), table(spec, stored), now::get)
        .of(regions)
        .map(
            tiles ->
                tiles.stream().skip(1).map(tile -> Bytes.toStringBinary(tile.start())).toList());
  }

  @Test
  void keysAreSampledUntilThereAreAsManyRangesAsRegions() throws Exception {
    assertThat(cuts(BUCKETS, keys(80), regions()).orElseThrow())
        .containsExactly("0020", "0040", "0060");
  }

  @Test
  void whenTheTimeEndsBordersCutThatGiveMore() throws Exception {
    secondsOfAScan = 20;
    List<byte[]> cut = regions("0010", "0020", "0030");
    assertThat(cuts(BUCKETS, keys(80), cut).orElseThrow()).containsExactly("0010", "0020", "0030");
    assertThat(cuts(BUCKETS, keys(80), regions("0010")).orElseThrow())
        .as("two scans of twenty seconds give more than one border")
        .containsExactly("0020", "0040");
  }

  @Test
  void whenTheTimeEndsBeforeTheFirstCutTheRegionsAreLeft() throws Exception {
    secondsOfAScan = TimedKeys.SECONDS;
    assertThat(cuts(BUCKETS, keys(EvenCuts.WHOLE), regions())).isEmpty();
  }

  @Test
  void whereTheSaltScattersSamplesGiveNoMoreRangesThanElsewhere() throws Exception {
    conf.setInt(SaltedTableInputFormat.NATURAL_SPLITS_KEY, 150);
    for (String salt : List.of("md5(row)[0:4]", "hash(row) % 4")) {
      assertThat(cuts(spec(salt), keys(400), regions()).orElseThrow())
          .as(salt)
          .hasSize(SampledTiles.MOST - 1);
    }
  }

  @Test
  void aJobThatWantsOneSplitHasOne() throws Exception {
    conf.setInt(SaltedTableInputFormat.NATURAL_SPLITS_KEY, 1);
    assertThat(cuts(BUCKETS, keys(80), regions()).orElseThrow()).isEmpty();
  }
}
