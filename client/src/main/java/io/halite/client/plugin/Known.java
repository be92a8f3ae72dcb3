package io.halite.client.plugin;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How requests on a table are routed, as its servers have shown. Thread-safe.
 *
 * @param since when it was shown, by the clock of {@link TableSpec}
 * @param nextQuestion the age at which one request asks again
 */
record Known(Routing routing, long since, AtomicLong nextQuestion) {
  /** What is known from now on; under a spec, one request asks at half of the longest age. */
  static Known of(Routing routing, long since, long maxAgeMillis) {
    long first = routing.table().isPresent() ? maxAgeMillis / 2 : maxAgeMillis;
    return new Known(routing, since, new AtomicLong(first));
  }
}
