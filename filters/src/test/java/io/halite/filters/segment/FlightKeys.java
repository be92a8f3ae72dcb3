package io.halite.filters.segment;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/**
 * Real flights, {@code departure,origin,destination,delay,distance}, in two orders of segments: the
 * 20,000 that the repository ships, or those of the gzipped file or address that the property
 * {@code halite.bench.flights} names.
 */
final class FlightKeys {
  private static final String SHIPPED =
      "../it/src/main/resources/io/halite/it/demo/flights-20k.csv.gz";

  private final List<String[]> flights;

  private FlightKeys(List<String[]> flights) {
    this.flights = flights;
  }

  static FlightKeys read() throws IOException {
    return read(System.getProperty("halite.bench.flights", SHIPPED));
  }

  static FlightKeys shipped() throws IOException {
    return read(SHIPPED);
  }

  private static FlightKeys read(String place) throws IOException {
    try (InputStream file =
            place.contains("://")
                ? URI.create(place).toURL().openStream()
                : Files.newInputStream(Path.of(place));
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(file), StandardCharsets.US_ASCII))) {
      return new FlightKeys(lines.lines().skip(1).map(line -> line.split(",")).toList());
    }
  }

  AscendingKeys byOrigin() {
    return keys(flight -> flight[1] + flight[0] + flight[2]);
  }

  AscendingKeys byDeparture() {
    return keys(flight -> flight[0] + flight[1] + flight[2]);
  }

  private AscendingKeys keys(Function<String[], String> key) {
    List<byte[]> keys = distinct(key);
    return new AscendingKeys(keys.size(), keys::get);
  }

  private List<byte[]> distinct(Function<String[], String> key) {
    return flights.stream().map(key).distinct().sorted().map(Digits::of).toList();
  }

  int count() {
    return flights.size();
  }

  /** So many minutes, spread over the month. */
  List<byte[]> departures(int count) {
    return spread(distinct(flight -> flight[0]), count);
  }

  /** So many pairs of airports, spread over the alphabet. */
  List<byte[]> routes(int count) {
    return spread(distinct(flight -> flight[1] + flight[2]), count);
  }

  private static List<byte[]> spread(List<byte[]> values, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> values.get((int) ((i + 0.5) * values.size() / count)))
        .toList();
  }
}
