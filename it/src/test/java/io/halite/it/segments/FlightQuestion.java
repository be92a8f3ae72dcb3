package io.halite.it.segments;

import java.util.function.Predicate;

/** What is asked of the flights, in words, and how a client tells by looking at a key. */
enum FlightQuestion {
  VALUES_IN_THE_MIDDLE(
      "destination in (ABE, BHM)", key -> at(key, 15, "ABE") || at(key, 15, "BHM")),
  LEADING_VALUES_AND_A_NEGATION(
      "origin in (BDL, ISP) and destination != ORD",
      key -> (at(key, 0, "BDL") || at(key, 0, "ISP")) && !at(key, 15, "ORD")),
  RANGE_IN_THE_MIDDLE(
      "departure = 200101010700..200101010705",
      key -> between(key.substring(3, 15), "200101010700", "200101010705")),
  RANGES_AND_A_PREFIX(
      "destination = SA* and departure >= 2001010112 and distance >= 1500",
      key ->
          at(key, 15, "SA")
              && key.substring(3, 15).compareTo("2001010112") >= 0
              && key.substring(18).compareTo("1500") >= 0),
  RANGE_BEHIND_EVERYTHING("distance >= 3700", key -> key.substring(18).compareTo("3700") >= 0),
  BRANCHES_AND_A_NEGATION_OF_BRANCHES(
      "(origin = BDL and distance >= 0900 or destination in (ABE, BHM))"
          + " and not (departure = 2001010107* or departure >= 2001010118 or origin = ORD)",
      key ->
          (at(key, 0, "BDL") && key.substring(18).compareTo("0900") >= 0
                  || at(key, 15, "ABE")
                  || at(key, 15, "BHM"))
              && !(at(key, 3, "2001010107")
                  || key.substring(3, 15).compareTo("2001010118") >= 0
                  || at(key, 0, "ORD"))),
  NEGATIONS_WITHIN_EACH_OTHER(
      "not (destination != SAN or not (origin in (ORD, DFW) or distance < 0300))",
      key ->
          at(key, 15, "SAN")
              && (at(key, 0, "ORD")
                  || at(key, 0, "DFW")
                  || key.substring(18).compareTo("0300") < 0));

  final String text;
  final Predicate<String> wanted;

  FlightQuestion(String text, Predicate<String> wanted) {
    this.text = text;
    this.wanted = wanted;
  }

  private static boolean at(String key, int offset, String value) {
    return key.startsWith(value, offset);
  }

  private static boolean between(String value, String from, String to) {
    return value.compareTo(from) >= 0 && value.compareTo(to) <= 0;
  }
}
