package io.halite.it.upstream;

import java.util.function.LongSupplier;

/**
 * Requests that show that a suite judged what it was to judge.
 *
 * @param what the word of {@code docs/upstream.md} for what is judged: {@code door}
 * @param label what happened to the requests
 * @param sum counts those of this JVM
 */
record CountedRequests(String what, String label, LongSupplier sum) {
  static final CountedRequests OF_GUESTS =
      new CountedRequests("door", "served by guests", GuestRequests::sum);
  static final CountedRequests OF_PLUG_IN =
      new CountedRequests("plug-in", "sent to owners", DirectRequests::sum);
  static final CountedRequests OF_GATEWAYS =
      new CountedRequests("gateway", "sent to gateways", DirectRequests::sumOfGateways);
}
