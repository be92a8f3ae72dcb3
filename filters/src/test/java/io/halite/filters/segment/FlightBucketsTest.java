package io.halite.filters.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.halite.keys.Salt;
import io.halite.keys.SaltingSpec;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** How evenly a hash of the whole key spreads real flights, which are written in order of time. */
class FlightBucketsTest {
  private static final int BUCKETS = 16;

  @Test
  void noBucketHoldsMoreThanChanceAllows() throws Exception {
    Salt salt =
        SaltingSpec.parse("key=departure:12 origin:3 destination:3,salt=hash(*) % " + BUCKETS)
            .salt();
    AscendingKeys flights = FlightKeys.read().byDeparture();
    int[] rows = new int[BUCKETS];
    for (int i = 0; i < flights.count(); i++) {
      rows[salt.salt(flights.at(i))[0]]++;
    }
    double mean = flights.count() / (double) BUCKETS;
    double busiest = Arrays.stream(rows).max().orElseThrow();
    System.out.printf(
        "buckets: %,d distinct flights in %d buckets, busiest %.3f of the mean%n",
        flights.count(), BUCKETS, busiest / mean);
    // A bucket drawn by lot has a standard deviation of the mean's root: more than four of them
    // above it is one chance in two thousand for any of 16 buckets, 0.023 at 500,000 flights.
    assertThat(busiest).isLessThan(mean + 4 * Math.sqrt(mean));
  }
}
