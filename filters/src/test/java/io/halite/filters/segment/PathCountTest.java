package io.halite.filters.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.KeyLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often a region seeks for segments behind delimiters: as seldom as the keys allow. */
class PathCountTest {
  private static final KeyLayout LAYOUT = KeyLayout.parse("event~: host~: ts:6:digits");
  private static final int EVENTS = 20;
  private static final int HOSTS = 30;
  private static final int TIMES = 20;

  /** Hosts web0, web1, web10, web11 …: some names begin with others. */
  private static AscendingKeys keys() {
    TreeSet<String> keys = new TreeSet<>();
    for (int event = 0; event < EVENTS; event++) {
      for (int host = 0; host < HOSTS; host++) {
        for (int time = 0; time < TIMES; time++) {
          keys.add("event%d:web%d:%06d".formatted(event, host, time));
        }
      }
    }
    List<String> sorted = new ArrayList<>(keys);
    return new AscendingKeys(sorted.size(), i -> sorted.get(i).getBytes(US_ASCII));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          host = web1                                            | 40 | 40 | 400
          host in (web1, web10, web2)                            | 80 | 80 | 1200
          host in (web1, nobody)                                 | 60 | 60 | 400
          event = event7 and host in (web1, web2) and ts >= 000015 | 5 | 5 | 10
          event in (event1, event10) and host = web3 and ts < 000002 | 4 | 4 | 4
          host = web1* and ts = 000003                           | 480 | 480 | 220
          event = event7 and host = web1 or event = event8       | 4 | 4 | 620
          """)
  void seeksAreAtMostTheHostsWantedAndOneForEachEvent(
      String query, int most, int mostInReverse, int matches) throws IOException {
    AscendingKeys keys = keys();
    Predicate<byte[]> expected = SegmentQuery.parse(LAYOUT, query)::matches;
    try (RealRegion region = RealRegion.of(keys, 1, "a")) {
      SegmentFilter filter = SegmentFilter.where(LAYOUT, query);
      for (boolean always : new boolean[] {true, false}) {
        CountedFilter counted =
            new CountedFilter((always ? filter.alwaysSeeking() : filter).onServer());
        RegionScan scan = RegionScan.of(region.region(), counted, 60);
        assertThat(scan.cells()).isEqualTo(matches);
        assertThat(counted.hints).isLessThanOrEqualTo(most);
        if (always) {
          assertThat(counted.rows - matches - counted.hints).isBetween(0L, 1L);
        }
        counted = new CountedFilter((always ? filter.alwaysSeeking() : filter).onServer());
        counted.setReversed(true);
        Scan reversed = new Scan().setReversed(true).setFilter(counted);
        assertThat(RegionScan.of(region.region(), reversed, 60).cells()).isEqualTo(matches);
        assertThat(counted.hints).isLessThanOrEqualTo(mostInReverse);
        if (always) {
          assertThat(counted.rows - matches - counted.hints)
              .as("rows of hints, read in vain")
              .isBetween(0L, counted.hints + 1);
        }
      }
    }
    byte[][] all = new byte[keys.count()][];
    Arrays.setAll(all, keys::at);
    assertThat(Arrays.stream(all).filter(expected)).hasSize(matches);
  }
}
