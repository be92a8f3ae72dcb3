package io.halite.it.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** The flights that the repository ships, in order of departure and of natural key. */
public final class FlightFile {
  public static final int COUNT = 20_000;
  private static final String FILE = "flights-20k.csv.gz";

  private FlightFile() {}

  /** The first flights, at most {@link #COUNT}. */
  public static List<Flight> first(int count) throws IOException {
    try (InputStream file = FlightFile.class.getResourceAsStream(FILE);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(file), StandardCharsets.US_ASCII))) {
      return lines.lines().skip(1).limit(count).map(Flight::parse).toList();
    }
  }
}
